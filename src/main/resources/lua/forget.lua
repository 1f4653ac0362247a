-- forget: erases a FAILED task.
-- KEYS[1] prefix of the group's keys
-- ARGV resend step_ms id partition by note
-- Returns: N (unknown), or D (done) or F (forbidden) with the state it was found in and its snapshot.
-- Atomic: all that belongs to the task goes in one call.
-- @include group
-- @include record
-- @include lanes
-- @include position
-- @include snapshot
-- @include erase
STEP = tonumber(ARGV[2])
local id, partition = ARGV[3], ARGV[4]
local spec, packed = redis.call('HGET', P .. 'spec', id), redis.call('HGET', P .. 'state', id)
if not spec then
  return { 'N' }
end
local s = state_of(spec, packed)
local before = snapshot(id, spec, packed, partition, true)
if not s or s[STATE] ~= FAILED then
  return { 'F', s and s[STATE] or 0, before }
end
redis.call('ZREM', P .. 'dead', id)
redis.call('ZREM', P .. 'expiry', id)
erase({ id })
write_gathered()
return { 'D', s[STATE], before }
