-- lapsed: stamps partitions as served and tells which leases ended.
-- KEYS[1] prefix of the group's keys
-- ARGV node node_id incarnation limit former_from
-- ARGV each partition: partition
-- former_from is a rank in running to look for leases of the node's former self from, or -1.
-- Returns: next rank to look from or -1, then id, spec, state, deadline passed (1 or 0) for each.
-- Atomic: takes nothing; for 15 s after a time unserved, or a jump of the clock, no lease counts as ended.
-- @include group
-- @include record
local UNSERVED_MS, GRACE_MS, FORMER_PAGE = 5000, 15000, 500
local node, incarnation, limit, rank = tonumber(ARGV[1]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local last, grace = unpack(redis.call('HMGET', P .. 'served', 'reaped', 'grace'))
last, grace = tonumber(last or now), tonumber(grace or 0)
if now - last > UNSERVED_MS or last - now > 1000 then
  grace = now + GRACE_MS
elseif grace > now + GRACE_MS then
  grace = now + GRACE_MS
end
gather('HSET', P .. 'served', 'reaped', now)
gather('HSET', P .. 'served', 'grace', grace)
local stamp = NOW .. ':' .. ARGV[2]
for i = 6, #ARGV do
  gather('HSET', P .. 'served', ARGV[i], stamp)
end
write_gathered()

local answer, seen = { '-1' }, {}
local function tell(id, spec, packed, s)
  seen[id] = true
  local passed = has(s[FLAGS], DETACHED) and s[DEADLINE] <= now
  for _, value in ipairs({ id, spec, packed, passed and 1 or 0 }) do
    answer[#answer + 1] = value
  end
end

local function look(ids, wanted)
  local specs, states, told = fields('spec', ids), fields('state', ids), 0
  for i, id in ipairs(ids) do
    local s = specs[i] and states[i] and state_of(specs[i], states[i])
    if not s and (newer(specs[i]) or newer(states[i])) then
      seen[id] = true
    elseif not s or s[STATE] ~= RUNNING then
      redis.call('ZREM', P .. 'running', id) -- an entry without a record, or of another state
      if specs[i] and not s then
        set_aside(id, 'its record cannot be read')
      end
    elseif not seen[id] and wanted(s) then
      tell(id, specs[i], states[i], s)
      told = told + 1
    end
  end
  return told
end

if now >= grace then
  look(redis.call('ZRANGEBYSCORE', P .. 'running', '-inf', now, 'LIMIT', 0, limit), function()
    return true
  end)
end
if rank >= 0 then
  local ids = redis.call('ZRANGE', P .. 'running', rank, rank + FORMER_PAGE - 1)
  local told = look(ids, function(s)
    return s[NODE] == node and s[TOKEN] < incarnation and not has(s[FLAGS], DETACHED)
  end)
  if told > 0 then
    answer[1] = tostring(rank)
  elseif #ids == FORMER_PAGE then
    answer[1] = tostring(rank + FORMER_PAGE)
  end
end
write_gathered()
return answer
