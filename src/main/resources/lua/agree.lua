-- agree: the format of records that may be written from now on.
-- KEYS[1] prefix of the group's keys
-- ARGV format
-- Returns: the format that is agreed on; it never goes back.
-- Atomic: one read and one write.
-- @include group
local agreed = math.max(tonumber(ARGV[1]), tonumber(redis.call('HGET', P .. 'settings', 'format') or 1))
redis.call('HSET', P .. 'settings', 'format', agreed)
return agreed
