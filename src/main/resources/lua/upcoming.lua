-- upcoming: distinct due instants that lie ahead in a partition, for the wheel. Changes nothing.
-- KEYS[1] prefix of the group's keys
-- ARGV partition after_ms until_ms limit
-- Returns: 1 where nothing more lies in the range, else 0; then the instants in ms, ascending.
-- Atomic: reads only.
-- @include group
local found = redis.call(
  'ZRANGEBYSCORE', P .. 'due:' .. ARGV[1], '(' .. ARGV[2], ARGV[3], 'WITHSCORES', 'LIMIT', 0, ARGV[4])
local answer = { #found / 2 < tonumber(ARGV[4]) and '1' or '0' }
for i = 2, #found, 2 do
  if found[i] ~= answer[#answer] or #answer == 1 then
    answer[#answer + 1] = found[i]
  end
end
return answer
