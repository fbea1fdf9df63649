-- The log of a run that is recorded: see docs/develop/runtimes.md for its items. Most are words, which cost one number in a table
-- each. All others are written in the opcodes of pickle.
local words, word_count = {}, 0
-- How many words there are when the runtime looks after the log and the time, and after how many more it does so again.
local due, interval = 256, 256
local make_log

function make_log(start, code, show, reports)
  local pack, concat, math_type, tostring, type, rawequal = string.pack, table.concat, math.type, tostring, type, rawequal
  local insert, remove, unpack = table.insert, table.remove, table.unpack
  -- The highest bits of words: for a value that is true or false, for one that is a list, for a block that reads a
  -- variable; for an item of a list that is set, and what is added if it is inserted.
  local yes, no, list_kind, read_kind, set_kind, insert_kind = 1 << 60 | 1, 1 << 60, 2 << 60, 3 << 60, 4 << 60, 2 << 60
  -- The lists whose numbers have room in a word.
  local most_listed = 1 << 16
  -- Larger texts and lists are missing.
  local longest, most_characters, most_items = 200, 4000000, 1000000
  -- The bytes that texts and lists may add to the log. They grow with time, so that nothing is slowed down by much more.
  local most_room, new_room = 1 << 28, 1 << 20
  local room = most_room
  -- The bytes of large items in the log, and what is sent at once.
  local large, portion, most_large = 0, 4096, 1 << 20
  -- The most bytes of a list before its items come one by one.
  local most_of_list = 3 << 22
  local has_unknown = code:find('_u(', 1, true) ~= nil
  local slots, globals, parameters = {}, {}, {}
  -- The lists, by themselves: {number, count, word or nil, items as they were noted or nil, is_missing, is_plain, has_holes}.
  local known, lists = setmetatable({}, {__mode = 'k'}), 0
  -- The lists by their numbers, and the numbers of those that the program hasn't dropped, if that is known.
  local by_number, living, most_living = setmetatable({}, {__mode = 'v'}), {}, 1024
  -- Long texts that were noted last, those that variables have, and what is added to one of them.
  local texts, held, numbers, kept, added_key, added = {}, {}, 0, 0, nil, nil

  for name, key in start:match('"slots":(%b[])'):gmatch('%["([%w_]+)",(%d+)%]') do
    slots[#slots + 1], globals[tonumber(key)] = {name, tonumber(key)}, true
  end
  for n, keys in start:match('"locals":(%b{})'):gmatch('"(%d+)":%[([%d,]*)%]') do
    parameters[tonumber(n)] = {}
    for key in keys:gmatch('%d+') do insert(parameters[tonumber(n)], tonumber(key)) end
  end

  -- The items that aren't words, in their order.
  local items, item_count = {}, 0
  -- The opcodes of small whole numbers that were needed, and those of calls.
  local wholes, calls = {}, {}

  local function send()
    if word_count == 0 then return end
    local parts, size = {'', ''}, 8 * word_count
    for first = 1, word_count, 8192 do
      local last = math.min(first + 8191, word_count)
      parts[#parts + 1] = pack('<' .. ('j'):rep(last - first + 1), unpack(words, first, last))
    end
    parts[#parts + 1] = concat(items, '', 1, item_count)
    parts[1] = '{"log":' .. size + #parts[#parts] + 11 .. '}\n\128\2]('
    parts[2], parts[#parts + 1] = pack('<BI4', 0x54, size), 'e.'
    word_count, item_count, due = 0, 0, interval
    if large > 0 then items, large = {}, 0 end
    reports:write(unpack(parts))
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

  local function whole(n)
    if n >= 0 and n < 65536 then
      wholes[n] = n < 256 and pack('BB', 0x4b, n) or pack('<BI2', 0x4d, n)
      return wholes[n]
    end
    if n >= -0x80000000 and n < 0x80000000 then return pack('<Bi4', 0x4a, n) end
    return pack('<BBi8', 0x8a, 8, n)
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

  -- Adds an item in one or two parts.
  local function add_item(code, rest)
    local count, place = item_count + 1, word_count + 1
    items[count] = code
    if rest then
      count = count + 1
      items[count] = rest
    end
    item_count, words[place], word_count = count, -1, place
    if place > portion then send() end
  end

  -- Notes a value that is neither true nor false nor a small whole number.
  local function pair(key, value)
    local list = known[value]
    if list then
      local count = word_count + 1
      words[count] = list_kind | key << 32 | list.number
      word_count = count
    elseif math_type(value) == 'float' then add_item(wholes[key] or whole(key), pack('>BdB', 0x47, value, 0x86))
    else
      local code = note(value)
      add_item(wholes[key] or whole(key), code .. '\x86')
    end
  end

  local function triple(kind, number, code)
    add_item((wholes[kind] or whole(kind)) .. (wholes[number] or whole(number)), code .. '\x87')
  end

  -- Notes that an item was set, or inserted.
  local function place(list, kind, index, value)
    local number
    if value == true then number = yes
    elseif value == false then number = no
    elseif math_type(value) == 'integer' and value >= 0 and value < 1 << 24 then number = value end
    if number and list.word then
      local count = word_count + 1
      words[count] = list.word + kind + (index << 24) + number
      word_count = count
      if count > portion then send() end
      return
    end
    -- A list or text is noted before that.
    local code = note(value)
    add_item('(' .. whole(kind == 0 and -4 or -5) .. whole(list.number) .. (wholes[index] or whole(index)), code .. 't')
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

  -- Whether a value can't change, except for the items of a list.
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
    local codes, total, index = {}, 0, 1
    while index <= count and total < most_of_list do
      local value = list[index]
      local code = note(value)
      if not is_plain(value) then entry.is_plain = false end
      codes[index], total, index = code, total + #code + 8, index + 1
    end
    long(-3, entry.number, '](' .. concat(codes) .. 'e')
    for index = index, count do place(entry, insert_kind, index - 1, list[index]) end
  end

  -- Reports the lists that the program has dropped.
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
    known[list] = {number = lists, count = #list, word = lists < most_listed and set_kind + (lists << 44) or nil}
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

  local function write_text(key, value)
    local more, text, count = added, held[key], #value
    added, held[key] = nil, nil
    if more and added_key == key and text and #text + #more == count and count <= most_characters then
      long(-10, key, text_code(more))
      held[key] = value
      return
    end
    pair(key, value)
    local last = texts[#texts]
    if count > longest and last and rawequal(last[1], value) then held[key] = value end
  end

  local function unbind(key) triple(-13, key, 'K\0') end
  _z = unbind

  function _w(key, value)
    if math_type(value) == 'integer' and value + 0x80000000 >> 32 == 0 then
      local count = word_count + 1
      words[count] = key << 32 | value & 0xffffffff
      word_count = count
    elseif value == true or value == false then
      local count = word_count + 1
      words[count] = key << 32 | (value and yes or no)
      word_count = count
    elseif value == nil and globals[key] then unbind(key)
    elseif type(value) == 'string' then write_text(key, value)
    else pair(key, value) end
  end

  -- Trimming a text gives a number besides, which Blockly's code passes on.
  function _v(n, value, more)
    if value == true or value == false then
      local count = word_count + 1
      words[count] = n << 32 | (value and yes or no)
      word_count = count
    elseif math_type(value) == 'integer' and value + 0x80000000 >> 32 == 0 then
      local count = word_count + 1
      words[count] = n << 32 | value & 0xffffffff
      word_count = count
    else pair(n, value) end
    if more ~= nil then return value, more end
    return value
  end

  -- Notes that a block has the value of a variable.
  function _g(n, key, value)
    local count = word_count + 1
    words[count] = read_kind | n << 32 | key
    word_count = count
    return value
  end

  -- If a variable's text is known, only the text added to it is noted.
  function _t(key, text, more)
    local is_known = held[key] and more ~= '' and rawequal(held[key], text)
    added_key, added = key, is_known and (type(more) == 'string' or math_type(more)) and tostring(more) or nil
    return more
  end

  function _a(n, ...)
    calls[n] = calls[n] or whole(-1) .. whole(n) .. '](e\x87'
    add_item(calls[n])
    for index, key in ipairs(parameters[n] or {}) do _w(key, (select(index, ...))) end
  end

  function _r(n, ...)
    triple(-2, n, note((...)))
    return ...
  end

  function _s(list, index, value)
    local entry = known[list]
    list[index] = value
    if not entry or entry.is_missing then return end
    local old, has_holes = entry.count, entry.has_holes
    if has_unknown and not is_plain(value) then entry.is_plain = false end
    local kind = math_type(index)
    if kind == 'float' and index == index // 1 and index >= 1 and index <= most_items then
      index, kind = index // 1 | 0, 'integer'
    end
    if kind == 'integer' and index >= 1 and index <= old + 1 and value ~= nil and not has_holes then
      if index <= old then place(entry, 0, index - 1, value)
      elseif old < most_items and #list == index then
        place(entry, insert_kind, old, value)
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
    place(entry, insert_kind, (index // 1 | 0) - 1, value)
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
