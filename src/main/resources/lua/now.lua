-- now: the store's clock, where all scripts read it. Changes nothing.
-- KEYS[1] prefix of the group's keys
-- Returns: epoch microseconds.
-- Atomic: reads only.
-- @include group
return text_of(now_us)
