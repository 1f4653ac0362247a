-- lanes: queues × routes with READY tasks, in the order of their queues' virtual time.
local STEP = 0 -- ageing step in ms; set by each script that ranks
local lane_names = {}

-- Names of lanes by their 3-byte numbers, read once a call.
local function learn_lanes(numbers)
  local unknown = {}
  for _, number in ipairs(numbers) do
    if lane_names[number] == nil then
      lane_names[number] = false
      unknown[#unknown + 1] = number
    end
  end
  for i, name in ipairs(fields('lane-names', unknown)) do
    lane_names[unknown[i]] = name
  end
end

local function lane_name(number)
  learn_lanes({ number })
  return lane_names[number]
end

local function split_lane(name)
  local colon = name:find(':', 1, true)
  return name:sub(1, colon - 1), name:sub(colon + 1)
end

local function priority_of(member_byte)
  return member_byte % 8
end

local function ready_key(name, member_byte)
  return P .. 'ready:' .. name .. half_of(member_byte)
end

-- The rank of a task in its lane: it is READY since ready_ms.
local function rank(member_byte, ready_ms)
  return ready_ms + priority_of(member_byte) * STEP
end

-- Puts a member into its lane, as the order-th of those that a call puts into theirs: so many microseconds keep the order
-- of what became READY in one millisecond. open_lanes makes the lanes known to those who claim.
local opened, micros, ready_keys = {}, {}, {}
local function enlist(member, name, ready_ms, order)
  local byte = member:byte(1)
  local keys = ready_keys[name]
  if not keys then
    keys = {}
    ready_keys[name] = keys
    opened[name] = member:sub(2, 4)
  end
  local key = keys[byte]
  if not key then
    key = ready_key(name, byte)
    keys[byte] = key
  end
  -- the text is put together, since the C library takes long to print and read the many digits of such a number
  local fraction = micros[order]
  if not fraction then
    fraction = string.format('.%03d', order % 1000)
    micros[order] = fraction
  end
  gather('ZADD', key, text_of(rank(byte, ready_ms)) .. fraction, member)
end

-- A queue that was idle enters at the smallest virtual time in use, or at its own where it is ahead.
local function open_lanes()
  local names, queues = {}, { '' }
  for name in pairs(opened) do
    names[#names + 1] = name
    queues[#queues + 1] = split_lane(name)
  end
  local times = fields('vt', queues)
  for i, name in ipairs(names) do
    local _, route = split_lane(name)
    local time = math.max(tonumber(times[1] or '0'), tonumber(times[i + 1] or '0'))
    redis.call('ZADD', P .. 'lanes:' .. route, 'NX', time, opened[name])
  end
  opened, ready_keys = {}, {}
end
