-- settle: corrects when the latest attempt of a cancelled task was started.
-- KEYS[1] prefix of the group's keys
-- ARGV id token started_ms
-- Returns: 1, or 0 where there is nothing to correct.
-- Atomic: judged by token; no transition, no version.
-- @include group
-- @include record
local id = ARGV[1]
local spec, packed = redis.call('HGET', P .. 'spec', id), redis.call('HGET', P .. 'state', id)
local s = spec and packed and state_of(spec, packed)
if not s or s[STATE] ~= CANCELED or s[TOKEN] ~= tonumber(ARGV[2]) then
  return 0
end
s[STARTED_AT] = tonumber(ARGV[3])
redis.call('HSET', P .. 'state', id, pack_state(s))
return 1
