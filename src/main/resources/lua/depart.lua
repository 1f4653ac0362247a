-- depart: takes a node out of those that are known to live.
-- KEYS[1] prefix of the group's keys
-- ARGV node_id incarnation silence_ms
-- Returns: 1 where it was there in this incarnation and has given no sign for so long, else 0.
-- Atomic: a node that came back in between stays.
-- @include group
-- @include live
local known = redis.call('HGET', P .. 'live', ARGV[1])
if not known then
  return 0
end
local incarnation, at = entry_of(known)
if incarnation ~= tonumber(ARGV[2]) or now - at < tonumber(ARGV[3]) then
  return 0
end
redis.call('HDEL', P .. 'live', ARGV[1])
return 1
