-- heartbeat: keeps an attempt alive up to its deadline and remembers what it said.
-- KEYS[1] prefix of the group's keys
-- ARGV id token progress
-- Returns: 1, or 0 where the token is not the valid one.
-- Atomic: judged by token.
-- @include group
-- @include record
local id = ARGV[1]
local spec, packed = redis.call('HGET', P .. 'spec', id), redis.call('HGET', P .. 'state', id)
local s = spec and state_of(spec, packed)
if not s or s[STATE] ~= RUNNING or s[TOKEN] ~= tonumber(ARGV[2]) then
  return 0
end
if s[HEARTBEAT] > 0 then
  redis.call('ZREM', P .. 'running', id)
  redis.call('ZADD', P .. 'running', math.min(now + s[HEARTBEAT], s[DEADLINE]), id)
end
if ARGV[3] ~= '' then
  redis.call('HSET', P .. 'progress', id, ARGV[3])
end
return 1
