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
  return P .. 'ready:' .. name .. (priority_of(member_byte) <= 1 and ':core' or ':rest')
end

-- The rank of a task in its lane: it is READY since ready_ms.
local function rank(member_byte, ready_ms)
  return ready_ms + priority_of(member_byte) * STEP
end

-- Puts a member into its lane; open_lanes makes the lanes known to those who claim.
local opened = {}
local function enlist(member, name, ready_ms)
  gather('ZADD', ready_key(name, member:byte(1)), rank(member:byte(1), ready_ms), member)
  opened[name] = member:sub(2, 4)
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
  opened = {}
end
