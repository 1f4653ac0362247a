-- group: the keys of one group, its clock, and writes gathered into variadic commands.
local P = KEYS[1]
local PENDING, READY, RUNNING, PAUSED, SUCCEEDED, FAILED, CANCELED, EXPIRED = 1, 2, 3, 4, 5, 6, 7, 8
local ENDED_KEY = {
  [SUCCEEDED] = P .. 'ended:SUCCEEDED',
  [FAILED] = P .. 'dead',
  [CANCELED] = P .. 'ended:CANCELED',
  [EXPIRED] = P .. 'ended:EXPIRED',
}

local clock = redis.call('TIME')
local now_us = clock[1] * 1000000 + clock[2]
local now = math.floor(now_us / 1000)

-- The text of a number for redis.call, which would print it anew for each item of a batch.
local function text_of(number)
  return string.format('%.0f', number)
end
local NOW = text_of(now)

-- Priorities 0 and 1 wait and are ranked apart from the rest: no backlog of the rest stands before them.
local CORE, REST = ':core', ':rest'
local function half_of(member_byte)
  return member_byte % 8 <= 1 and CORE or REST
end

local function due_key(partition, member_byte)
  return P .. 'due:' .. partition .. half_of(member_byte)
end

-- Pairs for ZADD and HSET wait here, so that a batch costs one command a key.
local gathered, commands = {}, {}
local function gather(command, key, first, second)
  local lists = gathered[command]
  if not lists then
    lists = {}
    gathered[command] = lists
  end
  local list = lists[key]
  if not list then
    list = { size = 0 }
    lists[key] = list
    commands[#commands + 1] = { command, key, list }
  end
  local size = list.size + 1
  list[size] = first
  if second ~= nil then
    size = size + 1
    list[size] = second
  end
  list.size = size
end

local function write_gathered()
  for _, entry in ipairs(commands) do
    local list = entry[3]
    redis.call(entry[1], entry[2], unpack(list, 1, list.size))
  end
  gathered, commands = {}, {}
end

-- Reads fields of a hash for a batch; false where there is none.
local function fields(key, ids)
  if #ids == 0 then
    return {}
  end
  return redis.call('HMGET', P .. key, unpack(ids))
end

local function set_aside(id, why)
  gather('HSET', P .. 'damaged', id, why)
end
