import BlockModel

/// Finds statements that are repeated elsewhere in the program: at least three, of at least eight blocks.
package struct DuplicateStackRule: AdviceRule {
  package let id = "duplicate-stack"
  package let level = AdviceLevel.hint
  package init() {}

  private static let fewestStatements = 3
  private static let fewestBlocks = 8
  /// The number of places with the same beginning that are compared.
  private static let mostPlaces = 50

  /// The place of statements: the index of the sequence, and that of the first statement in it.
  private struct Place: Hashable {
    var sequence: Int
    var index: Int
  }

  package func findings(in program: AdvisedProgram) -> [AdviceFinding] {
    let sequences = program.sequences.filter { $0.count >= Self.fewestStatements }
    let hashes = sequences.map { $0.map { program.facts(of: $0).hash } }
    let places = Self.repeatedPlaces(hashes)
    if places.isEmpty { return [] }
    var findings: [AdviceFinding] = []
    var covered: Set<Place> = []
    for (sequence, statements) in sequences.enumerated() {
      for index in statements.indices.dropLast(Self.fewestStatements - 1) {
        let place = Place(sequence: sequence, index: index)
        guard let alike = places[Self.key(hashes[sequence], index)], !covered.contains(place) else { continue }
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

  /// Returns the places of each beginning that occurs more than once, by its key.
  private static func repeatedPlaces(_ hashes: [[UInt]]) -> [UInt: [Place]] {
    var first: [UInt: Place] = [:]
    first.reserveCapacity(hashes.reduce(0) { $0 + $1.count })
    var places: [UInt: [Place]] = [:]
    for (sequence, hashes) in hashes.enumerated() {
      for index in hashes.indices.dropLast(fewestStatements - 1) {
        let (key, place) = (key(hashes, index), Place(sequence: sequence, index: index))
        if let earlier = first[key] {
          places[key, default: [earlier]].append(place)
        } else {
          first[key] = place
        }
      }
    }
    return places
  }

  /// The key of a beginning: three statements.
  private static func key(_ hashes: [UInt], _ index: Int) -> UInt {
    hashes[index..<index + fewestStatements].reduce(0) { ($0 ^ $1) &* 0x9E37_79B9_7F4A_7C15 }
  }

  /// Returns how many statements from two places on are the same; 0 if they overlap.
  private func length(_ one: Place, _ other: Place, _ hashes: [[UInt]]) -> Int {
    let (first, second) = (hashes[one.sequence][one.index...], hashes[other.sequence][other.index...])
    let length = zip(first, second).prefix { $0 == $1 }.count
    guard one.sequence == other.sequence else { return length }
    return min(length, abs(one.index - other.index))
  }
}
