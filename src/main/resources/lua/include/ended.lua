-- ended: belongs to every script that ends a task.
local function ended(id, s)
  s[ENDED_AT], s[DEADLINE], s[HEARTBEAT] = now, 0, 0
  gather('ZADD', ENDED_KEY[s[STATE]], NOW, id)
end
