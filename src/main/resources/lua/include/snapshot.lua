-- snapshot: what a reader needs of a task, in one flat reply.
-- id, spec, state or '', implied ready ms or '', note of the last failure or '', result or '', progress or ''
local function last_failure(id, s)
  for index = line_count(s), 1, -1 do
    local _, _, marks = line_at(s, index)
    local status = marks % 16
    if status >= 2 and status <= 4 and has(marks, HAS_NOTE) then
      return redis.call('HGET', P .. 'notes', note_field(id, s, index)) or ''
    end
  end
  return ''
end

local function snapshot(id, spec, packed, partition, full)
  local s = state_of(spec, packed)
  if not s and (newer(spec) or newer(packed)) then
    return { id, 'newer', '', '', '', '', '' }
  elseif not s then
    return { id, '', '', '', '', '', '' }
  end
  local ready_ms = implied_ready_ms(id, s, partition)
  local result = full and s[STATE] == SUCCEEDED and redis.call('HGET', P .. 'results', id) or ''
  local progress = s[ATTEMPT] > 0 and redis.call('HGET', P .. 'progress', id) or ''
  return {
    id, spec, packed or '', ready_ms and string.format('%.0f', ready_ms) or '', last_failure(id, s), result, progress,
  }
end
