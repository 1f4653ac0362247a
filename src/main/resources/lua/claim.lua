-- claim: leases the most urgent READY tasks of one group to a node.
-- KEYS[1] prefix of the group's keys
-- ARGV node incarnation sequence lease_ms step_ms
-- ARGV each share: want routes
-- ARGV each route of a share: route
-- Returns: now in ms, then id, spec, state for each task; those of the last answer where the sequence is the same again.
-- Atomic: a task leaves its lane in the call that makes it RUNNING; its attempt, token and lease are one.
-- @include group
-- @include record
-- @include lanes
-- @include ended
local node, incarnation, sequence = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local lease_until = now + ARGV[4]
STEP = tonumber(ARGV[5])
local answer = { NOW }

local function answer_again(last)
  local ids, tokens, at = {}, {}, 17
  while at <= #last do
    local token, size = struct.unpack('>I8B', last, at)
    ids[#ids + 1], tokens[#tokens + 1] = last:sub(at + 9, at + 8 + size), token
    at = at + 9 + size
  end
  local specs, states = fields('spec', ids), fields('state', ids)
  for i, id in ipairs(ids) do
    local s = specs[i] and state_of(specs[i], states[i])
    if s and s[STATE] == RUNNING and s[TOKEN] == tokens[i] then
      redis.call('ZADD', P .. 'running', lease_until, id)
      answer[#answer + 1], answer[#answer + 2], answer[#answer + 3] = id, specs[i], states[i]
    end
  end
  return answer
end

local last = redis.call('HGET', P .. 'claims', node)
if last then
  local last_incarnation, last_sequence = struct.unpack('>I8I8', last)
  if last_incarnation == incarnation and last_sequence == sequence then
    return answer_again(last)
  end
end

-- Takes the n most urgent members of a queue's lanes: exact over routes, core and rest.
local function take(lanes, n)
  local entries = {}
  for _, lane in ipairs(lanes) do
    local core, rest = P .. 'ready:' .. lane.name .. ':core', P .. 'ready:' .. lane.name .. ':rest'
    local urgent = redis.call('ZRANGE', core, 0, n - 1, 'WITHSCORES')
    if #urgent == 0 and #lanes == 1 then
      return redis.call('ZPOPMIN', rest, n)
    end
    for key, found in pairs({ [core] = urgent, [rest] = redis.call('ZRANGE', rest, 0, n - 1, 'WITHSCORES') }) do
      for i = 1, #found, 2 do
        entries[#entries + 1] = { key, found[i], found[i + 1], tonumber(found[i + 1]) }
      end
    end
  end
  table.sort(entries, function(a, b)
    return a[4] < b[4] or (a[4] == b[4] and a[2] < b[2])
  end)
  local taken = {}
  for i = 1, math.min(n, #entries) do
    local entry = entries[i]
    gather('ZREM', entry[1], entry[2])
    taken[#taken + 1], taken[#taken + 2] = entry[2], entry[3]
  end
  write_gathered()
  return taken
end

-- The queues that have work for these routes, by virtual time; never more lanes a route than could be served, and one.
local function waiting_queues(want, routes)
  local lanes, numbers = {}, {}
  for _, route in ipairs(routes) do
    local found = redis.call('ZRANGE', P .. 'lanes:' .. route, 0, want, 'WITHSCORES')
    for i = 1, #found, 2 do
      lanes[#lanes + 1] = { number = found[i], route = route, time = tonumber(found[i + 1]) }
      numbers[#numbers + 1] = found[i]
    end
  end
  learn_lanes(numbers)
  local queues, by_name, names = {}, {}, { '' }
  for _, lane in ipairs(lanes) do
    lane.name = lane_names[lane.number]
    if lane.name then
      local name = split_lane(lane.name)
      local queue = by_name[name]
      if not queue then
        queue = { name = name, lanes = {}, time = 0 }
        by_name[name] = queue
        queues[#queues + 1], names[#names + 1] = queue, name
      end
      queue.lanes[#queue.lanes + 1] = lane
      queue.time = math.max(queue.time, lane.time)
    end
  end
  local times = fields('vt', names)
  local level = tonumber(times[1] or '0')
  for i, queue in ipairs(queues) do
    queue.time = math.max(queue.time, tonumber(times[i + 1] or '0')) -- a lane of another route may lag behind
  end
  table.sort(queues, function(a, b)
    return a.time < b.time or (a.time == b.time and a.name < b.name)
  end)
  return queues, level
end

-- Shares a want among queues so that all that are served end at one virtual time.
local function take_share(want, routes, members)
  local queues, level = waiting_queues(want, routes)
  while want > 0 and #queues > 0 do
    local sum, served, target = 0, 0, 0
    for i, queue in ipairs(queues) do
      if served > 0 and target <= queue.time then
        break
      end
      sum, served = sum + queue.time, i
      target = (want + sum) / served
    end
    local left = {}
    for i, queue in ipairs(queues) do
      if i > served or want == 0 then
        left[#left + 1] = queue
      else
        local quota = math.min(want, math.max(1, math.ceil(target - queue.time)))
        local taken = take(queue.lanes, quota)
        for j = 1, #taken do
          members[#members + 1] = taken[j]
        end
        want = want - #taken / 2
        queue.time = queue.time + #taken / 2
        gather('HSET', P .. 'vt', queue.name, queue.time)
        local dry = #taken / 2 < quota
        for _, lane in ipairs(queue.lanes) do
          if dry then
            gather('ZREM', P .. 'lanes:' .. lane.route, lane.number)
          else
            gather('ZADD', P .. 'lanes:' .. lane.route, queue.time, lane.number)
          end
        end
        if not dry then
          left[#left + 1] = queue
        end
      end
    end
    if target > level then
      level = target
      gather('HSET', P .. 'vt', '', level)
    end
    write_gathered()
    if served == 0 then
      break
    end
    queues = left
    table.sort(queues, function(a, b)
      return a.time < b.time or (a.time == b.time and a.name < b.name)
    end)
  end
end

local members, at = {}, 6
while at <= #ARGV do
  local want, count = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  local routes = {}
  for i = 1, count do
    routes[i] = ARGV[at + 1 + i]
  end
  if want > 0 then
    take_share(want, routes, members)
  end
  at = at + 2 + count
end

local ids = {}
for i = 1, #members, 2 do
  ids[#ids + 1] = members[i]:sub(5)
end
local specs, states = fields('spec', ids), fields('state', ids)
local running, state_key, lease_end = P .. 'running', P .. 'state', text_of(lease_until)
local claims, claimed = { struct.pack('>I8I8', incarnation, sequence) }, 1

local function lease(id, spec, packed, token)
  gather('ZADD', running, lease_end, id)
  gather('HSET', state_key, id, packed)
  claims[#claims + 1] = struct.pack('>I8B', token, #id) .. id
  answer[claimed + 1], answer[claimed + 2], answer[claimed + 3] = id, spec, packed
  claimed = claimed + 3
end

local function ready_at(member, score)
  return math.floor(score - priority_of(member:byte(1)) * STEP)
end

-- A first claim, of a task that only fire has touched: its state is a copy of bytes of its spec and of what the whole
-- batch shares. What move, twice, and pack_state would make, at a third of the cost.
local shared = {}
local function share(from_ready)
  local version = from_ready and 2 or 3
  return {
    middle = struct.pack('>I2I4I3BI2I8I2', 0, version, 1, 0, 0, now_us, node),
    tail = struct.pack('>I6I6I6I4BI3', now, 0, 0, 0, 0, 0),
    line = struct.pack(LINE, now, READY * 16 + RUNNING, 0, 1, node, 0, now_us),
  }
end
local last_ready, ready_bytes, ready_line
local function first_claim(spec, member, score)
  local from_ready = has(flags_of(spec), SUBMITTED_READY)
  local part = shared[from_ready]
  if not part then
    part = share(from_ready)
    shared[from_ready] = part
  end
  local head = string.char(FORMAT, RUNNING) .. spec:sub(3, 6) .. spec:sub(21, 26) .. part.middle
  if from_ready then
    return head .. spec:sub(15, 20) .. part.tail .. part.line
  end
  local at = ready_at(member, score)
  if at ~= last_ready then
    last_ready, ready_bytes = at, struct.pack('>I6', at)
    ready_line = struct.pack(LINE, at, PENDING * 16 + READY, 0, 0, 0, 0, 0)
  end
  return head .. ready_bytes .. part.tail .. ready_line .. part.line
end

-- Judged at the claim too: the first attempt comes before the end of expireAfter or never.
local function expired(id, spec)
  if not has(flags_of(spec), HAS_EXPIRY) then
    return false
  end
  local expire_at = redis.call('ZSCORE', P .. 'expiry', id)
  redis.call('ZREM', P .. 'expiry', id)
  return expire_at and tonumber(expire_at) < now
end

-- For a node that can read it. This one has heard, or will within a heartbeat, that it is too old.
local function put_back(member, score)
  local number = member:sub(2, 4)
  local name = lane_name(number)
  gather('ZADD', ready_key(name, member:byte(1)), score, member)
  opened[name] = number
end

-- Any other claim: of a task that has a state, or that may have expired.
local function claim(id, spec, s, member, score)
  if s[STATE] == PENDING then
    s[READY_AT] = ready_at(member, score)
    move(id, s, s[READY_AT], READY, 0, 0, 0, '')
  end
  if expired(id, spec) then
    move(id, s, now, EXPIRED, 0, 0, 0, '')
    ended(id, s)
    gather('HSET', state_key, id, pack_state(s))
    return
  end
  s[ATTEMPT], s[TOKEN], s[NODE], s[STARTED_AT] = s[ATTEMPT] + 1, math.max(s[TOKEN] + 1, now_us), node, now
  s[DEADLINE], s[HEARTBEAT], s[FLAGS] = 0, 0, 0
  move(id, s, now, RUNNING, 0, 0, s[TOKEN], '')
  lease(id, spec, pack_state(s), s[TOKEN])
end

for i, id in ipairs(ids) do
  local spec, packed = specs[i], states[i]
  local member, score = members[2 * i - 1], members[2 * i]
  if spec and not packed and readable_spec(spec) and not has(flags_of(spec), HAS_EXPIRY) then
    lease(id, spec, first_claim(spec, member, score), now_us)
  elseif spec then
    local s = state_of(spec, packed)
    if not s and (newer(spec) or newer(packed)) then
      put_back(member, score)
    elseif not s then
      set_aside(id, 'its record cannot be read')
    elseif s[STATE] == PENDING or s[STATE] == READY then
      claim(id, spec, s, member, score)
    end
  end
end
gather('HSET', P .. 'claims', node, table.concat(claims))
write_gathered()
if next(opened) then
  open_lanes()
end
return answer
