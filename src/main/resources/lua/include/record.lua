-- record: the packed records of a task; docs/store.md has the layout, SpecCodec and StateCodec the other side.
local FORMAT = 1
local SPEC_HEAD, SPEC_SIZE = '>BBBc3c8I6I6', 26
local SUBMITTED_READY, HAS_EXPIRY, HAS_LABELS, UNINTERRUPTIBLE = 1, 2, 4, 8
local STATE_HEAD, STATE_SIZE = '>BBBc3I6I2I4I3BI2I8I2I6I6I6I6I4BI3', 66
local LINE, LINE_SIZE = '>I6BBI3I2BI8', 22
local FIRST_LINES, LAST_LINES = 9, 100
local STATE, MEMBER, LANE, DUE, RETRY, VERSION, ATTEMPT, LOST, REPLAYS = 2, 3, 4, 5, 6, 7, 8, 9, 10
local TOKEN, NODE, READY_AT, STARTED_AT, ENDED_AT, DEADLINE, HEARTBEAT, FLAGS, OMITTED, LINES =
  11, 12, 13, 14, 15, 16, 17, 18, 19, 20
local RESULT_OMITTED, DETACHED = 1, 2
local RETRY_FLAG, HAS_NOTE = 128, 16

local function has(flags, flag)
  return flags % (2 * flag) >= flag
end

local agreed_format

-- Whether a record is of a format that the nodes have agreed on and this release does not know: it is no damage, and is
-- left as it is for those that do.
local function newer(record)
  local format = record and record:byte(1) or 0
  if format <= FORMAT then
    return false
  end
  agreed_format = agreed_format or tonumber(redis.call('HGET', P .. 'settings', 'format') or FORMAT)
  return format <= agreed_format
end

local function readable_spec(spec)
  return #spec >= SPEC_SIZE and spec:byte(1) == FORMAT
end

-- The state of a task that no action but fire has touched, as its spec implies it.
local function untouched(spec)
  local _, flags, priority, lane, _, created, due = struct.unpack(SPEC_HEAD, spec)
  local ready = has(flags, SUBMITTED_READY)
  return {
    FORMAT, ready and READY or PENDING, priority, lane, due, 0, 1, 0, 0, 0, 0, 0, ready and created or 0, 0, 0, 0, 0, 0, 0, '',
  }
end

local function readable_state(packed)
  if #packed < STATE_SIZE or (#packed - STATE_SIZE) % LINE_SIZE ~= 0 then
    return false
  end
  local format, state = packed:byte(1, 2)
  return format == FORMAT and state >= PENDING and state <= EXPIRED
end

-- A stored state as a table of positions; nil where it cannot be read.
local function unpack_state(packed)
  if not readable_state(packed) then
    return nil
  end
  local s = { struct.unpack(STATE_HEAD, packed) }
  s[LINES] = packed:sub(STATE_SIZE + 1)
  return s
end

-- The state of a task as a table of positions; nil where a record cannot be read.
local function state_of(spec, packed)
  if not readable_spec(spec) then
    return nil
  end
  if not packed then
    return untouched(spec)
  end
  return unpack_state(packed)
end

local function pack_state(s)
  return struct.pack(STATE_HEAD, unpack(s, 1, OMITTED)) .. s[LINES]
end

local function flags_of(spec)
  return spec:byte(2)
end

-- The labels of a spec that has some, each as key=value.
local function labels_of(spec)
  local at = has(flags_of(spec), HAS_EXPIRY) and SPEC_SIZE + 7 or SPEC_SIZE + 1
  local labels, count = {}, spec:byte(at)
  at = at + 1
  for _ = 1, count do
    local size = struct.unpack('>I2', spec, at)
    labels[#labels + 1] = spec:sub(at + 2, at + 1 + size)
    at = at + 2 + size
  end
  return labels
end

-- The member that stands for a task in due and ready ZSets: priority and retry flag, lane, id.
local function member_of(id, s)
  return string.char(s[MEMBER]) .. s[LANE] .. id
end

local function line_count(s)
  return #s[LINES] / LINE_SIZE
end

-- at, from × 16 + to, status and note flag, attempt, node, by, aux (token of a start, duration of an end)
local function line_at(s, index)
  return struct.unpack(LINE, s[LINES], (index - 1) * LINE_SIZE + 1)
end

-- The field in notes of the index-th line that is kept; lines are numbered over all that ever were.
local function note_field(id, s, index)
  local ordinal = index <= FIRST_LINES and index or index + s[OMITTED]
  return id .. '\0' .. ordinal
end

-- Lines between the first and the last ones are dropped with their notes, so that no history grows without bound.
local function drop_middle_line(id, s)
  local _, _, marks = line_at(s, FIRST_LINES + 1)
  if has(marks, HAS_NOTE) then
    gather('HDEL', P .. 'notes', note_field(id, s, FIRST_LINES + 1))
  end
  local start = FIRST_LINES * LINE_SIZE
  s[LINES] = s[LINES]:sub(1, start) .. s[LINES]:sub(start + LINE_SIZE + 1)
  s[OMITTED] = s[OMITTED] + 1
end

-- The one place where a task changes its state: the line of its history, its version.
local function move(id, s, at, to, status, by, aux, note)
  local marks = status
  s[LINES] = s[LINES]
    .. struct.pack(LINE, at, s[STATE] * 16 + to, note == '' and marks or marks + HAS_NOTE, s[ATTEMPT], s[NODE], by, aux)
  s[STATE], s[VERSION] = to, s[VERSION] + 1
  if note ~= '' then
    gather('HSET', P .. 'notes', note_field(id, s, line_count(s)), note)
  end
  if line_count(s) > FIRST_LINES + LAST_LINES then
    drop_middle_line(id, s)
  end
end

-- The errors of the last ten failed attempts are kept whole, of older ones 200 characters.
local WHOLE_NOTES, SHORT_NOTE = 10, 200
local function shorten_old_notes(id, s)
  local failures = 0
  for index = line_count(s), 1, -1 do
    local _, _, marks = line_at(s, index)
    local status = marks % 16
    if status >= 2 and status <= 4 then
      failures = failures + 1
      if failures > WHOLE_NOTES then
        local field = note_field(id, s, index)
        local note = has(marks, HAS_NOTE) and redis.call('HGET', P .. 'notes', field)
        if note and #note > SHORT_NOTE then
          local reason_size = struct.unpack('>I2', note)
          local keep, characters = reason_size + 2, 0
          while keep < #note and characters < SHORT_NOTE do
            keep, characters = keep + 1, characters + 1
            while keep < #note and note:byte(keep + 1) >= 128 and note:byte(keep + 1) < 192 do
              keep = keep + 1 -- the rest of one UTF-8 character
            end
          end
          gather('HSET', P .. 'notes', field, note:sub(1, keep))
        end
        return -- the ones before were shortened when they came to this place
      end
    end
  end
end
