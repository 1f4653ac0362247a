-- unserved: lanes of types that no node has announced lately, with their oldest READY instant. Changes nothing.
-- KEYS[1] prefix of the group's keys
-- ARGV silence_ms step_ms
-- ARGV each lane: name
-- Returns: type, oldest ready ms for each that has waited for longer than the silence.
-- Atomic: reads only.
-- @include group
-- @include lanes
STEP = tonumber(ARGV[2])
local answer, limit = {}, now - ARGV[1]
for i = 3, #ARGV do
  local _, route = split_lane(ARGV[i])
  local type = route:sub(6)
  local heard = redis.call('ZSCORE', P .. 'handlers', type)
  if not heard or tonumber(heard) < limit then
    local oldest
    for _, half in ipairs({ ':core', ':rest' }) do
      local head = redis.call('ZRANGE', P .. 'ready:' .. ARGV[i] .. half, 0, 0, 'WITHSCORES')
      local ready_ms = head[2] and head[2] - priority_of(head[1]:byte(1)) * STEP
      if ready_ms and (not oldest or ready_ms < oldest) then
        oldest = ready_ms
      end
    end
    if oldest and oldest < limit then
      answer[#answer + 1], answer[#answer + 2] = type, string.format('%.0f', oldest)
    end
  end
end
return answer
