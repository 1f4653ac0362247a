-- name_lanes: numbers for lanes by their names, never reused.
-- KEYS[1] prefix of the group's keys
-- ARGV each lane: name
-- Returns: for each its 3-byte number.
-- Atomic: a name gets one number, whoever asks.
-- @include group
local answer = {}
for i, name in ipairs(ARGV) do
  local number = redis.call('HGET', P .. 'lane-numbers', name)
  if not number then
    number = struct.pack('>I3', redis.call('HLEN', P .. 'lane-numbers') + 1)
    redis.call('HSET', P .. 'lane-numbers', name, number)
    redis.call('HSET', P .. 'lane-names', number, name)
  end
  answer[i] = number
end
return answer
