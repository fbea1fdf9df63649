-- Runs programs for a test: see run-briefly.py.
local function fromHex(word) return (word:gsub('%x%x', function(digits) return string.char(tonumber(digits, 16)) end)) end
local function toHex(text) return (text:gsub('.', function(byte) return string.format('%02x', byte:byte()) end)) end

for line in io.lines() do
  local output = {}
  local environment = setmetatable({
    print = function(value) output[#output + 1] = tostring(value) .. '\n' end,
  }, {__index = _G})
  local program = load(fromHex(line), 'program', 't', environment)
  debug.sethook(function() error('too long') end, '', 500000)
  local succeeds = program and pcall(program)
  debug.sethook()
  print(toHex(table.concat(output):sub(1, 100000)) .. (succeeds and '' or '!'))
  io.flush()
end
