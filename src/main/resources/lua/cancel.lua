-- cancel: ends a task that has not ended; the token of a running one is void at once.
-- KEYS[1] prefix of the group's keys
-- ARGV resend step_ms id partition by note
-- Returns: N (unknown), or D (done) or F (forbidden) with the state it was found in and its snapshot.
-- Atomic: a task leaves its index in the call that ends it, so it is either claimed before or never.
-- @include group
-- @include record
-- @include lanes
-- @include position
-- @include snapshot
-- @include ended
STEP = tonumber(ARGV[2])
local id, partition, by, note = ARGV[3], ARGV[4], tonumber(ARGV[5]), ARGV[6]
local spec, packed = redis.call('HGET', P .. 'spec', id), redis.call('HGET', P .. 'state', id)
if not spec then
  return { 'N' }
end
local s = state_of(spec, packed)
if not s then
  return { 'F', 0, snapshot(id, spec, packed, partition, true) }
end
local ready_ms = implied_ready_ms(id, s, partition)
if ready_ms then
  settle_ready(id, s, ready_ms)
end
local from = s[STATE]
if from == CANCELED and ARGV[1] == '1' then
  return { 'D', from, snapshot(id, spec, packed, partition, true) } -- the first sending of this very call did it
end
if from >= SUCCEEDED or (from == RUNNING and has(flags_of(spec), UNINTERRUPTIBLE)) then
  return { 'F', from, snapshot(id, spec, packed, partition, true) }
end
withdraw(id, s, partition)
local running = from == RUNNING
move(id, s, now, CANCELED, running and 5 or 0, by, running and math.max(0, now - s[STARTED_AT]) or 0, note)
ended(id, s)
packed = pack_state(s)
gather('HSET', P .. 'state', id, packed)
write_gathered()
redis.call('ZREM', P .. 'expiry', id)
return { 'D', from, snapshot(id, spec, packed, partition, true) }
