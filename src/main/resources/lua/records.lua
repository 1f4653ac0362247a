-- records: ids of a piece of all records, for the audit. Changes nothing.
-- KEYS[1] prefix of the group's keys
-- ARGV cursor limit
-- Returns: the next cursor, '0' at the end, then ids.
-- Atomic: reads only; what is there throughout a walk is seen at least once.
-- @include group
local page = redis.call('HSCAN', P .. 'spec', ARGV[1], 'COUNT', ARGV[2])
local answer = { page[1] }
for i = 1, #page[2], 2 do
  if page[2][i] ~= '' then
    answer[#answer + 1] = page[2][i]
  end
end
return answer
