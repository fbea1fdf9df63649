import BlockLibrary
import BlockModel
import CodeGeneration
import MortiseFiles
import ProgramRunning
import RunTesting

/// The interpreter of a language, which says what the generated code of values gives.
struct ValueInterpreter {
  let factory: BlockFactory
  private let language: GeneratorLanguage
  private let interpreter: Interpreter
  private let options: GenerationOptions

  init(_ language: String, isZeroBased: Bool) throws {
    factory = try StockBlocks.factory()
    self.language = try CodeLanguages.standard.generators(of: language, factory: factory)
    guard let interpreter = Interpreter.find(for: [self.language.origin], searchPath: Interpreter.searchPath) else {
      throw RunScene.Missing(what: language)
    }
    self.interpreter = interpreter
    var options = GenerationOptions()
    options.isZeroBased = isZeroBased
    self.options = options
  }

  /// The code of the only block of a program, a value.
  func code(of workspace: Workspace) throws -> String {
    let code = try CodeGenerator(workspace, in: language, options: options).generate()
    return String(decoding: code.bytes, as: UTF8.self)
  }

  /// What values give, with their kinds; `failure` for errors.
  func values(of codes: [String], prologue: String) throws -> [String] {
    let process = try ChildProcess(
      interpreter.path, language.origin.id == "python" ? ["-c", driver] : ["-e", driver],
      environment: ProcessEnvironment.entries(beginningWith: [""]), timeLimit: .seconds(20))
    process.send(Array(([prologue] + codes).map { Self.hexadecimal($0) + "\n" }.joined().utf8))
    process.endInput()
    let answer = String(decoding: try process.readToEnd(limit: 64 << 20), as: UTF8.self)
    _ = try process.finish()
    let lines = answer.split(separator: "\n").map(String.init)
    guard lines.count == codes.count else {
      throw RunScene.Missing(what: "\(lines.count) answers: " + String(decoding: process.errorText, as: UTF8.self))
    }
    return lines
  }

  private static func hexadecimal(_ text: String) -> String {
    text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private var driver: String {
    switch language.origin.id {
    case "python": Self.python
    case "lua": Self.lua
    default: Self.javaScript
    }
  }

  private static let python = """
    import ast, re, signal, struct, sys
    def dump(v):
      if v is None: return 'n'
      if v is True or v is False: return str(v).lower()
      if isinstance(v, int): return 'i%d' % v
      if isinstance(v, float): return 'fnan' if v != v else 'f%x' % struct.unpack('>Q', struct.pack('>d', v))
      if isinstance(v, str): return 's' + '.'.join('%x' % ord(c) for c in v)
      if isinstance(v, list): return '[' + ','.join(map(dump, v)) + ']'
      return '?'
    def stop(*_): raise TimeoutError
    signal.signal(signal.SIGALRM, stop)
    prologue, *codes = [bytes.fromhex(line).decode() for line in sys.stdin]
    for code in codes:
      try:
        signal.alarm(1)
        space = {}
        tree = ast.parse(re.sub(r'(?m)^\\w+ = None$', '', code))
        last = tree.body.pop()
        exec(prologue, space)
        exec(compile(tree, 'program', 'exec'), space)
        print(dump(eval(compile(ast.Expression(last.value), 'program', 'eval'), space)))
      except Exception as error: print('failure')
      signal.alarm(0)
    """

  private static let javaScript = """
    const vm = require('vm');
    const dump = (v) => {
      if (v == null) return 'n';
      if (typeof v === 'boolean') return String(v);
      if (typeof v === 'string') return 's' + Array.from({length: v.length}, (_, i) => v.charCodeAt(i).toString(16)).join('.');
      if (typeof v === 'number') {
        if (v !== v) return 'fnan';
        const view = new DataView(new ArrayBuffer(8));
        view.setFloat64(0, v);
        return 'f' + view.getBigUint64(0).toString(16);
      }
      return typeof v === 'object' && 'length' in v ? '[' + Array.from(v, dump).join(',') + ']' : '?';
    };
    const [prologue, ...codes] = require('fs').readFileSync(0, 'utf8').trim().split('\\n').map(
      (line) => Buffer.from(line, 'hex').toString());
    for (const code of codes) {
      let answer = 'failure';
      try {
        const context = vm.createContext({});
        vm.runInContext(prologue, context);
        answer = dump(vm.runInContext(code, context, {timeout: 1000}));
      } catch {}
      console.log(answer);
    }
    """

  private static let lua = """
    local function dump(v)
      if v == nil then return 'n' end
      if type(v) == 'boolean' then return tostring(v) end
      if math.type(v) == 'integer' then return 'i' .. v end
      if type(v) == 'number' then return v ~= v and 'fnan' or ('f%x'):format(string.unpack('>i8', string.pack('>d', v))) end
      if type(v) == 'string' then return 's' .. v:gsub('.', function(c) return ('%x.'):format(c:byte()) end):sub(1, -2) end
      if type(v) ~= 'table' then return '?' end
      local parts = {}
      for i = 1, #v do parts[i] = dump(v[i]) end
      return '[' .. table.concat(parts, ',') .. ']'
    end
    local prologue
    for line in io.lines() do
      local code = line:gsub('%x%x', function(digits) return string.char(tonumber(digits, 16)) end)
      if not prologue then prologue = code else
        local space = setmetatable({}, {__index = _G})
        load(prologue, 'p', 't', space)()
        local program = load(code:gsub('local _ = ', 'return '), 'p', 't', space)
        debug.sethook(function() error('too slow') end, '', 3000000)
        local fine, answer = pcall(function() return dump((program())) end)
        debug.sethook()
        print(fine and answer or 'failure')
      end
    end
    """
}
