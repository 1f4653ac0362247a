-- page: the next entries of indexes, merged by score and member. Changes nothing.
-- KEYS[1] prefix of the group's keys
-- ARGV order limit after_score after_member
-- ARGV each index: key
-- order is asc or desc; after_score '' begins at the end that the order begins with.
-- Returns: member, score, member, score, …
-- Atomic: reads only.
-- @include group
local descending, limit = ARGV[1] == 'desc', tonumber(ARGV[2])
local after_score, after_member = ARGV[3], ARGV[4]
local range = descending and 'ZREVRANGE' or 'ZRANGE'

-- The rank of the first entry behind the cursor; the cursor's own entry may have gone meanwhile.
local function start_of(key)
  if after_score == '' then
    return 0
  end
  local low = descending and redis.call('ZCOUNT', key, '(' .. after_score, '+inf')
    or redis.call('ZCOUNT', key, '-inf', '(' .. after_score)
  local high = low + redis.call('ZCOUNT', key, after_score, after_score)
  while low < high do
    local middle = math.floor((low + high) / 2)
    local member = redis.call(range, key, middle, middle)[1]
    local behind = descending and member < after_member or not descending and member > after_member
    if behind then
      high = middle
    else
      low = middle + 1
    end
  end
  return low
end

local entries = {}
for i = 5, #ARGV do
  local key = P .. ARGV[i]
  local start = start_of(key)
  local found = redis.call(range, key, start, start + limit - 1, 'WITHSCORES')
  for j = 1, #found, 2 do
    entries[#entries + 1] = { found[j], found[j + 1], tonumber(found[j + 1]) }
  end
end
table.sort(entries, function(a, b)
  if a[3] ~= b[3] then
    return (a[3] < b[3]) ~= descending
  end
  return a[1] ~= b[1] and (a[1] < b[1]) ~= descending
end)
local answer = {}
for i = 1, math.min(limit, #entries) do
  answer[2 * i - 1], answer[2 * i] = entries[i][1], entries[i][2]
end
return answer
