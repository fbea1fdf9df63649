import CodeGeneration

@testable import ProgramRunning

extension InstrumentedCode {
  /// A value that a block had, with its kind: numbers by their bits, texts by their bytes.
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
    case .made, .missing: return "missing"
    }
  }

  private static func dump(_ number: Double) -> String {
    number.isNaN ? "fnan" : "f" + String(number.bitPattern, radix: 16)
  }
}
