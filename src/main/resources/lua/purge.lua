-- purge: forgets ended tasks that were kept for their time.
-- KEYS[1] prefix of the group's keys
-- ARGV limit succeeded_ms failed_ms canceled_ms expired_ms
-- Returns: how many.
-- Atomic: all that belongs to a task goes in one call.
-- @include group
-- @include record
-- @include erase
local room, total = tonumber(ARGV[1]), 0
for state = SUCCEEDED, EXPIRED do
  local kept_ms = tonumber(ARGV[state - 3])
  local ids = room > 0
      and redis.call('ZRANGEBYSCORE', ENDED_KEY[state], '-inf', now - kept_ms, 'LIMIT', 0, room)
    or {}
  if #ids > 0 then
    local erased = erase(ids)
    for _, id in ipairs(erased) do
      gather('ZREM', ENDED_KEY[state], id)
    end
    room, total = room - #ids, total + #erased
  end
end
write_gathered()
return total
