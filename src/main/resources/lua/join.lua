-- join: makes a node the youngest of its id and keeps the values that nodes must agree on.
-- KEYS[1] prefix of the group's keys
-- ARGV node_id number adopt
-- ARGV each value: name value
-- number is 0 in the group that gives it, the number given in the others.
-- adopt is 1 where the node's values replace the stored ones, save for those fixed at first start.
-- Returns: number, incarnation, then name, value for each as stored.
-- Atomic: of two that join at once under one id, the later is the younger.
-- @include group
local FIXED = { partitions = true, groups = true }
-- a field over 64 bytes keeps these hashes tables from the first task on: a listpack would be walked by every read
local FILLER = string.rep('-', 65)
redis.call('HSETNX', P .. 'spec', '', FILLER)
redis.call('HSETNX', P .. 'state', '', FILLER)
local known = redis.call('HGET', P .. 'nodes', ARGV[1])
local number, incarnation = tonumber(ARGV[2]), now_us
if known then
  local given, before = struct.unpack('>I2I8', known)
  incarnation = math.max(now_us, before + 1)
  number = number > 0 and number or given
end
number = number > 0 and number or redis.call('HLEN', P .. 'nodes') + 1
redis.call('HSET', P .. 'nodes', ARGV[1], struct.pack('>I2I8', number, incarnation))
local answer = { number, string.format('%.0f', incarnation) }
for i = 4, #ARGV, 2 do
  if ARGV[3] == '1' and not FIXED[ARGV[i]] then
    redis.call('HSET', P .. 'settings', ARGV[i], ARGV[i + 1])
  else
    redis.call('HSETNX', P .. 'settings', ARGV[i], ARGV[i + 1])
  end
  answer[#answer + 1], answer[#answer + 2] = ARGV[i], redis.call('HGET', P .. 'settings', ARGV[i])
end
answer[#answer + 1] = 'format'
answer[#answer + 1] = redis.call('HGET', P .. 'settings', 'format') or '1'
return answer
