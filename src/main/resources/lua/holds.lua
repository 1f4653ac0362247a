-- holds: whether tokens are still the valid ones. Changes nothing.
-- KEYS[1] prefix of the group's keys
-- ARGV each lease: id token
-- Returns: for each 1 or 0.
-- Atomic: reads only.
-- @include group
-- @include record
local ids, answer = {}, {}
for i = 1, #ARGV, 2 do
  ids[#ids + 1] = ARGV[i]
end
for i, packed in ipairs(fields('state', ids)) do
  local holds = packed and #packed >= STATE_SIZE and packed:byte(2) == RUNNING and packed:sub(25, 32) == ARGV[2 * i]
  answer[i] = holds and 1 or 0
end
return answer
