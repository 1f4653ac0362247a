-- audit: mends records that no index leads to, and sets aside those that cannot be read.
-- KEYS[1] prefix of the group's keys
-- ARGV step_ms
-- ARGV each task: id partition
-- Returns: for each 0 (well), 1 (mended) or 2 (set aside).
-- Atomic: judged and mended in one call.
-- @include group
-- @include record
-- @include lanes
-- @include position
STEP = tonumber(ARGV[1])
local ids, answer = {}, {}
for i = 2, #ARGV, 2 do
  ids[#ids + 1] = ARGV[i]
end
local specs, states = fields('spec', ids), fields('state', ids)

-- Puts an entry where there is none; whether there was none.
local function ensure(key, score, member)
  return redis.call('ZADD', key, 'NX', score, member) == 1
end

local function mend(id, s, partition)
  local state = s[STATE]
  if state == RUNNING then
    return ensure(P .. 'running', now, id)
  elseif ENDED_KEY[state] then
    return ensure(ENDED_KEY[state], s[ENDED_AT], id)
  end
  local member, name = member_of(id, s), lane_name(s[LANE])
  if state == READY and name then
    if not ensure(ready_key(name, s[MEMBER]), rank(s[MEMBER], s[READY_AT]), member) then
      return false
    end
    opened[name] = s[LANE]
    return true
  elseif state == PENDING then
    local due = due_key(partition, s[MEMBER])
    local waits = redis.call('ZSCORE', due, member)
      or name and redis.call('ZSCORE', ready_key(name, s[MEMBER]), member)
    return not waits and ensure(due, s[DUE], member)
  end
  return false
end

for i, id in ipairs(ids) do
  local spec = specs[i]
  local s = spec and state_of(spec, states[i])
  if not spec or not s and (newer(spec) or newer(states[i])) then
    answer[i] = 0
  elseif not s then
    answer[i] = redis.call('HEXISTS', P .. 'damaged', id) == 1 and 0 or 2
    set_aside(id, 'its record cannot be read')
  else
    answer[i] = mend(id, s, ARGV[2 * i + 1]) and 1 or 0
  end
end
write_gathered()
open_lanes()
return answer
