import BlockModel

/// Puts the chunks of a program together: indentation, definitions, and Blockly's rules for blank lines.
struct CodeWriter {
  private let generator: CodeGenerator
  private let output: ByteArena
  private var lines: [Int32] = []
  /// The block of the line that is being written; -1 for none.
  private var lineBlock: Int32 = -1
  private var lineStart = 0
  /// The number of line breaks at the end.
  private var breaks = 0
  private var squeezes = false

  init(generator: CodeGenerator) {
    self.generator = generator
    output = ByteArena(capacity: generator.out.count + generator.out.count / 2 + (1 << 10))
  }

  mutating func write(_ stacks: [Fragment]) -> GeneratedCode {
    let language = generator.language
    writeDefinitions()
    squeezes = false
    if let main = language.main { plain(main.before) }
    let depth = language.main == nil ? 0 : 1
    for (index, stack) in stacks.enumerated() {
      if index > 0 { line(break: depth) }
      write(stack)
    }
    if let main = language.main { plain(main.after) }
    return finish()
  }

  /// Writes the line break between two stacks.
  private mutating func line(break depth: Int) {
    // Blockly indents the empty line, unless it ends the line before.
    if output.count == lineStart, depth > 0 { output.append(UInt8(ascii: " "), times: 2 * depth) }
    newLine()
  }

  private mutating func writeDefinitions() {
    var definitions: [CodeGenerator.Definition] = []
    var imports: [String] = []
    for definition in generator.definitions {
      switch definition {
      case .helper where generator.options.omitsHelpers: continue
      case .imported(let line) where generator.language.putsImportsFirst: imports.append(line)
      default: definitions.append(definition)
      }
    }
    squeezes = generator.language.putsImportsFirst
    if squeezes { plain(imports.joined(separator: "\n") + "\n\n") }
    for (index, definition) in definitions.enumerated() {
      if index > 0 { plain("\n\n") }
      switch definition {
      case .text(let text), .helper(let text), .imported(let text): plain(text)
      case .function(let fragment): write(fragment)
      }
    }
    if squeezes {
      // Blockly takes all line breaks off the end before it adds three.
      while breaks < 3 { newLine(always: true) }
    } else {
      plain("\n\n\n")
    }
  }

  private mutating func plain(_ text: String) {
    var first = true
    for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if !first { newLine() }
      first = false
      if part.isEmpty { continue }
      output.append(String(part))
      breaks = 0
    }
  }

  private mutating func write(_ fragment: Fragment) {
    var index = fragment.first
    while index >= 0 {
      let chunk = generator.chunks[Int(index)]
      write(chunk)
      if index == fragment.last { return }
      index = chunk.next
    }
  }

  private mutating func write(_ chunk: Chunk) {
    let source = generator.out
    var start = Int(chunk.start)
    let end = Int(chunk.end)
    if chunk.isInner, output.count > lineStart { output.append(UInt8(ascii: " "), times: 2) }
    while start < end {
      var stop = start
      while stop < end, source.base[stop] != UInt8(ascii: "\n") { stop += 1 }
      if output.count == lineStart {
        output.append(UInt8(ascii: " "), times: 2 * Int(chunk.depth))
        if chunk.depth > 0 { breaks = 0 }
        lineBlock = chunk.block
      }
      if stop > start {
        output.append(start, stop - start, of: source)
        breaks = 0
      }
      if stop < end { newLine() }
      start = stop + 1
    }
  }

  private mutating func newLine(always: Bool = false) {
    if squeezes, !always, breaks >= 2 { return }
    var count = output.count
    while count > lineStart, output.base[count - 1] == UInt8(ascii: " ") || output.base[count - 1] == UInt8(ascii: "\t")
    {
      count -= 1
    }
    output.shrink(to: count)
    output.append(UInt8(ascii: "\n"))
    lineStart = output.count
    lines.append(lineBlock)
    lineBlock = -1
    breaks += 1
  }

  /// Takes blank lines off the beginning and the end.
  private mutating func finish() -> GeneratedCode {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    var end = output.count
    if lineStart < end { lines.append(lineBlock) }
    var start = 0
    var cursor = 0
    var skipped = 0
    while cursor < end, isBlank(output.base[cursor]) {
      if output.base[cursor] == UInt8(ascii: "\n") {
        skipped += 1
        start = cursor + 1
      }
      cursor += 1
    }
    while end > start, isBlank(output.base[end - 1]) { end -= 1 }
    // What follows the last line break is kept if nothing but a line break stands before it.
    if let newline = (end..<output.count).first(where: { output.base[$0] == UInt8(ascii: "\n") }) {
      end = newline + 1
    } else {
      end = output.count
    }
    let length = max(0, end - start)
    let bytes = Array(UnsafeBufferPointer(start: output.base + start, count: length))
    let count = bytes.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) } + (bytes.last.map { $0 == 10 ? 0 : 1 } ?? 0)
    let blocks = lines.dropFirst(skipped).prefix(count).map { $0 < 0 ? nil : generator.blocks[Int($0)] }
    let variables = Dictionary(generator.usedVariables.map { ($0.generated, $0.name) }) { first, _ in first }
    return GeneratedCode(bytes: bytes, lines: Array(blocks), variables: variables, problems: generator.problems)
  }
}
