import FileTesting
import Glibc

/// Collects times and computes their median.
struct Samples {
  private var seconds: [Double] = []

  mutating func add(_ seconds: Double) { self.seconds.append(seconds) }

  /// The time that a share of the samples doesn't exceed.
  /// - Parameter percentile: the share in percent, from 1 to 100.
  func percentile(_ percentile: Int) -> Double {
    let sorted = seconds.sorted()
    return sorted.isEmpty ? 0 : sorted[(sorted.count * percentile + 99) / 100 - 1]
  }

  var median: Double {
    let sorted = seconds.sorted()
    return sorted.isEmpty ? 0 : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}

/// The time that something takes, in seconds, without freeing its result.
func seconds<Result>(_ body: () throws -> Result) rethrows -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  let result = try body()
  let time = start.duration(to: clock.now)
  withExtendedLifetime(result) {}
  return time / .seconds(1)
}

/// Collects whether figures keep to their limits.
struct Verdicts {
  private var figures: [String] = []
  private var failures: [String] = []

  /// Prints all figures in lines for scripts, separated by tabs, and the failures.
  /// - Returns: the exit status.
  func report() -> Int32 {
    for figure in figures { print("figure\t\(figure)") }
    for failure in failures { print("FAIL: \(failure)") }
    if failures.isEmpty { print("PASS: all figures keep to their bounds") }
    return failures.isEmpty ? 0 : 1
  }

  /// Records a figure, in the bound's unit.
  /// - Parameter detail: which figure of the measure it is; nil if there is one.
  /// - Returns: the table cell.
  mutating func check(_ bound: Bound, _ figure: Double, _ detail: String? = nil) -> String {
    let name = detail.map { "\(bound.name), \($0)" } ?? bound.name
    figures.append("\(name)\t\(fixed(figure, 3))\t\(bound.cell)")
    if bound.allows(figure) { return "PASS" }
    failures.append("\(name): \(bound.words(figure)), not \(bound.cell)")
    return "FAIL"
  }
}

/// A number with a fixed number of decimals.
func fixed(_ number: Double, _ digits: Int) -> String {
  if number < 0 { return "-" + fixed(-number, digits) }
  let scale = (0..<digits).reduce(1.0) { power, _ in power * 10 }
  let whole = Int((number * scale).rounded())
  if digits == 0 { return String(whole) }
  let part = String(whole % Int(scale))
  return "\(whole / Int(scale))." + String(repeating: "0", count: digits - part.count) + part
}

/// A time with a suitable unit.
func time(_ seconds: Double) -> String {
  seconds < 0.01
    ? fixed(seconds * 1000, 2) + " ms" : seconds < 1 ? fixed(seconds * 1000, 0) + " ms" : fixed(seconds, 2) + " s"
}

/// A text table; the first column is aligned left, the others right.
struct Table {
  private var rows: [[String]]

  init(_ header: [String]) { rows = [header] }

  mutating func add(_ row: [String]) { rows.append(row) }

  func show() {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      var line = ""
      for (column, cell) in row.enumerated() {
        let space = String(repeating: " ", count: widths[column] - cell.count)
        line += column == 0 ? cell + space : "  " + space + cell
      }
      print(line)
    }
    print("")
    fflush(nil)
  }
}

/// Reading and writing files.
enum Files {
  struct Failure: Error { let what: String }

  static func read(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else { throw Failure(what: "\(path) can't be read") }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    let length = ftell(file)
    rewind(file)
    var bytes = [UInt8](repeating: 0, count: length)
    guard fread(&bytes, 1, length, file) == length else { throw Failure(what: "\(path) can't be read") }
    return bytes
  }

  /// Calls `body` with the path of a temporary file with these bytes.
  static func withTemporary<Result>(
    _ bytes: [UInt8], named name: String = "program", _ body: (String) throws -> Result
  ) throws -> Result {
    // A folder of its own: the editor looks for journals beside the file.
    let folder = try TemporaryFolder()
    let path = folder.file(name)
    try write(bytes, to: path)
    defer { withExtendedLifetime(folder) {} }
    return try body(path)
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "w") else { throw Failure(what: "\(path) can't be written") }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Failure(what: "\(path) can't be written") }
  }
}
