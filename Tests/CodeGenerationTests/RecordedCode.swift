import BlockModel
import PtyDriver

@testable import CodeGeneration

/// Runs programs with hooks that change nothing.
final class RecordedCode {
  /// The languages whose runs can be recorded.
  static let languages = ["python", "javascript", "lua"]

  private let id: String
  private let language: GeneratorLanguage
  private let process: LineProgram

  init(_ id: String) throws {
    self.id = id
    language = try GeneratedProgram.language(id)
    let (interpreter, script) =
      switch id {
      case "python": ("python3", "run-code.py")
      case "lua": ("lua5.4", "run-code.lua")
      default: ("node", "run-code.js")
      }
    let folder = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
    process = try LineProgram(
      [interpreter, folder + "/Interop/" + script], environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"])
  }

  /// The code of a program. Without hooks it is what `mortise generate` writes.
  func code(
    _ workspace: Workspace, showsValues: Bool? = nil, options: GenerationOptions = GenerationOptions()
  ) throws -> String {
    let numbers = BlockNumbers(workspace)
    var hooks = RunHooks(numbers: numbers)
    hooks.slots = RunSlots(workspace, numbers: numbers, in: language)
    hooks.showsValues = showsValues == true
    let generator = CodeGenerator(
      workspace, in: language, options: options, hooks: showsValues == nil ? nil : hooks)
    return String(decoding: try generator.generate().bytes, as: UTF8.self)
  }

  /// What programs print.
  /// - Parameter tells: whether the hooks print that they are called.
  func output(of codes: [String], tells: Bool = false) throws -> [String] {
    let start = Self.start(id, tells)
    return try codes.flatMap { code in
      let answer = try process.answer(to: Self.hexadecimal(Array((start + code).utf8)))
      return answer.split(separator: " ").map { String(decoding: Self.bytes(ofHexadecimal: $0), as: UTF8.self) }
    }
  }

  /// The hooks, and random numbers that are the same in each run.
  private static func start(_ id: String, _ tells: Bool) -> String {
    switch id {
    case "python":
      """
      import random
      random.seed(1)
      def _log(*values):
        if \(tells ? "True" : "False"): print(*values)
      def _b(n): _log('b', n)
      def _f(n, f): return f
      def _v(n, value):
        _log('v', n, value)
        return value
      def _a(n, *values): _log('a', n, *values)
      def _w(key, value): _log('w', key, value)
      def _r(n, *value):
        _log('r', n, *value)
        return value[0] if value else None
      def _t(key, value):
        _log('t', key, value)
        return value
      def _u(n, *values): _log('u', n, *values)
      def _s(value, list, index):
        list[index] = value
        _log('s', list, index, value)
      def _i(list, index, value):
        list.insert(index, value)
        _log('i', list, min(index, 99), value)
      def _p(list, index):
        value = list.pop(index)
        _log('p', list, index)
        return value

      """
    case "lua":
      """
      math.randomseed(1)
      local function show(value)
        if type(value) ~= 'table' then return tostring(value) end
        local texts = {}
        for i, item in ipairs(value) do texts[i] = show(item) end
        return '[' .. table.concat(texts, ', ') .. ']'
      end
      local function log(...)
        local texts = {}
        for i = 1, select('#', ...) do texts[i] = show((select(i, ...))) end
        if \(tells) then print(table.concat(texts, ' ')) end
      end
      function _b(n) log('b', n) end
      function _f(n, f) return f end
      function _v(n, ...) log('v', n, ...) return ... end
      function _c(...) return ... end
      function _a(...) log('a', ...) end
      function _w(key, value) log('w', key, value) end
      function _z(key) log('z', key) end
      function _r(...) log('r', ...) return select(2, ...) end
      function _t(key, text, ...) log('t', key, ...) return ... end
      function _g(n, key, value) log('v', n, value) return value end
      function _u(...) log('u', ...) end
      function _s(list, index, value) list[index] = value log('s', list, index, value) end
      function _i(list, index, ...) table.insert(list, index, ...) log('i', list, index, ...) end
      function _p(list, index)
        local value = table.remove(list, index)
        log('p', list, index)
        return value
      end

      """
    default:
      """
      var _seed = 1;
      Math.random = () => (_seed = _seed * 16807 % 2147483647) / 2147483647;
      var _show = (value) => Array.isArray(value) ? '[' + value.map(_show).join(', ') + ']' : String(value);
      var _log = (...values) => { if (\(tells)) window.alert(values.map(_show).join(' ')); };
      var _b = (n) => _log('b', n);
      var _f = (n, f) => f;
      var _v = (n, value) => (_log('v', n, value), value);
      var _a = (n, ...values) => { if (typeof n === 'number') _log('a', n, ...values); };
      var _w = (key, value) => _log('w', key, value);
      var _r = (n, ...value) => (_log('r', n, ...value), value[0]);
      var _t = (key, value) => (_log('t', key, value), value);
      var _u = (n, ...values) => _log('u', n, ...values);
      var _s = (list, index, value) => { list[index] = value; _log('s', list, index, value); };
      var _i = (list, index, value) => {
        list.splice(index, 0, value);
        _log('i', list, Math.min(index, 99), value);
      };
      var _p = (list, index) => {
        const value = list.splice(index, 1)[0];
        _log('p', list, index);
        return value;
      };

      """
    }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func bytes(ofHexadecimal text: Substring) -> [UInt8] {
    let digits = Array(text).map { $0.hexDigitValue ?? 0 }
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
