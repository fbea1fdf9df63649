import BlockFormats
import BlockLibrary
import BlockModel
import Glibc
import Markup

func readFile(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else {
    print("cannot open \(path)")
    return []
  }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0 { break }
    bytes += buffer[..<count]
  }
  return bytes
}
func run() {
  let arguments = Array(CommandLine.arguments.dropFirst())
  var defs: [[UInt8]] = []
  var out = ""
  var to: ProgramFormat?
  var pretty: Bool?
  var input = ""
  var i = 1
  while i < arguments.count {
    switch arguments[i] {
    case "--blocks":
      i += 1
      defs.append(readFile(arguments[i]))
    case "-o":
      i += 1
      out = arguments[i]
    case "--to":
      i += 1
      to = ProgramFormat(rawValue: arguments[i])
    case "--pretty": pretty = true
    default: input = arguments[i]
    }
    i += 1
  }
  do {
    let factory = try StockBlocks.factory(adding: defs)
    let clock = ContinuousClock()
    let bytes = readFile(input)
    var start = clock.now
    let program = try ProgramReader.read(bytes, factory: factory)
    let t1 = clock.now - start
    var style = program.style
    if let to, to != style.format {
      style = .compact(to)
      ProgramWriter.prepareForOtherFormat(program.workspace)
    }
    if pretty == true { style = .pretty(style.format) }
    start = clock.now
    let result = ProgramWriter.write(program.workspace, style: style)
    if getenv("T") != nil { print("read", t1, "write", clock.now - start, program.workspace.blocks.count) }
    let file = fopen(out, "w")
    fwrite(result.bytes, 1, result.bytes.count, file)
    fclose(file)
  } catch {
    print("error: \(error)")
    exit(1)
  }

}
run()
