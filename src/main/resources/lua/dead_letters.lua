-- dead_letters: the FAILED tasks behind the mark of alerts. Changes nothing.
-- KEYS[1] prefix of the group's keys
-- ARGV limit
-- Returns: id, end in ms, spec, state, note of the end for each, oldest first.
-- Atomic: reads only; this very millisecond is left for the next call, since more may end in it.
-- @include group
-- @include record
local mark = redis.call('GET', P .. 'alerted') or '-inf'
local found = redis.call('ZRANGEBYSCORE', P .. 'dead', mark == '-inf' and mark or '(' .. mark, '(' .. now, 'WITHSCORES', 'LIMIT', 0, ARGV[1])
local ids, answer = {}, {}
for i = 1, #found, 2 do
  ids[#ids + 1] = found[i]
end
if #ids == tonumber(ARGV[1]) then
  -- ties of the last instant must not be cut in two: the mark is an instant
  local tied = redis.call('ZRANGEBYSCORE', P .. 'dead', found[#found], found[#found], 'WITHSCORES', 'LIMIT', 0, 1000)
  local known = {}
  for _, id in ipairs(ids) do
    known[id] = true
  end
  for i = 1, #tied, 2 do
    if not known[tied[i]] then
      ids[#ids + 1], found[#found + 1], found[#found + 2] = tied[i], tied[i], tied[i + 1]
    end
  end
end
local specs, states = fields('spec', ids), fields('state', ids)
for i, id in ipairs(ids) do
  local s = specs[i] and states[i] and state_of(specs[i], states[i])
  if not s and (newer(specs[i]) or newer(states[i])) then
    break -- the mark must not pass it
  end
  if s then
    local note = redis.call('HGET', P .. 'notes', note_field(id, s, line_count(s))) or ''
    for _, value in ipairs({ id, found[2 * i], specs[i], states[i], note }) do
      answer[#answer + 1] = value
    end
  end
end
return answer
