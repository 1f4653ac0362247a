-- fire: moves what is due from PENDING to READY, by range; READY is implied by where the task is.
-- KEYS[1] prefix of the group's keys
-- ARGV step_ms limit
-- ARGV each partition: partition
-- Returns: now in ms, the members moved, then for each partition the next due instant, -1 for none.
-- Atomic: a member leaves due in the call that ranks it in its lane, so it is never in neither.
-- Of all partitions the urgent ones come first, whatever waits beside them.
-- @include group
-- @include lanes
STEP = tonumber(ARGV[1])
local room = tonumber(ARGV[2])
local moved, scores, taken = {}, {}, {}
for _, half in ipairs({ CORE, REST }) do
  for i = 3, #ARGV do
    if room == 0 then
      break
    end
    local due = P .. 'due:' .. ARGV[i] .. half
    local found = redis.call('ZRANGEBYSCORE', due, '-inf', now, 'WITHSCORES', 'LIMIT', 0, room)
    for j = 1, #found, 2 do
      moved[#moved + 1], scores[#scores + 1] = found[j], tonumber(found[j + 1])
    end
    if #found > 0 then
      taken[#taken + 1] = { due, #found / 2 }
      room = room - #found / 2
    end
  end
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

for _, head in ipairs(taken) do
  redis.call('ZREMRANGEBYRANK', head[1], 0, head[2] - 1)
end
local answer = { NOW, ready }
for i = 3, #ARGV do
  local core = redis.call('ZRANGE', P .. 'due:' .. ARGV[i] .. CORE, 0, 0, 'WITHSCORES')[2]
  local rest = redis.call('ZRANGE', P .. 'due:' .. ARGV[i] .. REST, 0, 0, 'WITHSCORES')[2]
  local next_due = math.min(tonumber(core or math.huge), tonumber(rest or math.huge))
  answer[#answer + 1] = next_due < math.huge and text_of(next_due) or '-1'
end
write_gathered()
open_lanes()
return answer
