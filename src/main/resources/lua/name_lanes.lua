-- name_lanes: numbers for lanes by their names, never reused.
-- KEYS[1] prefix of the group's keys
-- ARGV each lane: name
-- Returns: for each its 3-byte number.
-- Atomic: a name gets one number, whoever asks.
-- @include group
local NUMBERS, NAMES = P .. 'lane-numbers', P .. 'lane-names'

local function copied(from, to)
  local pairs_of = redis.call('HGETALL', from)
  for i = 1, #pairs_of, 2 do
    redis.call('HSETNX', to, pairs_of[i + 1], pairs_of[i])
  end
end

local count = redis.call('HLEN', NAMES)
if count ~= redis.call('HLEN', NUMBERS) then
  -- The store lost one of the two. Each says all that the other did, and a number given twice would mix two lanes.
  copied(NUMBERS, NAMES)
  copied(NAMES, NUMBERS)
  count = redis.call('HLEN', NAMES)
end

local answer = {}
for i, name in ipairs(ARGV) do
  local number = redis.call('HGET', NUMBERS, name)
  if not number then
    repeat
      count = count + 1
      number = struct.pack('>I3', count)
    until redis.call('HSETNX', NAMES, number, name) == 1
    redis.call('HSET', NUMBERS, name, number)
  end
  answer[i] = number
end
return answer
