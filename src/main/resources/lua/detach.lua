-- detach: hands an attempt over to an executor that will report; it belongs to no node from then on.
-- KEYS[1] prefix of the group's keys
-- ARGV id token started_ms remaining_ms heartbeat_ms
-- Returns: 1, or 0 where a report or another end came first.
-- Atomic: the lease runs to the deadline, or to the first heartbeat, from the same call on.
-- @include group
-- @include record
local id = ARGV[1]
local spec, packed = redis.call('HGET', P .. 'spec', id), redis.call('HGET', P .. 'state', id)
local s = spec and state_of(spec, packed)
if not s or s[STATE] ~= RUNNING or s[TOKEN] ~= tonumber(ARGV[2]) then
  return 0
end
if has(s[FLAGS], DETACHED) then
  return 1
end
local started_ms, heartbeat_ms = tonumber(ARGV[3]), tonumber(ARGV[5])
if started_ms > 0 then
  s[STARTED_AT] = started_ms
end
s[DEADLINE], s[HEARTBEAT], s[FLAGS] = now + ARGV[4], heartbeat_ms, DETACHED
local lease_until = heartbeat_ms > 0 and math.min(now + heartbeat_ms, s[DEADLINE]) or s[DEADLINE]
redis.call('ZREM', P .. 'running', id)
redis.call('ZADD', P .. 'running', lease_until, id)
redis.call('HSET', P .. 'state', id, pack_state(s))
return 1
