-- The log of a run that is recorded: see docs/running.md for its items. They are written in the opcodes of pickle.
local items, item_count = {}, 0
-- The opcodes of whole numbers that were needed.
local wholes = {}
local make_log, whole

function whole(n)
  local text
  if n >= 0 and n < 256 then text = string.pack('BB', 0x4b, n)
  elseif n >= 0 and n < 65536 then text = string.pack('<BI2', 0x4d, n)
  elseif n >= -0x80000000 and n < 0x80000000 then return string.pack('<Bi4', 0x4a, n)
  else return string.pack('<BBi8', 0x8a, 8, n) end
  wholes[n] = text
  return text
end

function make_log(start, code, show, reports)
  local pack, concat, math_type, tostring, type, rawequal = string.pack, table.concat, math.type, tostring, type, rawequal
  local insert, remove, getinfo = table.insert, table.remove, debug.getinfo
  -- Larger texts and lists are missing.
  local longest, most_characters, most_items = 200, 4000000, 1000000
  -- The bytes that texts and lists may add to the log. They grow with time, so that nothing is slowed down by much more.
  local most_room, new_room = 1 << 28, 1 << 20
  local room = most_room
  -- The bytes of large items in the log, and what is sent at once.
  local large, portion, most_large = 0, 16384, 1 << 20
  -- The most bytes of a list before its items come one by one.
  local most_of_list = 3 << 22
  local has_unknown = code:find('_u(', 1, true) ~= nil
  local slots, globals, parameters = {}, {}, {}
  -- The lists, by themselves: {number, count, items as they were noted or nil, is_missing, is_plain}.
  local known, lists = setmetatable({}, {__mode = 'k'}), 0
  -- The lists by their numbers, and the numbers of those that the program hasn't dropped, as far as that is known.
  local by_number, living, most_living = setmetatable({}, {__mode = 'v'}), {}, 1024
  -- Long texts that were noted last, and how long those are that variables have.
  local texts, lengths, has_lengths, numbers, kept, added_key, added = {}, {}, false, 0, 0, nil, nil
  -- How many calls there are, and in how many those texts were set.
  local depth, depths = 0, {}

  for name, key in start:match('"slots":(%b[])'):gmatch('%["([%w_]+)",(%d+)%]') do
    slots[#slots + 1], globals[tonumber(key)] = {name, tonumber(key)}, true
  end
  for n, keys in start:match('"locals":(%b{})'):gmatch('"(%d+)":%[([%d,]*)%]') do
    parameters[tonumber(n)] = {}
    for key in keys:gmatch('%d+') do insert(parameters[tonumber(n)], tonumber(key)) end
  end

  local function send()
    if item_count == 0 then return end
    local text = concat(items, '', 1, item_count)
    item_count = 0
    if large > 0 then items, large = {}, 0 end
    reports:write('{"log":', #text + 6, '}\n\128\2](', text, 'e.')
    reports:flush()
  end

  local function has_room(cost)
    if cost > room then return false end
    room = room - cost
    return true
  end

  -- Short texts are often the same.
  local text_codes, text_count = {}, 0
  local function text_code(text)
    local code = text_codes[text]
    if code then return code end
    local valid = text
    if text:find('[\128-\255]') and not utf8.len(text) then valid = text:gsub('[\128-\255]', '?') end
    code = pack('<Bs4', 0x58, valid)
    if #text <= 40 then
      if text_count > 4096 then text_codes, text_count = {}, 0 end
      text_codes[text], text_count = code, text_count + 1
    end
    return code
  end

  local text_number, list_number

  -- Returns the opcodes of a value.
  local function note(value)
    local kind = type(value)
    if kind == 'number' then
      if math_type(value) == 'integer' then return wholes[value] or whole(value) end
      return pack('>Bd', 0x47, value)
    elseif kind == 'string' then
      if #value <= longest then return text_code(value) end
      local n = -text_number(value)
      return (wholes[n] or whole(n)) .. '\x85'
    elseif kind == 'boolean' then return value and '\x88' or '\x89'
    elseif kind == 'nil' then return 'N'
    elseif kind == 'table' then
      local n = list_number(value)
      return (wholes[n] or whole(n)) .. '\x85'
    end
    return text_code(show(value)) .. '\x85'
  end

  -- Most numbers are made of bytes that are there already, as new strings cost much: bytes, those that end a pair, small
  -- numbers, those that end a pair, and what begins a pair with a number of two or four bytes.
  local bytes, last_bytes, smalls, last_smalls, heads, long_heads = {}, {}, {}, {}, {}, {}
  for n = 0, 255 do
    bytes[n], last_bytes[n] = pack('B', n), pack('BB', n, 0x86)
    smalls[n], last_smalls[n] = pack('BB', 0x4b, n), pack('BBB', 0x4b, n, 0x86)
  end
  local function head(key)
    heads[key] = whole(key) .. 'M'
    return heads[key]
  end
  local function long_head(key)
    long_heads[key] = whole(key) .. 'J'
    return long_heads[key]
  end

  -- Notes a value that is no small whole number.
  local function pair(key, value)
    local kind, count, code = math_type(value), item_count, nil
    if kind == 'integer' and value >= -0x80000000 and value < 0x80000000 then
      items[count + 1] = long_heads[key] or long_head(key)
      items[count + 2], items[count + 3] = bytes[value & 255], bytes[value >> 8 & 255]
      items[count + 4], items[count + 5] = bytes[value >> 16 & 255], last_bytes[value >> 24 & 255]
      item_count = count + 5
      if count > portion then send() end
      return
    end
    if value == true then code = '\x88\x86'
    elseif value == false then code = '\x89\x86'
    elseif kind == 'float' then code = pack('>BdB', 0x47, value, 0x86)
    else
      code = note(value) .. '\x86'
      count = item_count
    end
    items[count + 1], items[count + 2] = wholes[key] or whole(key), code
    item_count = count + 2
    if count > portion then send() end
  end

  local function triple(kind, number, code)
    local count = item_count
    items[count + 1], items[count + 2] = wholes[kind] or whole(kind), wholes[number] or whole(number)
    items[count + 3], items[count + 4] = code, '\x87'
    item_count = count + 4
    if count > portion then send() end
  end

  -- Adds the opcodes of a value to a list of them, and returns how many there are then.
  local function append(codes, count, value)
    if math_type(value) == 'integer' and value >= 0 and value < 65536 then
      if value < 256 then
        codes[count + 1] = smalls[value]
        return count + 1
      end
      codes[count + 1], codes[count + 2], codes[count + 3] = 'M', bytes[value & 255], bytes[value >> 8]
      return count + 3
    end
    codes[count + 1] = value == true and '\x88' or value == false and '\x89' or note(value)
    return count + 1
  end

  -- Notes a change of an item, which `begin` begins.
  local function place(begin, index, value)
    -- A list or text is noted before that.
    local code
    if value == true then code = '\x88'
    elseif value == false then code = '\x89'
    elseif not math_type(value) then code = note(value) end
    local count = item_count
    if index < 65536 then
      items[count + 1], items[count + 2], items[count + 3] = begin, bytes[index & 255], bytes[index >> 8]
      count = count + 3
    else
      items[count + 1], items[count + 2] = begin:sub(1, -2), whole(index)
      count = count + 2
    end
    if code then
      items[count + 1] = code
      count = count + 1
    else count = append(items, count, value) end
    items[count + 1] = 't'
    item_count = count + 1
    if count > portion then send() end
  end

  -- Notes opcodes that may be many.
  local function long(kind, number, code)
    if #code > most_large then send() end
    triple(kind, number, code)
    large = large + #code
    if large > most_large then send() end
  end

  function text_number(text)
    for _, each in ipairs(texts) do
      if rawequal(each[1], text) then return each[2] end
    end
    numbers = numbers + 1
    local n = numbers
    if #text > most_characters or not has_room(#text) then
      triple(-14, n, whole(#text))
      return n
    end
    long(-9, n, text_code(text))
    insert(texts, {text, n})
    kept = kept + #text
    while #texts > 8 or kept > most_characters and #texts > 1 do kept = kept - #remove(texts, 1)[1] end
    return n
  end

  local function miss(list, entry)
    triple(-7, entry.number, whole(#list))
    entry.is_missing, entry.items = true, nil
  end

  -- What can't change, but for the items of a list.
  local function is_plain(value)
    local kind = type(value)
    return kind ~= 'function' and kind ~= 'userdata' and kind ~= 'thread'
  end

  -- Notes the items of a list.
  local function look(list, entry)
    local count = #list
    entry.count = count
    if count > most_items or not has_room(8 * count) then return miss(list, entry) end
    entry.items, entry.is_plain = has_unknown and table.move(list, 1, count, 1, {}) or nil, true
    local codes, code_count, total, index = {}, 0, 0, 1
    while index <= count and total < most_of_list do
      local value = list[index]
      code_count = append(codes, code_count, value)
      if type(value) == 'string' then total = total + #codes[code_count]
      elseif not is_plain(value) then entry.is_plain = false end
      total, index = total + 10, index + 1
    end
    long(-3, entry.number, '](' .. concat(codes) .. 'e')
    for index = index, count do place(entry.insert, index - 1, list[index]) end
  end

  -- Tells which lists the program has dropped.
  local function drop()
    local old = living
    living = {}
    for _, n in ipairs(old) do
      if by_number[n] then living[#living + 1] = n else triple(-8, n, 'K\0') end
    end
    most_living = math.max(1024, 2 * #living)
  end

  local function add(list)
    lists = lists + 1
    local code = whole(lists)
    known[list] = {number = lists, count = #list, set = '(' .. whole(-4) .. code .. 'M', insert = '(' .. whole(-5) .. code .. 'M'}
    by_number[lists] = list
    living[#living + 1] = lists
    if #living > most_living then drop() end
    return {list, #list > most_items and #list or 0}
  end

  -- Returns the next list in one that isn't known.
  local function next_inner(top)
    local list, index = top[1], top[2]
    local count = #list
    while index < count do
      index = index + 1
      local item = list[index]
      if type(item) == 'table' and not known[item] then
        top[2] = index
        return item
      end
    end
    top[2] = index
  end

  -- Returns the number of a list. Lists in it are noted before it, unless it is in them.
  function list_number(list)
    local entry = known[list]
    if entry then return entry.number end
    local work = {add(list)}
    while #work > 0 do
      local inner = next_inner(work[#work])
      if inner then work[#work + 1] = add(inner)
      else
        local done = remove(work)[1]
        look(done, known[done])
      end
    end
    return known[list].number
  end

  -- Notes what has changed in a list.
  local function look_again(list, entry)
    if entry.is_missing then return end
    local items, count = entry.items, #list
    if not has_room(count) then return miss(list, entry) end
    if items and entry.is_plain then
      local old, index = entry.count, 1
      while index <= old and index <= count and rawequal(items[index], list[index])
        and math_type(items[index]) == math_type(list[index]) do
        index = index + 1
      end
      if index > old and old == count then return end
    end
    for index = 1, count do
      if type(list[index]) == 'table' then list_number(list[index]) end
    end
    look(list, entry)
  end

  -- Returns what is known about a list that changes; nil if that isn't to be noted.
  local function changed(list)
    local entry = known[list]
    return entry and not entry.is_missing and entry or nil
  end

  local function told(text)
    local start = 1
    while start <= #text do
      local ending = start + portion - 1
      -- No character is split.
      for _ = 1, 3 do
        if ending < #text and text:byte(ending + 1) & 0xc0 == 0x80 then ending = ending - 1 end
      end
      local part = text:sub(start, ending)
      local length, wrong = utf8.len(part)
      while not length do
        part = part:sub(1, wrong - 1) .. '\u{fffd}' .. part:sub(wrong + 1)
        length, wrong = utf8.len(part, wrong + 3)
      end
      long(-11, 0, text_code(part))
      start = ending + 1
    end
  end

  -- Parameters are others after a call and a return. What is appended around a call was read before it, so a text that
  -- was set in the call doesn't count.
  local function leave(least)
    for key in pairs(lengths) do
      if not globals[key] or depths[key] >= least then lengths[key] = nil end
    end
    has_lengths = next(lengths) ~= nil
  end

  local function write_text(key, value)
    local more, count = added, #value
    added = nil
    if more and added_key == key and lengths[key] == count - #more and count <= most_characters
      and value:sub(-#more) == more then
      long(-10, key, text_code(more))
      lengths[key] = count
      return
    end
    pair(key, value)
    local last = texts[#texts]
    lengths[key] = count > longest and last and rawequal(last[1], value) and count or nil
    has_lengths, depths[key] = has_lengths or lengths[key] ~= nil, depth
  end

  local function unbind(key) triple(-13, key, 'K\0') end
  _z = unbind

  function _w(key, value)
    if value == nil and globals[key] then return unbind(key) end
    if math_type(value) == 'integer' and value >= 0 and value < 65536 and not has_lengths then
      local count = item_count
      if value < 256 then
        items[count + 1], items[count + 2] = wholes[key] or whole(key), last_smalls[value]
        item_count = count + 2
      else
        items[count + 1] = heads[key] or head(key)
        items[count + 2], items[count + 3] = bytes[value & 255], last_bytes[value >> 8]
        item_count = count + 3
      end
      if count > portion then send() end
      return
    elseif type(value) == 'string' then return write_text(key, value) end
    if has_lengths then lengths[key] = nil end
    pair(key, value)
  end

  -- Trimming a text gives a number besides, which Blockly's code passes on.
  function _v(n, value, more)
    if math_type(value) == 'integer' and value >= 0 and value < 65536 then
      local count = item_count
      if value < 256 then
        items[count + 1], items[count + 2] = wholes[n] or whole(n), last_smalls[value]
        item_count = count + 2
      else
        items[count + 1] = heads[n] or head(n)
        items[count + 2], items[count + 3] = bytes[value & 255], last_bytes[value >> 8]
        item_count = count + 3
      end
      if count > portion then send() end
    else pair(n, value) end
    if more ~= nil then return value, more end
    return value
  end

  function _t(key, value)
    added_key, added = key, (type(value) == 'string' or type(value) == 'number') and tostring(value) or nil
    if added == '' then added = nil end
    return value
  end

  function _a(n, ...)
    if has_lengths then leave(math.huge) end
    depth = depth + 1
    local codes = {...}
    for index = 1, select('#', ...) do codes[index] = note(codes[index]) end
    triple(-1, n, '](' .. concat(codes) .. 'e')
  end

  function _r(n, ...)
    if has_lengths then leave(depth) end
    depth = depth - 1
    triple(-2, n, note((...)))
    return ...
  end

  function _s(list, index, value)
    local entry = known[list]
    list[index] = value
    if not entry or entry.is_missing then return end
    local old, has_holes = entry.count, entry.has_holes
    if has_unknown and not is_plain(value) then entry.is_plain = false end
    if math_type(index) == 'float' and index == index // 1 and index >= 1 and index <= most_items then index = index // 1 | 0 end
    if math_type(index) == 'integer' and index >= 1 and index <= old + 1 and value ~= nil and not has_holes then
      if index <= old then place(entry.set, index - 1, value)
      elseif old < most_items and #list == index then
        place(entry.insert, old, value)
        entry.count = index
      else return look(list, entry) end
      if entry.items then entry.items[index] = value end
      return
    end
    if #list == old and not has_holes and value ~= nil and not (index == index // 1 and index > old) then return end
    -- Where items are missing in between, any change may change their number.
    entry.has_holes = true
    look(list, entry)
  end

  function _i(list, index, value, more)
    local entry = changed(list)
    if more == nil then insert(list, index, value) else insert(list, index, value, more) end
    if not entry then return end
    local count = #list
    if value == nil or entry.has_holes or count ~= entry.count + 1 then
      entry.has_holes = true
      return look(list, entry)
    end
    entry.count = count
    if count > most_items then return miss(list, entry) end
    place(entry.insert, (index // 1 | 0) - 1, value)
    if entry.items then insert(entry.items, index // 1 | 0, value) end
    if not is_plain(value) then entry.is_plain = false end
  end

  function _p(list, index)
    local entry = changed(list)
    local value = remove(list, index)
    if entry then
      local count = #list
      if entry.has_holes or count < entry.count - 1 then look(list, entry)
      elseif count < entry.count then
        local place = math.min(index and index // 1 | 0 or entry.count, entry.count)
        triple(-6, entry.number, whole(place - 1))
        entry.count = count
        if entry.items then remove(entry.items, place) end
      end
    end
    return value
  end

  -- Anything may have changed.
  function _u(n, ...)
    local all = {}
    for list in pairs(known) do all[#all + 1] = list end
    for _, list in ipairs(all) do look_again(list, known[list]) end
    for _, slot in ipairs(slots) do _w(slot[2], _G[slot[1]]) end
    for index, key in ipairs(parameters[n] or {}) do
      if index <= select('#', ...) then _w(key, (select(index, ...))) end
    end
    lengths, has_lengths = {}, false
  end

  local stdout = io.stdout
  local methods = getmetatable(stdout).__index
  local write_file, write = methods.write, io.write
  local function tell(...)
    local parts = {...}
    for index, part in ipairs(parts) do
      if math_type(part) == 'float' then parts[index] = ('%.14g'):format(part) end
    end
    told(concat(parts))
  end
  function print(...)
    local parts = {...}
    for index = 1, select('#', ...) do parts[index] = tostring(parts[index]) end
    local text = concat(parts, '\t') .. '\n'
    told(text)
    write_file(stdout, text)
  end
  function io.write(...)
    local result = table.pack(write(...))
    if result[1] == stdout then tell(...) end
    return table.unpack(result, 1, result.n)
  end
  function methods.write(file, ...)
    local result = table.pack(write_file(file, ...))
    if result[1] == stdout then tell(...) end
    return table.unpack(result, 1, result.n)
  end

  return {
    portion = portion, send = send,
    read = function(value)
      if value ~= nil then long(-12, 0, text_code(tostring(value):sub(1, most_characters))) end
    end,
    tick = function()
      room = math.min(most_room, room + new_room)
      send()
    end,
  }
end
