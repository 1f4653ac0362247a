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

-- Pairs for ZADD and HSET wait here, so that a batch costs one command a key.
local gathered, commands = {}, {}
local function gather(command, key, first, second)
  local id = command .. key
  local list = gathered[id]
  if not list then
    list = {}
    gathered[id] = list
    commands[#commands + 1] = { command, key, list }
  end
  list[#list + 1] = first
  if second ~= nil then
    list[#list + 1] = second
  end
end

local function write_gathered()
  for _, entry in ipairs(commands) do
    redis.call(entry[1], entry[2], unpack(entry[3]))
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
