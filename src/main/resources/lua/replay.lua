-- replay: makes a FAILED, CANCELED or EXPIRED task PENDING again, due now, with all its retries.
-- KEYS[1] prefix of the group's keys
-- ARGV resend step_ms id partition by note
-- Returns: N (unknown), or D (done) or F (forbidden) with the state it was found in and its snapshot.
-- Atomic: the task leaves the index of the ended in the call that makes it due.
-- @include group
-- @include record
-- @include lanes
-- @include position
-- @include snapshot
STEP = tonumber(ARGV[2])
local id, partition, by, note = ARGV[3], ARGV[4], tonumber(ARGV[5]), ARGV[6]
local spec, packed = redis.call('HGET', P .. 'spec', id), redis.call('HGET', P .. 'state', id)
if not spec then
  return { 'N' }
end
local s = state_of(spec, packed)
local from = s and s[STATE] or 0
if from ~= FAILED and from ~= CANCELED and from ~= EXPIRED then
  local done = ARGV[1] == '1' and s and s[REPLAYS] > 0 and from > 0
  return { done and 'D' or 'F', from, snapshot(id, spec, packed, partition, true) }
end
redis.call('ZREM', ENDED_KEY[from], id)
s[DUE], s[RETRY], s[LOST], s[ENDED_AT], s[FLAGS] = now, 0, 0, 0, 0
s[REPLAYS], s[MEMBER] = s[REPLAYS] + 1, priority_of(s[MEMBER])
move(id, s, now, PENDING, 0, by, 0, note)
gather('ZADD', due_key(partition, s[MEMBER]), now, member_of(id, s))
if has(flags_of(spec), HAS_EXPIRY) then
  local _, _, _, _, _, _, due, expire_at = struct.unpack(SPEC_HEAD .. 'I6', spec)
  gather('ZADD', P .. 'expiry', now + math.max(0, expire_at - due), id)
end
packed = pack_state(s)
gather('HSET', P .. 'state', id, packed)
write_gathered()
return { 'D', from, snapshot(id, spec, packed, partition, true) }
