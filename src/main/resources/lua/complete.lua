-- complete: ends attempts, by the word of their holders or because their leases ended.
-- KEYS[1] prefix of the group's keys
-- ARGV mode node incarnation step_ms
-- ARGV each attempt: id partition head note result log
-- mode is holder or reaper; head packs token, status, next state, delay_ms, retry, lost, started_ms, flags, by.
-- Returns: now in ms, then for each A (accepted), D (had ended just so before), R (refused) or U (unknown).
-- Atomic: judged by token; begins with a removing write, so that it works on a full store.
-- @include group
-- @include record
-- @include lanes
-- @include ended
local mode, node, incarnation = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
STEP = tonumber(ARGV[4])
local ids = {}
for i = 5, #ARGV, 6 do
  ids[#ids + 1] = ARGV[i]
end
local specs, states = fields('spec', ids), fields('state', ids)

-- Whether an attempt with this token ended in this way, as far as the history is kept.
local function ended_so(s, token, status)
  local attempt
  for index = 1, line_count(s) do
    local _, moved, marks, number, _, _, aux = line_at(s, index)
    if moved % 16 == RUNNING then
      attempt = aux == token and number or nil
    elseif attempt == number and marks % 16 ~= 0 then
      return marks % 16 == status
    end
  end
  return false
end

-- A reaper takes only what has still ended: the lease by now, or the node's former self.
local function taken_by_reaper(id, s)
  local lease_until = redis.call('ZSCORE', P .. 'running', id)
  local former = s[NODE] == node and s[TOKEN] < incarnation and not has(s[FLAGS], DETACHED)
  return former or not lease_until or tonumber(lease_until) <= now
end

local answer, accepted, leaving = { string.format('%.0f', now) }, {}, {}
for n, id in ipairs(ids) do
  local at = 5 + 6 * (n - 1)
  local spec = specs[n]
  local s = spec and state_of(spec, states[n])
  local token, status, next_state, delay_ms, retry, lost, started_ms, flags, by =
    struct.unpack('>I8BBI6I2BI6BB', ARGV[at + 2])
  if not spec then
    answer[n + 1] = 'U'
  elseif not s then
    answer[n + 1] = 'R'
    leaving[#leaving + 1] = id
    set_aside(id, 'its record cannot be read')
  elseif s[STATE] == RUNNING and s[TOKEN] == token and not accepted[id] and (mode == 'holder' or taken_by_reaper(id, s)) then
    answer[n + 1] = 'A'
    leaving[#leaving + 1] = id
    accepted[id] = {
      s = s, at = at, status = status, next_state = next_state, delay_ms = delay_ms, retry = retry, lost = lost,
      started_ms = started_ms, flags = flags, by = by,
    }
  else
    answer[n + 1] = ended_so(s, token, status) and 'D' or 'R'
  end
end

if #leaving > 0 then
  redis.call('ZREM', P .. 'running', unpack(leaving))
end
for id, a in pairs(accepted) do
  local s, partition, note, result, log = a.s, ARGV[a.at + 1], ARGV[a.at + 3], ARGV[a.at + 4], ARGV[a.at + 5]
  if a.started_ms > 0 then
    s[STARTED_AT] = a.started_ms
  end
  s[FLAGS] = a.flags
  move(id, s, now, a.next_state, a.status, a.by, math.max(0, now - s[STARTED_AT]), note)
  if a.next_state == PENDING then
    s[DUE], s[DEADLINE], s[HEARTBEAT] = now + a.delay_ms, 0, 0
    s[MEMBER] = priority_of(s[MEMBER]) + (a.retry > s[RETRY] and RETRY_FLAG or 0)
    gather('ZADD', P .. 'due:' .. partition, s[DUE], member_of(id, s))
  else
    ended(id, s)
  end
  s[RETRY], s[LOST] = a.retry, a.lost
  if a.status >= 2 and a.status <= 4 then
    shorten_old_notes(id, s)
  end
  if result ~= '' then
    gather('HSET', P .. 'results', id, result)
  end
  if log ~= '' then
    gather('HSET', P .. 'progress', id, log)
  end
  gather('HSET', P .. 'state', id, pack_state(s))
end
write_gathered()
return answer
