-- complete: ends attempts, by the word of their holders or because their leases ended.
-- KEYS[1] prefix of the group's keys
-- ARGV mode node incarnation step_ms
-- ARGV each attempt: id head extras
-- mode is holder or reaper; head packs token, status, next state, delay_ms, retry, lost, started_ms, flags, by, and which
-- extras follow it, each an argument: 1 partition (it is due again), 2 note, 4 result, 8 log.
-- Returns: now in ms, then for each A (accepted), D (had ended just so before), R (refused) or U (unknown).
-- Atomic: judged by token; begins with a removing write, so that it works on a full store.
-- @include group
-- @include record
-- @include lanes
-- @include ended
local mode, node, incarnation = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
STEP = tonumber(ARGV[4])
local EXTRAS = 28
local ids, heads, extras = {}, {}, {}
local at = 5
while at <= #ARGV do
  local n, head = #ids + 1, ARGV[at + 1]
  local follow = head:byte(EXTRAS)
  ids[n], heads[n], at = ARGV[at], head, at + 2
  if follow > 0 then
    local extra = {}
    for flag = 0, 3 do
      if has(follow, 2 ^ flag) then
        extra[2 ^ flag], at = ARGV[at], at + 1
      end
    end
    extras[n] = extra
  end
end
local PARTITION, NOTE, RESULT, LOG, NO_EXTRA = 1, 2, 4, 8, {}
local states = fields('state', ids)

-- Those that no action but fire has touched are not RUNNING, but they may be known.
local untouched_ids = {}
for n, id in ipairs(ids) do
  if not states[n] then
    untouched_ids[#untouched_ids + 1] = id
  end
end
local known = {}
for i, spec in ipairs(fields('spec', untouched_ids)) do
  known[untouched_ids[i]] = spec
end

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

local answer, accepted, leaving, taken = { NOW }, {}, {}, {}
for n, id in ipairs(ids) do
  local packed, head = states[n], heads[n]
  if not packed then
    answer[n + 1] = known[id] and 'R' or 'U'
  elseif newer(packed) then
    answer[n + 1] = 'R'
  elseif not readable_state(packed) then
    answer[n + 1] = 'R'
    leaving[#leaving + 1] = id
    set_aside(id, 'its record cannot be read')
  elseif
    packed:byte(2) == RUNNING
    and packed:sub(25, 32) == head:sub(1, 8)
    and not taken[id]
    and (mode == 'holder' or taken_by_reaper(id, unpack_state(packed)))
  then
    answer[n + 1] = 'A'
    taken[id] = true
    leaving[#leaving + 1] = id
    accepted[#accepted + 1] = n
  else
    local s = unpack_state(packed)
    local token, status = struct.unpack('>I8B', head)
    answer[n + 1] = ended_so(s, token, status) and 'D' or 'R'
  end
end

-- An end without a note, by bytes: what move, ended and pack_state would make, at a third of the cost.
local now_bytes, no_deadline = struct.pack('>I6', now), string.rep('\0', 10)
local function ended_record(packed, head)
  local status, next_state, by = head:byte(9), head:byte(10), head:byte(27)
  local started = head:sub(20, 25)
  if started == '\0\0\0\0\0\0' then
    started = packed:sub(41, 46)
  end
  local version, started_ms = struct.unpack('>I4', packed, 15), struct.unpack('>I6', started)
  return string.char(FORMAT, next_state)
    .. packed:sub(3, 12)
    .. head:sub(17, 18)
    .. struct.pack('>I4', version + 1)
    .. packed:sub(19, 21)
    .. head:sub(19, 19)
    .. packed:sub(23, 40)
    .. started
    .. now_bytes
    .. no_deadline
    .. head:sub(26, 26)
    .. packed:sub(64)
    .. now_bytes
    .. string.char(RUNNING * 16 + next_state, status)
    .. packed:sub(19, 21)
    .. packed:sub(33, 34)
    .. struct.pack('>BI8', by, math.max(0, now - started_ms))
end

-- Any other end: with a note, a retry, or a history that is full.
local function finish(id, packed, head, partition, note)
  local _, status, next_state, delay_ms, retry, lost, started_ms, flags, by = struct.unpack('>I8BBI6I2BI6BB', head)
  local s = unpack_state(packed)
  if started_ms > 0 then
    s[STARTED_AT] = started_ms
  end
  s[FLAGS] = flags
  move(id, s, now, next_state, status, by, math.max(0, now - s[STARTED_AT]), note)
  if next_state == PENDING then
    s[DUE], s[DEADLINE], s[HEARTBEAT] = now + delay_ms, 0, 0
    s[MEMBER] = priority_of(s[MEMBER]) + (retry > s[RETRY] and RETRY_FLAG or 0)
    gather('ZADD', due_key(partition, s[MEMBER]), text_of(s[DUE]), member_of(id, s))
  else
    ended(id, s)
  end
  s[RETRY], s[LOST] = retry, lost
  if status >= 2 and status <= 4 then
    shorten_old_notes(id, s)
  end
  return pack_state(s)
end

if #leaving > 0 then
  redis.call('ZREM', P .. 'running', unpack(leaving))
end
local state_key, full = P .. 'state', STATE_SIZE + (FIRST_LINES + LAST_LINES) * LINE_SIZE
for _, n in ipairs(accepted) do
  local id, packed, head, extra = ids[n], states[n], heads[n], extras[n] or NO_EXTRA
  if not extra[NOTE] and head:byte(10) ~= PENDING and #packed < full then
    gather('ZADD', ENDED_KEY[head:byte(10)], NOW, id)
    gather('HSET', state_key, id, ended_record(packed, head))
  else
    gather('HSET', state_key, id, finish(id, packed, head, extra[PARTITION], extra[NOTE] or ''))
  end
  if extra[RESULT] then
    gather('HSET', P .. 'results', id, extra[RESULT])
  end
  if extra[LOG] then
    gather('HSET', P .. 'progress', id, extra[LOG])
  end
end
write_gathered()
return answer
