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
    pending = pending + redis.call('ZCARD', P .. 'due:' .. ARGV[i])
  else
    ready = ready + redis.call('ZCARD', P .. 'ready:' .. ARGV[i] .. ':core')
      + redis.call('ZCARD', P .. 'ready:' .. ARGV[i] .. ':rest')
  end
end
return {
  pending, ready, redis.call('ZCARD', P .. 'running'), redis.call('ZCARD', P .. 'dead'), redis.call('HLEN', P .. 'damaged'),
}
