-- Runs a program: see docs/develop/runtimes.md for the lines on descriptors 3 and 4.
local commands, reports = assert(io.open('/dev/fd/3', 'r')), assert(io.open('/dev/fd/4', 'w'))
local start = commands:read('l')
local size = tonumber(start:match('"code":(%d+)'))
-- Reading nothing would wait for something.
local code = size > 0 and commands:read(size) or ''
-- Breakpoints, those whose conditions are asked of Mortise, and statements at which nothing stops.
local breakpoints, asked, passed, mode, until_ = {}, {}, {}, start:match('"do":"(%a+)"'), 0
local now, first, last, depth, count, time, clock = 0, 0, 0, 0, 0, os.time(), os.clock()
local watch, is_watched, functions = {}, {}, {}
local getinfo, getlocal, read = debug.getinfo, debug.getlocal, io.read
local os_time, os_clock, exit = os.time, os.clock, os.exit
local plain_text, plain_print = tostring, print
-- Finding a level of the stack takes as long as the level is high, so that looking at all of them takes too long.
local most_levels = 2000

-- Modules come from Lua's own folders and then from this one, if there is one.
local modules = table.remove(arg, 1)
for key, endings in pairs {path = {'/?.lua', '/?/init.lua'}, cpath = {'/?.so'}} do
  local places = {}
  for place in package[key]:gmatch('[^;]+') do
    if place:sub(1, 1) == '/' then places[#places + 1] = place end
  end
  for _, ending in ipairs(modules ~= '' and endings or {}) do places[#places + 1] = modules .. ending end
  package[key] = table.concat(places, ';')
end

local function set_breakpoints(line)
  local list = line:match('"breakpoints":%[([%d,]*)%]')
  if not list then return end
  breakpoints, asked, passed = {}, {}, {}
  for n in list:gmatch('%d+') do breakpoints[tonumber(n)] = true end
  for n in (line:match('"asked":%[([%d,]*)%]') or ''):gmatch('%d+') do asked[tonumber(n)] = true end
end

for name in start:match('"watch":%[(.-)%]'):gmatch('[%w_]+') do
  watch[#watch + 1], is_watched[name] = name, true
end
set_breakpoints(start)

local function quote(text)
  if not utf8.len(text) then text = text:gsub('[\128-\255]', '?') end
  return '"' .. text:gsub('[%c"\\\127]', function(c) return ('\\u%04x'):format(c:byte()) end) .. '"'
end

local function cut(text)
  if not utf8.len(text) then text = text:gsub('[\128-\255]', '?') end
  local ending = utf8.len(text) and utf8.offset(text, 201)
  return ending and ending <= #text and text:sub(1, utf8.offset(text, 200) - 1) .. '…' or text
end

local function show(value, level)
  if type(value) == 'string' then
    -- No character is split.
    local part = #value > 1000 and value:sub(1, 1000):gsub('[\192-\255][\128-\191]*$', '') or value
    return cut('"' .. part:gsub('["\\]', '\\%0'):gsub('\n', '\\n') .. '"')
  elseif type(value) ~= 'table' then
    -- The sign of NaN is undefined.
    if value ~= value then return 'nan' end
    return value == nil and 'null' or type(value) == 'function' and 'function' or cut(tostring(value))
  end
  local text = ''
  for index = 1, #value do
    if #text > 200 or level == 0 then
      text = text .. ', …'
      break
    end
    text = text .. (index > 1 and ', ' or '') .. show(value[index], (level or 4) - 1)
  end
  return cut('[' .. text .. ']')
end

local named = {['\t'] = '\\t', ['\n'] = '\\n', ['\r'] = '\\r', ['\\'] = '\\\\'}
local most_text = 1 << 23

-- Texts in lists, and lists, are shown as in Python.
local function quoted(text)
  local sign = text:find("'", 1, true) and not text:find('"', 1, true) and '"' or "'"
  return sign .. text:gsub('[%c\\' .. sign .. ']', function(c)
    return named[c] or (c == sign and '\\' .. c) or ('\\x%02x'):format(c:byte())
  end) .. sign
end

local function is_list(value)
  return type(value) == 'table' and not getmetatable(value) and (value[1] ~= nil or next(value) == nil)
end

local function list_text(list)
  local parts, size, open, around = {'['}, 0, {}, {}
  local index, count = 0, #list
  open[list] = true
  while true do
    if size > most_text then
      -- A list may be in others very often.
      parts[#parts + 1] = '…' .. (']'):rep(#around + 1)
      break
    elseif index == count then
      parts[#parts + 1], open[list] = ']', nil
      if #around == 0 then break end
      list, index, count = table.unpack(table.remove(around))
    else
      index = index + 1
      local item, text, inner = list[index], nil, nil
      if type(item) == 'string' then text = quoted(item)
      elseif not is_list(item) then text = plain_text(item)
      elseif open[item] then text = '[...]'
      else text, inner = '[', item end
      parts[#parts + 1], size = index > 1 and ', ' .. text or text, size + #text
      if inner then
        open[inner], around[#around + 1] = true, {list, index, count}
        list, index, count = inner, 0, #inner
      end
    end
  end
  return table.concat(parts)
end

function tostring(...)
  local value = ...
  return is_list(value) and list_text(value) or plain_text(...)
end

function print(...)
  local values = table.pack(...)
  for index = 1, values.n do
    if is_list(values[index]) then values[index] = list_text(values[index]) end
  end
  plain_print(table.unpack(values, 1, values.n))
end

local function object(list)
  local parts = {}
  for key, text in pairs(list) do parts[#parts + 1] = quote(tostring(key)) .. ':' .. quote(text) end
  return '{' .. table.concat(parts, ',') .. '}'
end

-- The variables, those of loops included: they are local to the code at a level of the stack.
local function variables(level)
  local result = {}
  for _, name in ipairs(watch) do
    if _G[name] ~= nil then result[name] = show(_G[name]) end
  end
  local info = getinfo(level, 'u')
  local index = info and info.nparams + 1
  while info do
    local name, value = getlocal(level, index)
    if not name then break end
    if is_watched[name] then result[name] = show(value) end
    index = index + 1
  end
  return result
end

-- The functions of the program that are being called, from the given level of the stack on.
local function calls(level)
  local parts = {}
  while #parts < 100 and level < most_levels do
    local info = getinfo(level, 'fS')
    if not info then break end
    local n = functions[info.func]
    if n then
      local arguments = {}
      for index = 1, getinfo(level, 'u').nparams do
        local _, value = getlocal(level, index)
        arguments[index] = quote(show(value))
      end
      local line = (getinfo(level + 1, 'l') or {}).currentline or 0
      parts[#parts + 1] = ('{"function":%d,"line":%d,"arguments":[%s]}'):format(n, line, table.concat(arguments, ','))
    end
    level = level + 1
  end
  return '[' .. table.concat(parts, ',') .. ']'
end

-- Returns the first level above the stack.
local function height()
  local last, above = 1, 2
  while getinfo(above, 'l') do last, above = above, 2 * above end
  while above - last > 1 do
    local middle = (last + above) // 2
    if getinfo(middle, 'l') then last = middle else above = middle end
  end
  return above
end

-- An order is answered at once, so neither process waits for long. Returns whether it is another one than to
-- go on as before.
local function obey(level)
  local line = commands:read('l')
  if not line then exit(1) end
  set_breakpoints(line)
  local order = line:match('"do":"(%a+)"')
  if order == 'go' then return false end
  mode, until_, first = order, tonumber(line:match('"until":(%d+)') or 0), now
  last, depth = tonumber(line:match('"last":(%d+)') or now), level
  if until_ > 0 then breakpoints[until_] = true end
  passed = {}
  return true
end

local log = start:find('"records":true', 1, true) and make_log(start, code, show, reports)

function os.exit(...)
  if log then log.send() end
  reports:flush()
  exit(...)
end
local leave = os.exit

local function report(message, level)
  if log then log.tick() end
  reports:write(('{"at":%d%s}\n'):format(now, message))
  reports:flush()
  local has_order = level and obey(level)
  time, clock = os_time(), os_clock()
  return has_order
end

local function check(n, condition)
  local why
  if breakpoints[n] and n ~= until_ then
    local fine, result = true, true
    if condition and not asked[n] then fine, result = pcall(condition) end
    why = not fine and tostring(result) or result and 'stop' or nil
  end
  local function stop()
    io.stdout:flush()
    local state = (',"stop":%s,"variables":%s,"calls":%s'):format(quote(why), object(variables(5)), calls(5))
    return report(state, height() - 4)
  end
  -- A breakpoint, whatever the order was. It isn't one if the program goes on as before.
  if why and stop() then return end
  why = nil
  if mode == 'into' or n == until_ then
    why = 'step'
  elseif mode == 'over' and not getinfo(depth + 2, 'l') and not (first <= n and n <= last and getinfo(depth + 1, 'l')) then
    why = 'step'
  elseif mode == 'out' and not getinfo(depth + 1, 'l') then
    why = 'step'
  end
  if why then stop() end
end

function _b(n, condition)
  now, count = n, count + 1
  if count & 63 == 0 and (os_clock() - clock >= 0.03 or os_time() ~= time) then report('', depth) end
  if mode ~= 'run' or breakpoints[n] then check(n, condition) end
end
if log then
  local portion, send = log.portion, log.send
  local looked = clock
  local function look_after()
    if word_count > portion then send() end
    local present = os_clock()
    -- Sooner again where statements take long.
    local pause = present - looked < 0.01 and interval or interval // 16
    looked = present
    if present - clock >= 0.03 or os_time() ~= time then report('', depth) end
    due = word_count + pause
  end
  function _b(n, condition)
    local place = word_count + 1
    words[place] = n
    word_count = place
    now = n
    if place >= due then look_after() end
    if passed[n] then return end
    if mode ~= 'run' or breakpoints[n] then check(n, condition) else passed[n] = true end
  end
end
if start:find('"hooks":true', 1, true) then
  local questions = 0
  io.read = function(...)
    questions = questions + 1
    io.stdout:flush()
    report((',"asks":%d'):format(questions), depth)
    local result = table.pack(read(...))
    if log then
      for index = 1, result.n do log.read(result[index]) end
    end
    report('', depth)
    return table.unpack(result, 1, result.n)
  end
end
-- With a base, `tonumber` knows no fractions, which prompts for numbers may get.
local to_number = tonumber
tonumber = function(value, base, ...)
  if base == 10 and type(value) == 'string' and not value:find('[^%d%s.+-]') then return to_number(value) end
  return to_number(value, base, ...)
end
function _f(n, f)
  functions[f] = n
  return f
end
-- Keeps the call of a function from replacing its caller on the stack.
function _c(...) return ... end

local function fail(message)
  message = tostring(message)
  local lines, level, inner = {}, 2, nil
  while #lines < 100 and level < most_levels do
    local info = getinfo(level, 'Sl')
    if not info then break end
    if info.source == '=program' then
      lines[#lines + 1] = info.currentline
      inner = inner or level
    end
    level = level + 1
  end
  local line, rest = message:match('^program:(%d+): (.*)')
  -- A hook did what the program wanted.
  rest = rest or message:match('^%(command line%):%d+: (.*)')
  rest = rest or message
  -- The log needs room on the stack, too.
  if rest:find('too many results to unpack', 1, true) then rest = 'stack overflow' end
  if #lines == 0 then lines[1] = line end
  -- On a full stack there may be no room to look at values.
  local has_variables, found = pcall(variables, (inner or level) + 2)
  local has_calls, called = pcall(calls, 4)
  return {rest, table.concat(lines, ','), has_variables and object(found) or '{}', has_calls and called or '[]'}
end

local chunk, problem = load(code, '=program', 't')
local fine, result = chunk ~= nil, nil
if chunk then fine, result = xpcall(chunk, fail) else result = fail(problem) end
io.stdout:flush()
if fine then leave(0, true) end
if type(result) ~= 'table' then
  -- When memory runs out, nothing describes the error, until there is some again. Even a call can need some.
  for index = 1, #watch do _G[watch[index]] = nil end
  collectgarbage()
  result = {tostring(result), '', '{}', '[]'}
end
if result[1]:find('interrupted!$') then leave(130) end
report((',"error":%s,"kind":"","lines":[%s],"variables":%s,"calls":%s'):format(
  quote(result[1]:sub(1, 1000)), result[2], result[3], result[4]))
leave(1)
