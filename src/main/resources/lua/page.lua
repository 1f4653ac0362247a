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

-- Whether a goes before b byte by byte, as Redis orders members of one score. Lua's own < compares by the locale of
-- the server's environment, in which 'a' may go before 'B'.
local function below(a, b)
  local i = 1
  while i <= #a and a:sub(i, i + 7) == b:sub(i, i + 7) do
    i = i + 8
  end
  for j = i, i + 7 do
    local x, y = a:byte(j) or -1, b:byte(j) or -1
    if x ~= y then
      return x < y
    end
  end
  return false
end

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
    local behind = descending and below(member, after_member) or not descending and below(after_member, member)
    if behind then
      high = middle
    else
      low = middle + 1
    end
  end
  return low
end

-- One page of each index, in order: the answer is merged from their heads, of which `at` is the place.
local pages = {}
for i = 5, #ARGV do
  local key = P .. ARGV[i]
  local start = start_of(key)
  local found = redis.call(range, key, start, start + limit - 1, 'WITHSCORES')
  if #found > 0 then
    pages[#pages + 1] = { found = found, at = 1, score = tonumber(found[2]) }
  end
end

local function before(a, b)
  if a.score ~= b.score then
    return (a.score < b.score) ~= descending
  end
  local mine, other = a.found[a.at], b.found[b.at]
  return mine ~= other and below(mine, other) ~= descending
end

local answer = {}
while #answer < 2 * limit and #pages > 0 do
  local first = 1
  for i = 2, #pages do
    if before(pages[i], pages[first]) then
      first = i
    end
  end
  local page = pages[first]
  answer[#answer + 1], answer[#answer + 2] = page.found[page.at], page.found[page.at + 1]
  page.at = page.at + 2
  page.score = tonumber(page.found[page.at + 1])
  if not page.score then
    table.remove(pages, first)
  end
end
return answer
