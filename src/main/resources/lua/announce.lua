-- announce: a node has live handlers for these types.
-- KEYS[1] prefix of the group's keys
-- ARGV each type: type
-- Returns: now in ms.
-- Atomic: one write.
-- @include group
for _, type in ipairs(ARGV) do
  gather('ZADD', P .. 'handlers', now, type)
end
write_gathered()
return string.format('%.0f', now)
