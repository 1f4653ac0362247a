-- beat: a sign of life of a node, which hears what nodes agree on.
-- KEYS[1] prefix of the group's keys
-- ARGV node_id incarnation newest figures
-- newest is the newest format of records that the node reads. The agreed one rises once every node known reads a newer.
-- Returns: 1, or 0 where a younger node of the id has beaten, then name, value of each agreed setting.
-- Atomic: of two of one id only the younger's sign counts.
-- @include group
-- @include live
local id, incarnation, newest = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local known = redis.call('HGET', P .. 'live', id)
if known and entry_of(known) > incarnation then
  return { 0 }
end
redis.call('HSET', P .. 'live', id, entry(incarnation, newest, ARGV[4]))
for _, other in ipairs(redis.call('HVALS', P .. 'live')) do
  local _, _, reads = entry_of(other)
  newest = math.min(newest, reads)
end
if newest > tonumber(redis.call('HGET', P .. 'settings', 'format') or 1) then
  redis.call('HSET', P .. 'settings', 'format', newest)
end
local answer = { 1 }
for _, text in ipairs(redis.call('HGETALL', P .. 'settings')) do
  answer[#answer + 1] = text
end
return answer
