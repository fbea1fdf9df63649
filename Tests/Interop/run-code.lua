-- Runs programs for a test: a line with the code of each, in hexadecimal, is answered with a line of what each prints.
local function fromHex(word) return (word:gsub('%x%x', function(digits) return string.char(tonumber(digits, 16)) end)) end
local function toHex(text) return (text:gsub('.', function(byte) return string.format('%02x', byte:byte()) end)) end

for line in io.lines() do
  local answers = {}
  for word in line:gmatch('%x+') do
    local output = {}
    local environment = setmetatable({
      print = function(...)
        local texts = {}
        for index = 1, select('#', ...) do texts[index] = tostring((select(index, ...))) end
        output[#output + 1] = table.concat(texts, '\t') .. '\n'
      end,
    }, {__index = _G})
    local program = load(fromHex(word), 'program', 't', environment)
    if not (program and pcall(program)) then output[#output + 1] = 'failed\n' end
    local text = toHex(table.concat(output))
    answers[#answers + 1] = text == '' and '0a' or text
  end
  print(table.concat(answers, ' '))
  io.flush()
end
