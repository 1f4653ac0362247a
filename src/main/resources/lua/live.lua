-- live: the nodes that have given a sign of life and were not forgotten. Changes nothing.
-- KEYS[1] prefix of the group's keys
-- Returns: id, incarnation, ms since the last sign, figures for each.
-- Atomic: reads only.
-- @include group
-- @include live
local answer, all = {}, redis.call('HGETALL', P .. 'live')
for i = 1, #all, 2 do
  local incarnation, at, _, figures = entry_of(all[i + 1])
  for _, value in ipairs({ all[i], text_of(incarnation), text_of(math.max(0, now - at)), figures }) do
    answer[#answer + 1] = value
  end
end
return answer
