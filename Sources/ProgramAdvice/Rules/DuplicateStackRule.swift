import BlockLibrary
import BlockModel

/// Finds statements that are repeated elsewhere in the program: at least three, of at least eight blocks.
public struct DuplicateStackRule: AdviceRule {
  public let id = "duplicate-stack"
  public let level = AdviceLevel.hint
  public init() {}

  private static let fewestStatements = 3
  private static let fewestBlocks = 8
  /// The number of places with the same beginning that are compared.
  private static let mostPlaces = 50

  /// The place of statements: the index of the sequence, and that of the first statement in it.
  private struct Place: Hashable {
    var sequence: Int
    var index: Int
  }

  public func findings(in program: AdvisedProgram) -> [AdviceFinding] {
    let sequences = Self.sequences(in: program)
    let hashes = sequences.map { $0.map { program.facts(of: $0).hash } }
    // The places of each beginning of three statements.
    var places: [[Int]: [Place]] = [:]
    for (sequence, hashes) in hashes.enumerated() {
      for index in hashes.indices.dropLast(Self.fewestStatements - 1) {
        places[Array(hashes[index..<index + Self.fewestStatements]), default: []]
          .append(Place(sequence: sequence, index: index))
      }
    }
    var findings: [AdviceFinding] = []
    var covered: Set<Place> = []
    for (sequence, statements) in sequences.enumerated() {
      for index in statements.indices.dropLast(Self.fewestStatements - 1) {
        let place = Place(sequence: sequence, index: index)
        if covered.contains(place) { continue }
        let alike = places[Array(hashes[sequence][index..<index + Self.fewestStatements])] ?? []
        guard alike.count > 1 else { continue }
        let others = alike.prefix(Self.mostPlaces).filter { $0 != place && !covered.contains($0) }
        let lengths = others.map { length(place, $0, hashes) }
        guard let longest = lengths.max(), longest >= Self.fewestStatements else { continue }
        let repeated = zip(others, lengths).filter { $0.1 == longest }.map(\.0)
        let blocks = statements[index..<index + longest].reduce(0) { $0 + program.facts(of: $1).count }
        guard blocks >= Self.fewestBlocks else { continue }
        for place in [place] + repeated {
          for offset in 0..<longest { covered.insert(Place(sequence: place.sequence, index: place.index + offset)) }
        }
        findings.append(
          AdviceFinding(
            self, at: statements[index].id, "", [.text("\(longest)"), .text("\(repeated.count + 1)")],
            repair: .extractFunction(
              firstID: statements[index].id, lastID: statements[index + longest - 1].id)))
      }
    }
    return findings
  }

  /// Returns how many statements from two places on are the same; 0 if they overlap.
  private func length(_ one: Place, _ other: Place, _ hashes: [[Int]]) -> Int {
    let (first, second) = (hashes[one.sequence][one.index...], hashes[other.sequence][other.index...])
    let length = zip(first, second).prefix { $0 == $1 }.count
    guard one.sequence == other.sequence else { return length }
    return min(length, abs(one.index - other.index))
  }

  /// The statements of all stacks and bodies that run, in reading order.
  private static func sequences(in program: AdvisedProgram) -> [[Block]] {
    PlacedBlocks(program.workspace.topBlocks).compactMap { block, surroundings in
      let isFirst = block.outputConnection == nil && block.superiorConnection.map { $0.sourceInput != nil } ?? true
      guard isFirst, !surroundings.isDisabled else { return nil }
      let statements = Block.statements(from: block)
      return statements.count < fewestStatements ? nil : statements
    }
  }
}
