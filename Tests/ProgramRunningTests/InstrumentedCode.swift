import CodeGeneration

@testable import ProgramRunning

/// The code of a program as `mortise generate` writes it, with a call around the code of each value that tells it. The
/// calls are put into the text where a plan's codes of values stand, which is another way than that of the generator's
/// hooks.
///
/// These can't be told:
/// - a value whose code stands in its statement more or less often than there are such values: Lua's `a[#a]`, and JavaScript's
///   `i` in `for (i = i; i <= 3; i++)`
/// - names of variables on the left of an assignment, and in lists of parameters and declarations, which are no values
/// - a statement of which a part stands in the line before, as Blockly ends no line behind JavaScript's `a.splice(1, 1);`
/// - a value with the same code as the value in it
/// - codes that overlap without being in each other, as one of them is no value there.
struct InstrumentedCode {
  private(set) var text = ""
  /// The blocks whose values are told, each with the first one of its statement that has the same code: which of them is
  /// which, the code doesn't say.
  private(set) var numbers: [Int: Int] = [:]

  private let language: String
  private let lines: [[UInt8]]
  /// The numbers of the lines of statements, by the statements' numbers.
  private var linesOfStatements: [Int: [Int]] = [:]

  private struct Place: Hashable {
    var line: Int
    var range: Range<Int>
    var block: Int
  }

  init(_ plan: RunPlan) {
    language = plan.language.id
    lines = plan.code.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    for line in lines.indices where !isDeclaration(lines[line]) {
      let number = plan.number(ofLine: line + 1)
      if number > 0 { linesOfStatements[number, default: []].append(line) }
    }
    for line in lines.indices.dropLast() where isRunOn(lines[line]) {
      linesOfStatements[plan.number(ofLine: line + 2)] = nil
    }
    var places: [Int: [Place]] = [:]
    for statement in linesOfStatements.keys {
      for place in self.places(in: statement, plan) {
        places[place.line, default: []].append(place)
      }
    }
    for line in lines.indices { text += instrumented(line, places[line] ?? []) + "\n" }
  }

  private func isDeclaration(_ line: [UInt8]) -> Bool {
    let text = String(decoding: line, as: UTF8.self).drop { $0 == " " }
    let beginnings = [
      "python": ["def ", "global ", "#"], "javascript": ["function ", "//"], "lua": ["function ", "--"],
    ]
    return beginnings[language]?.contains { text.hasPrefix($0) } != false
  }

  /// Whether another statement begins in a line.
  private func isRunOn(_ line: [UInt8]) -> Bool {
    language == "javascript" && [";var ", ";for "].contains { line.firstRange(of: Array($0.utf8)) != nil }
  }

  // MARK: - Places

  private mutating func places(in statement: Int, _ plan: RunPlan) -> [Place] {
    var blocks: [ArraySlice<UInt8>: [Int]] = [:]
    for number in statement...plan.numbers.last(in: statement) where plan.numbers.statement(of: number) == statement {
      if let code = plan.values?.code(of: number) { blocks[code, default: []].append(number) }
    }
    var found: [ArraySlice<UInt8>: [Place]] = [:]
    for (code, numbers) in blocks {
      var places: [Place] = []
      for line in linesOfStatements[statement] ?? [] {
        places += ranges(of: Array(code), in: lines[line]).map { Place(line: line, range: $0, block: numbers[0]) }
      }
      let hasInner = zip(numbers, numbers.dropFirst()).contains { plan.numbers.last(in: $0) >= $1 }
      if places.count == numbers.count, !hasInner { found[code] = places }
    }
    let all = found.values.flatMap { $0 }
    let crossing = Set(all.filter { place in all.contains { Self.cross(place, $0) } })
    let told = found.filter { crossing.isDisjoint(with: $0.value) }
    for code in told.keys {
      for number in blocks[code] ?? [] { self.numbers[number] = blocks[code]?.first }
    }
    return told.values.flatMap { $0 }
  }

  private static func cross(_ one: Place, _ other: Place) -> Bool {
    guard one.line == other.line, one.range != other.range, one.range.overlaps(other.range) else {
      return one.line == other.line && one.range == other.range && one.block != other.block
    }
    let common = one.range.clamped(to: other.range)
    return common != one.range && common != other.range
  }

  /// Returns where a code stands in a line, but for parts of words and texts, and for what is assigned to.
  private func ranges(of code: [UInt8], in line: [UInt8]) -> [Range<Int>] {
    guard line.count >= code.count else { return [] }
    let isInText = Self.texts(in: line)
    return (0...line.count - code.count).compactMap { start in
      let end = start + code.count
      guard !isInText[start], line[start..<end].elementsEqual(code) else { return nil }
      if start > 0, Self.isWord(line[start - 1]) || line[start - 1] == Self.point, Self.isWord(code[0]) { return nil }
      if end < line.count, Self.isWord(line[end]), Self.isWord(code[code.count - 1]) { return nil }
      if end < line.count, line[end] == Self.point, Self.isDigit(code[code.count - 1]) { return nil }
      let rest = String(decoding: line[end...], as: UTF8.self).drop { $0 == " " }
      let isAssigned = ["=", "+=", "-=", "++", "--", "in "].contains(where: rest.hasPrefix) && !rest.hasPrefix("==")
      return isAssigned ? nil : start..<end
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80 || isDigit(byte)
      || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  private static let point = UInt8(ascii: ".")

  /// Whether each byte of a line is behind the quotation mark of a text.
  private static func texts(in line: [UInt8]) -> [Bool] {
    var quote: UInt8?
    var isEscaped = false
    return line.map { byte in
      let isInText = quote != nil
      if isEscaped {
        isEscaped = false
      } else if let mark = quote {
        if byte == mark { quote = nil } else if byte == UInt8(ascii: "\\") { isEscaped = true }
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
      }
      return isInText
    }
  }

  private func instrumented(_ line: Int, _ places: [Place]) -> String {
    var openings: [Int: String] = [:]
    var closings: [Int: String] = [:]
    for place in places.sorted(by: { $0.range.count > $1.range.count }) {
      openings[place.range.lowerBound, default: ""] += "_told(\(place.block), "
      closings[place.range.upperBound, default: ""] += ")"
    }
    var bytes: [UInt8] = []
    for index in 0...lines[line].count {
      bytes += Array(((closings[index] ?? "") + (openings[index] ?? "")).utf8)
      if index < lines[line].count { bytes.append(lines[line][index]) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: - Running

  /// A value that a block had, in the form of `TracedValue`.
  struct Told: Hashable {
    var block: Int
    var value: String
  }

  /// Runs the code.
  func run(with interpreter: Interpreter) throws -> [Told] {
    let (option, prologue) = Self.prologues[language] ?? ("", "")
    let process = try ChildProcess(
      interpreter.path, [option, prologue], environment: ProcessEnvironment.entries(beginningWith: [""]),
      timeLimit: .seconds(20))
    process.send(Array(text.utf8))
    process.endInput()
    let output = String(decoding: try process.readToEnd(limit: 64 << 20), as: UTF8.self)
    _ = try process.finish()
    return output.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 3, words[0] == "\u{1}", let block = Int(words[1]) else { return nil }
      return Told(block: block, value: String(words[2]))
    }
  }

  /// What reads the code and runs it, with the function that tells values. Lists are told three deep, and only the ends of
  /// long texts.
  private static let prologues = [
    "python": (
      "-c",
      """
      import struct, sys
      def _dump(v, level=3):
        if v is None: return 'n'
        if v is True or v is False: return str(v).lower()
        if isinstance(v, int): return 'i%d' % v if -1 << 63 <= v < 1 << 63 else '?'
        if isinstance(v, float): return 'fnan' if v != v else 'f%x' % struct.unpack('>Q', struct.pack('>d', v))
        if isinstance(v, str):
          b = v.encode()
          return 's%d:%s' % (len(b), b[-100:].hex())
        if isinstance(v, list): return '[' + ','.join([_dump(i, level - 1) for i in v] if level else ['…']) + ']'
        return '?'
      def _told(n, v):
        print('\\x01', n, _dump(v))
        return v
      sys.stdout.reconfigure(encoding='utf-8')
      exec(compile(sys.stdin.buffer.read(), 'program', 'exec'), globals())
      """
    ),
    "javascript": (
      "-e",
      """
      globalThis.window = globalThis;
      const {readFileSync, writeSync} = require('fs');
      const _dump = (v, level = 3) => {
        if (v == null) return 'n';
        if (typeof v === 'boolean') return String(v);
        if (typeof v === 'string') {
          // Halves of characters are as they are recorded.
          const whole = v.replace(/\\p{Surrogate}/gu, (c) => String.fromCodePoint(0x100000 + c.charCodeAt(0)));
          const bytes = Buffer.from(whole);
          return 's' + bytes.length + ':' + bytes.subarray(-100).toString('hex');
        }
        if (typeof v === 'number') {
          if (v !== v) return 'fnan';
          const view = new DataView(new ArrayBuffer(8));
          view.setFloat64(0, v);
          return 'f' + view.getBigUint64(0).toString(16);
        }
        if (!Array.isArray(v)) return '?';
        return '[' + (level ? Array.from(v, (i) => _dump(i, level - 1)) : ['…']).join(',') + ']';
      };
      const lines = [];
      const write = (text) => {
        for (let bytes = Buffer.from(text); bytes.length > 0;) {
          try { bytes = bytes.subarray(writeSync(1, bytes)); } catch (error) { if (error.code !== 'EAGAIN') throw error; }
        }
      };
      globalThis.alert = () => {};
      globalThis._told = (n, v) => {
        lines.push('\\x01 ' + n + ' ' + _dump(v) + '\\n');
        return v;
      };
      process.on('exit', () => write(lines.join('')));
      require('vm').runInThisContext(readFileSync(0, 'utf8'));
      """
    ),
    "lua": (
      "-e",
      """
      local function dump(v, level)
        if v == nil then return 'n' end
        if type(v) == 'boolean' then return tostring(v) end
        if math.type(v) == 'integer' then return 'i' .. v end
        if type(v) == 'number' then
          return v ~= v and 'fnan' or ('f%x'):format(string.unpack('>i8', string.pack('>d', v)))
        end
        if type(v) == 'string' then
          -- As it is recorded.
          if not utf8.len(v) then v = v:gsub('[\\128-\\255]', '?') end
          return 's' .. #v .. ':' .. v:sub(-100):gsub('.', function(c) return ('%02x'):format(c:byte()) end)
        end
        if type(v) ~= 'table' then return '?' end
        if level == 0 then return '[…]' end
        local parts = {}
        for i = 1, #v do parts[i] = dump(v[i], level - 1) end
        return '[' .. table.concat(parts, ',') .. ']'
      end
      function _told(n, ...)
        io.write('\\1 ', n, ' ', dump((...), 3), '\\n')
        return ...
      end
      load(io.read('a'))()
      """
    ),
  ]
}

extension RunRecording {
  /// The values of some blocks in their order, as far as it is known: those between two statements or changes of lists
  /// are in one group.
  /// - Parameter numbers: the blocks, with the numbers that stand for them.
  func told(of numbers: [Int: Int]) -> [[InstrumentedCode.Told]] {
    store.withLock { store in
      var groups: [UInt32: [InstrumentedCode.Told]] = [:]
      for (block, number) in numbers {
        guard let entries = store.histories[block]?.entries else { continue }
        for index in entries.startIndex..<entries.endIndex {
          let entry = entries[index]
          let value = dump(entry.value, at: entry.time, in: store, depth: 3)
          groups[entry.time, default: []].append(InstrumentedCode.Told(block: number, value: value))
        }
      }
      return groups.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  private func dump(_ stored: StoredValue, at time: UInt32, in store: borrowing RecordingStore, depth: Int) -> String {
    switch store.value(stored) {
    case .nothing: return "n"
    case .truth(let truth): return truth ? "true" : "false"
    case .integer(let integer) where plan.language.id == "javascript": return Self.dump(Double(integer))
    case .integer(let integer): return "i\(integer)"
    case .number(let number): return Self.dump(number)
    case .text(let text):
      let digits = text.utf8.suffix(100).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      return "s\(text.utf8.count):" + digits.joined()
    case .list(let list):
      if depth == 0 { return "[…]" }
      let items = store.list(list)?.items(at: time, 0..<Int.max >> 1) ?? []
      return "[" + items.map { dump($0, at: time, in: store, depth: depth - 1) }.joined(separator: ",") + "]"
    case .other(let text): return Int(text).map { "i\($0)" } ?? "?"
    case .missing: return "missing"
    }
  }

  private static func dump(_ number: Double) -> String {
    number.isNaN ? "fnan" : "f" + String(number.bitPattern, radix: 16)
  }
}
