import MortiseScreen
import ProgramRunning

/// A summary of many values: the numbers among them as a line of block characters, and in words.
struct NumberSummary {
  private let count: Int
  private var numbers = 0
  private var (least, greatest) = (Double.infinity, -Double.infinity)
  /// The sum and count of the numbers in each part, which is a run of consecutive values.
  private var parts: [(sum: Double, count: Int)] = []
  private var added = 0
  /// The number of values in a part.
  private let share: Int

  private static let mostParts = 2048

  init(count: Int) {
    self.count = count
    share = max(1, (count + Self.mostParts - 1) / Self.mostParts)
  }

  mutating func add(_ value: RunValue) {
    if added.isMultiple(of: share) { parts.append((0, 0)) }
    added += 1
    let number: Double
    switch value {
    case .integer(let integer): number = Double(integer)
    case .number(let value) where value.isFinite: number = value
    default: return
    }
    numbers += 1
    (least, greatest) = (min(least, number), max(greatest, number))
    parts[parts.count - 1].sum += number
    parts[parts.count - 1].count += 1
  }

  private static let levels = Array("▁▂▃▄▅▆▇█")

  /// Returns the numbers as a line of characters, whose heights are proportional to the numbers. If there are too
  /// many numbers, each character shows the mean of several.
  /// - Returns: nil if there are fewer than two numbers.
  func line(columns: Int) -> String? {
    if numbers < 2 || columns < 1 { return nil }
    let shown = min(columns, parts.count)
    let span = greatest - least
    return String(
      (0..<shown).map { column -> Character in
        let range = column * parts.count / shown..<(column + 1) * parts.count / shown
        let (sum, count) = parts[range].reduce((0.0, 0)) { ($0.0 + $1.sum, $0.1 + $1.count) }
        if count == 0 { return " " }
        let height = span > 0 ? (sum / Double(count) - least) / span : 0.5
        return Self.levels[min(max(Int(height * Double(Self.levels.count)), 0), Self.levels.count - 1)]
      })
  }

  /// - Parameter last: the last value.
  func words(last: String) -> String {
    let values = count == 1 ? "1 value" : "\(count.grouped) values"
    if numbers == 0 { return "\(values), last \(last)" }
    let some = numbers == count ? "" : ", \(numbers.grouped) of them numbers"
    return "\(values)\(some), least \(Self.text(least)), greatest \(Self.text(greatest)), last \(last)"
  }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? number.description
  }
}
