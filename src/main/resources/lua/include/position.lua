-- position: where a task in PENDING or READY stands; READY may be implied by being due no more.
-- Returns the ready instant in ms where READY is implied, else nil.
local function implied_ready_ms(id, s, partition)
  if s[STATE] ~= PENDING then
    return nil
  end
  local member = member_of(id, s)
  if redis.call('ZSCORE', due_key(partition, s[MEMBER]), member) then
    return nil
  end
  local name = lane_name(s[LANE])
  local score = name and redis.call('ZSCORE', ready_key(name, s[MEMBER]), member)
  return score and math.floor(score - priority_of(s[MEMBER]) * STEP) or s[DUE]
end

-- Writes the READY line that fire left implied.
local function settle_ready(id, s, ready_ms)
  s[READY_AT] = ready_ms
  move(id, s, ready_ms, READY, 0, 0, 0, '')
end

-- Takes a task out of due, ready or running, whichever holds it.
local function withdraw(id, s, partition)
  if s[STATE] == RUNNING then
    redis.call('ZREM', P .. 'running', id)
  elseif s[STATE] == READY then
    local name = lane_name(s[LANE])
    if name then
      redis.call('ZREM', ready_key(name, s[MEMBER]), member_of(id, s))
    end
  else
    redis.call('ZREM', due_key(partition, s[MEMBER]), member_of(id, s))
  end
end
