-- served: the last sign that each partition is served. Changes nothing.
-- KEYS[1] prefix of the group's keys
-- ARGV each partition: partition
-- Returns: ms:node for each; ms alone where an older release left it, nothing where nobody ever did.
-- Atomic: reads only.
-- @include group
local answer = {}
for i, stamp in ipairs(fields('served', ARGV)) do
  answer[i] = stamp or ''
end
return answer
