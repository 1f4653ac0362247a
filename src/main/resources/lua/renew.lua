-- renew: prolongs the leases of a node.
-- KEYS[1] prefix of the group's keys
-- ARGV node_id incarnation lease_ms
-- ARGV each lease: id token
-- Returns: 'REPLACED' where a younger node runs under this id; else for each 1 (prolonged) or 0 (not the holder's).
-- Atomic: begins with a removing write, so that it works on a full store.
-- @include group
-- @include record
local known = redis.call('HGET', P .. 'nodes', ARGV[1])
if known then
  local _, youngest = struct.unpack('>I2I8', known)
  if youngest > tonumber(ARGV[2]) then
    return 'REPLACED'
  end
end
local ids = {}
for i = 4, #ARGV, 2 do
  ids[#ids + 1] = ARGV[i]
end
local states, held, answer = fields('state', ids), {}, {}
for i, id in ipairs(ids) do
  local packed, token = states[i], ARGV[3 + 2 * i]
  local holds = packed and #packed >= STATE_SIZE and packed:byte(2) == RUNNING and packed:sub(25, 32) == token
  answer[i] = holds and 1 or 0
  if holds then
    held[#held + 1] = id
    gather('ZADD', P .. 'running', now + ARGV[3], id)
  end
end
if #held > 0 then
  redis.call('ZREM', P .. 'running', unpack(held))
end
write_gathered()
return answer
