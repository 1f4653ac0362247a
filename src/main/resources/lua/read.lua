-- read: tasks as they stand. Changes nothing.
-- KEYS[1] prefix of the group's keys
-- ARGV full step_ms
-- ARGV each task: id partition
-- Returns: for each its snapshot, or '' where it is unknown; results only where full is 1.
-- Atomic: reads only.
-- @include group
-- @include record
-- @include lanes
-- @include position
-- @include snapshot
STEP = tonumber(ARGV[2])
local ids, answer = {}, {}
for i = 3, #ARGV, 2 do
  ids[#ids + 1] = ARGV[i]
end
local specs, states = fields('spec', ids), fields('state', ids)
for i, id in ipairs(ids) do
  answer[i] = specs[i] and snapshot(id, specs[i], states[i], ARGV[2 + 2 * i], ARGV[1] == '1') or ''
end
return answer
