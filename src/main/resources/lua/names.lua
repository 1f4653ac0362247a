-- names: the numbers of all lanes and nodes. Changes nothing.
-- KEYS[1] prefix of the group's keys
-- ARGV
-- Returns: number, name of each lane; then id, packed number and incarnation of each node.
-- Atomic: reads only.
-- @include group
return { redis.call('HGETALL', P .. 'lane-names'), redis.call('HGETALL', P .. 'nodes') }
