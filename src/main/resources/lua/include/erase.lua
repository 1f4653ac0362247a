-- erase: forgets tasks with all that belongs to them.
local function erase_one(id, spec, packed)
  if spec and readable_spec(spec) and has(flags_of(spec), HAS_LABELS) then
    for _, label in ipairs(labels_of(spec)) do
      gather('ZREM', P .. 'label:' .. label, id)
    end
  end
  local s = spec and state_of(spec, packed)
  if s then
    for index = 1, line_count(s) do
      local _, _, marks = line_at(s, index)
      if has(marks, HAS_NOTE) then
        gather('HDEL', P .. 'notes', note_field(id, s, index))
      end
    end
  end
  for _, key in ipairs({ 'spec', 'state', 'results', 'progress' }) do
    gather('HDEL', P .. key, id)
  end
end

-- All but those of a newer format; returns which.
local function erase(ids)
  local specs, states, erased = fields('spec', ids), fields('state', ids), {}
  for i, id in ipairs(ids) do
    if not newer(specs[i]) and not newer(states[i]) then
      erase_one(id, specs[i], states[i])
      erased[#erased + 1] = id
    end
  end
  return erased
end
