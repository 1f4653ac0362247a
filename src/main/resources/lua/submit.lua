-- submit: stores new tasks, due or ready at once; leaves known ones alone.
-- KEYS[1] prefix of the group's keys
-- ARGV resend step_ms lanes
-- ARGV each lane: number name
-- ARGV each task: id partition spec
-- Returns: 'LANES' where a lane's number has another name; else for each task N (new), or E (same) or C (another) with its snapshot.
-- Atomic: a task is in the same call known and in the one index that leads on from there.
-- @include group
-- @include record
-- @include lanes
-- @include position
-- @include snapshot
local resend = ARGV[1] == '1'
STEP = tonumber(ARGV[2])
local first = 4 + 2 * ARGV[3]
local numbers = {}
for i = 4, first - 1, 2 do
  numbers[#numbers + 1] = ARGV[i]
end
learn_lanes(numbers)
for i = 4, first - 1, 2 do
  if lane_names[ARGV[i]] ~= ARGV[i + 1] then
    return 'LANES'
  end
end

local ids = {}
for i = first, #ARGV, 3 do
  ids[#ids + 1] = ARGV[i]
end
local known, states, fresh, answers = fields('spec', ids), fields('state', ids), {}, {}
for n, id in ipairs(ids) do
  local at = first + 3 * (n - 1)
  local partition, spec = ARGV[at + 1], ARGV[at + 2]
  local old = known[n] or fresh[id]
  if not old or (resend and old == spec and known[n]) then
    answers[n] = 'N'
    if not old then
      fresh[id] = spec
      gather('HSET', P .. 'spec', id, spec)
    end
  else
    answers[n] = { old:sub(7, 14) == spec:sub(7, 14) and 'E' or 'C', known[n] and partition or '' }
  end
end

if #commands > 0 then
  write_gathered() -- adding comes first, so that a full store refuses the whole call before anything changed
  local order = 0
  for n, id in ipairs(ids) do
    local at = first + 3 * (n - 1)
    local partition, spec = ARGV[at + 1], ARGV[at + 2]
    if fresh[id] and answers[n] == 'N' and not known[n] then
      local _, flags, _, _, _, created, due = struct.unpack(SPEC_HEAD, spec)
      local member = spec:sub(3, 6) .. id
      if has(flags, SUBMITTED_READY) then
        enlist(member, lane_names[spec:sub(4, 6)], math.min(created, now), order)
        order = order + 1
      else
        gather('ZADD', due_key(partition, member:byte(1)), text_of(due), member)
      end
      if has(flags, HAS_EXPIRY) then
        local expire_at = struct.unpack('>I6', spec, SPEC_SIZE + 1)
        gather('ZADD', P .. 'expiry', expire_at, id)
      end
      if has(flags, HAS_LABELS) then
        for _, label in ipairs(labels_of(spec)) do
          gather('ZADD', P .. 'label:' .. label, created, id)
        end
      end
    end
  end
  write_gathered()
  open_lanes()
end

for n, answer in ipairs(answers) do
  if answer ~= 'N' then
    local id, partition = ids[n], ARGV[first + 3 * (n - 1) + 1]
    local spec = known[n] or fresh[id]
    answers[n] = { answer[1], snapshot(id, spec, states[n], partition, true) }
  end
end
return answers
