-- expirable: ids of tasks whose expireAfter has passed. Changes nothing.
-- KEYS[1] prefix of the group's keys
-- ARGV limit
-- Returns: ids.
-- Atomic: reads only.
-- @include group
return redis.call('ZRANGEBYSCORE', P .. 'expiry', '-inf', '(' .. now, 'LIMIT', 0, ARGV[1])
