-- expire: ends tasks that outlived their expireAfter before a first attempt.
-- KEYS[1] prefix of the group's keys
-- ARGV step_ms
-- ARGV each task: id partition
-- Returns: for each 1 (EXPIRED now) or 0.
-- Atomic: the task leaves its index in the call that ends it.
-- @include group
-- @include record
-- @include lanes
-- @include position
-- @include ended
STEP = tonumber(ARGV[1])
local ids, answer = {}, {}
for i = 2, #ARGV, 2 do
  ids[#ids + 1] = ARGV[i]
end
local specs, states = fields('spec', ids), fields('state', ids)
for i, id in ipairs(ids) do
  local partition = ARGV[2 * i + 1]
  local s = specs[i] and state_of(specs[i], states[i])
  local expire_at = redis.call('ZSCORE', P .. 'expiry', id)
  answer[i] = 0
  if not s and (newer(specs[i]) or newer(states[i])) then
    answer[i] = 0
  elseif not s or s[STATE] == RUNNING or s[STATE] >= SUCCEEDED then
    redis.call('ZREM', P .. 'expiry', id)
  elseif expire_at and tonumber(expire_at) < now then
    local ready_ms = implied_ready_ms(id, s, partition)
    if ready_ms then
      settle_ready(id, s, ready_ms)
    end
    redis.call('ZREM', P .. 'expiry', id)
    withdraw(id, s, partition)
    move(id, s, now, EXPIRED, 0, 0, 0, '')
    ended(id, s)
    gather('HSET', P .. 'state', id, pack_state(s))
    answer[i] = 1
  end
end
write_gathered()
return answer
