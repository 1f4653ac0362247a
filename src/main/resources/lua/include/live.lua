-- live: an entry of the registry of nodes: incarnation, instant of its last sign, newest format it reads, figures.
local ENTRY = '>I8I6B'
local ENTRY_SIZE = 15

local function entry(incarnation, newest, figures)
  return struct.pack(ENTRY, incarnation, now, newest) .. figures
end

-- Incarnation, instant, newest format, figures.
local function entry_of(packed)
  local incarnation, at, newest = struct.unpack(ENTRY, packed)
  return incarnation, at, newest, packed:sub(ENTRY_SIZE + 1)
end
