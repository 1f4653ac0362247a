-- history: the way of a task. Changes nothing.
-- KEYS[1] prefix of the group's keys
-- ARGV step_ms id partition
-- Returns: '' where it is unknown; else its snapshot, then for each line that is kept its note or ''.
-- Atomic: reads only.
-- @include group
-- @include record
-- @include lanes
-- @include position
-- @include snapshot
STEP = tonumber(ARGV[1])
local id = ARGV[2]
local spec, packed = redis.call('HGET', P .. 'spec', id), redis.call('HGET', P .. 'state', id)
if not spec then
  return ''
end
local answer = { snapshot(id, spec, packed, ARGV[3], false) }
local s = state_of(spec, packed)
if s then
  for index = 1, line_count(s) do
    local _, _, marks = line_at(s, index)
    answer[index + 1] = has(marks, HAS_NOTE) and redis.call('HGET', P .. 'notes', note_field(id, s, index)) or ''
  end
end
return answer
