-- run_now: makes a PENDING task READY, whatever its delay or backoff.
-- KEYS[1] prefix of the group's keys
-- ARGV resend step_ms id partition by note
-- Returns: N (unknown), or D (done) or F (forbidden) with the state it was found in and its snapshot.
-- Atomic: the task leaves due in the call that ranks it in its lane.
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
local name = s and lane_name(s[LANE])
local from = s and (implied_ready_ms(id, s, partition) and READY or s[STATE]) or 0
if from ~= PENDING or not name then
  local done = ARGV[1] == '1' and (from == READY or from == RUNNING or from >= SUCCEEDED)
  return { done and 'D' or 'F', from, snapshot(id, spec, packed, partition, true) }
end
withdraw(id, s, partition)
s[DUE], s[READY_AT] = now, now
move(id, s, now, READY, 0, by, 0, note)
enlist(member_of(id, s), name, now, 0)
packed = pack_state(s)
gather('HSET', P .. 'state', id, packed)
write_gathered()
open_lanes()
return { 'D', from, snapshot(id, spec, packed, partition, true) }
