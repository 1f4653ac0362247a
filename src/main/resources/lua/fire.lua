-- fire: moves what is due from PENDING to READY, by range; READY is implied by where the task is.
-- KEYS[1] prefix of the group's keys
-- ARGV step_ms limit
-- ARGV each partition: partition
-- Returns: now in ms, the members moved, then for each partition the next due instant, -1 for none.
-- Atomic: a member leaves due in the call that ranks it in its lane, so it is never in neither.
-- @include group
-- @include lanes
STEP = tonumber(ARGV[1])
local room = tonumber(ARGV[2])
local moved, scores, taken = {}, {}, {}
for i = 3, #ARGV do
  local found = {}
  if room > 0 then
    found = redis.call('ZRANGEBYSCORE', P .. 'due:' .. ARGV[i], '-inf', now, 'WITHSCORES', 'LIMIT', 0, room)
  end
  for j = 1, #found, 2 do
    moved[#moved + 1], scores[#scores + 1] = found[j], tonumber(found[j + 1])
  end
  taken[i] = #found / 2
  room = room - taken[i]
end

local numbers = {}
for i, member in ipairs(moved) do
  numbers[i] = member:sub(2, 4)
end
learn_lanes(numbers)
local ready = {}
for i, member in ipairs(moved) do
  local name = lane_names[numbers[i]]
  if name and #member > 4 then
    -- what waited longer than a second keeps no older rank than that: a long outage must not outweigh priorities
    enlist(member, name, math.max(scores[i], now - 1000), #ready)
    ready[#ready + 1] = member
  else
    set_aside(member:sub(5), 'its lane has no name')
  end
end

local answer = { NOW, ready }
for i = 3, #ARGV do
  local due = P .. 'due:' .. ARGV[i]
  if taken[i] > 0 then
    redis.call('ZREMRANGEBYRANK', due, 0, taken[i] - 1)
  end
  local head = redis.call('ZRANGE', due, 0, 0, 'WITHSCORES')
  answer[#answer + 1] = head[2] and string.format('%.0f', head[2]) or '-1'
end
write_gathered()
open_lanes()
return answer
