import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation

/// Reading and writing programs as text, beside XML, and the parse of a single line.
struct NotationBench {
  /// The length of the line, in characters, and the number of block types beside the stock ones.
  private static let lineLength = 200
  private static let typeCount = 1_000

  let sizes: [Int]

  func run(_ verdicts: inout Verdicts) throws {
    print("Writing and reading text, beside XML (medians)")
    var table = Table(
      ["blocks", "bytes", "write", "XML", "ratio", "read", "XML", "ratio", "both", "bound", ""])
    let factory = try StockBlocks.factory()
    let library = NotationLibrary(factory: factory)
    for size in sizes {
      let program = try ProgramReader.read(ProgramMaker.json(blocks: size), factory: factory).workspace
      let text = NotationWriter.write(program, library: library)
      let xml = ProgramWriter.write(program, style: .compact(.xml)).bytes
      guard try NotationWriter.write(NotationReader.read(text, library: library).workspace, library: library) == text
      else { throw Files.Failure(what: "a text that was read is written differently") }
      var (write, xmlWrite, read, xmlRead) = (Samples(), Samples(), Samples(), Samples())
      var (writeRatios, readRatios, ratios) = (Samples(), Samples(), Samples())
      for _ in 0..<max(15, min(101, 400_000 / size)) {
        let writing = seconds { NotationWriter.write(program, library: library) }
        let writingXML = seconds { ProgramWriter.write(program, style: .compact(.xml)) }
        let reading = try seconds { try NotationReader.read(text, library: library) }
        let readingXML = try seconds { try ProgramReader.read(xml, factory: factory) }
        write.add(writing)
        xmlWrite.add(writingXML)
        read.add(reading)
        xmlRead.add(readingXML)
        writeRatios.add(writing / writingXML)
        readRatios.add(reading / readingXML)
        ratios.add((writing + reading) / (writingXML + readingXML))
      }
      table.add([
        "\(program.blocks.count)", "\(text.count)", time(write.median), time(xmlWrite.median),
        fixed(writeRatios.median, 2), time(read.median), time(xmlRead.median), fixed(readRatios.median, 2),
        fixed(ratios.median, 2), Bound.text.cell,
        verdicts.check(.text, ratios.median, "\(size) blocks"),
      ])
    }
    table.show()
    try measureLine(&verdicts)
  }

  private func measureLine(_ verdicts: inout Verdicts) throws {
    print("Parsing a line of \(Self.lineLength) characters, with \(Self.typeCount) more block types (medians)")
    let factory = try StockBlocks.factory()
    try factory.load(json: Array(Self.definitions.utf8))
    var library: NotationLibrary?
    let preparing = seconds { library = NotationLibrary(factory: factory) }
    guard let library else { return }
    let end = " to left"
    var line = "move robot 500 by 1"
    while line.count < Self.lineLength - 30 { line += " + length of (x × 2)" }
    line += " + " + String(repeating: "1", count: Self.lineLength - line.count - end.count - 3) + end
    let bytes = Array(line.utf8)
    var samples = Samples()
    for _ in 0..<101 { samples.add(try seconds { try NotationReader.read(bytes, library: library) }) }
    var table = Table(["characters", "types", "library", "line", "bound", ""])
    table.add([
      "\(line.count)", "\(factory.definedTypes.count)", time(preparing), time(samples.median),
      Bound.line.cell, verdicts.check(.line, samples.median * 1000),
    ])
    table.show()
  }

  /// Statements and values with similar wordings.
  private static var definitions: String {
    let blocks = (0..<typeCount).map { number in
      let shape = number.isMultiple(of: 2) ? #""previousStatement":null,"nextStatement":null"# : #""output":null"#
      let verb = number.isMultiple(of: 2) ? "move robot \(number) by" : "sensor \(number) of"
      return """
        {"type":"own_\(number)","message0":"\(verb) %1 to %2",\(shape),"args0":[{"type":"input_value","name":"A"},
        {"type":"field_dropdown","name":"B","options":[["left","L"],["right","R"],["up","U"]]}]}
        """
    }
    return "[\(blocks.joined(separator: ","))]"
  }
}
