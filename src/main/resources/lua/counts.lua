-- counts: how many tasks stand in which index. Changes nothing.
-- KEYS[1] prefix of the group's keys
-- ARGV partitions
-- ARGV each partition: partition
-- ARGV each lane: name
-- Returns: pending, ready, running, dead, damaged.
-- Atomic: reads only.
-- @include group
local pending, ready, first_lane = 0, 0, 2 + ARGV[1]
for i = 2, #ARGV do
  if i < first_lane then
    pending = pending + redis.call('ZCARD', P .. 'due:' .. ARGV[i] .. CORE)
      + redis.call('ZCARD', P .. 'due:' .. ARGV[i] .. REST)
  else
    ready = ready + redis.call('ZCARD', P .. 'ready:' .. ARGV[i] .. CORE)
      + redis.call('ZCARD', P .. 'ready:' .. ARGV[i] .. REST)
  end
end
return {
  pending, ready, redis.call('ZCARD', P .. 'running'), redis.call('ZCARD', P .. 'dead'), redis.call('HLEN', P .. 'damaged'),
}
