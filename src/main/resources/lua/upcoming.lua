-- upcoming: distinct due instants that lie ahead in a partition, for the wheel. Changes nothing.
-- KEYS[1] prefix of the group's keys
-- ARGV partition after_ms until_ms limit
-- Returns: 1 where nothing more lies in the range, else 0; then the instants in ms, ascending.
-- Atomic: reads only.
-- @include group
local limit = tonumber(ARGV[4])

-- Instants of one half, and up to where these are all.
local function instants(half)
  local found = redis.call(
    'ZRANGEBYSCORE', P .. 'due:' .. ARGV[1] .. half, '(' .. ARGV[2], ARGV[3], 'WITHSCORES', 'LIMIT', 0, limit)
  local list = {}
  for i = 2, #found, 2 do
    list[#list + 1] = tonumber(found[i])
  end
  return list, #list < limit and math.huge or list[#list]
end

local core, core_until = instants(CORE)
local rest, rest_until = instants(REST)
local known_until = math.min(core_until, rest_until)
local answer, last = { known_until == math.huge and '1' or '0' }, -1
local i, j = 1, 1
while i <= #core or j <= #rest do
  local instant = math.min(core[i] or math.huge, rest[j] or math.huge)
  i = i + (core[i] == instant and 1 or 0)
  j = j + (rest[j] == instant and 1 or 0)
  if instant > known_until then
    break
  end
  if instant ~= last then
    answer[#answer + 1] = text_of(instant)
    last = instant
  end
end
return answer
