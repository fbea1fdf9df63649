/// Unique names for the programs of a file.
enum DistinctNames {
  /// Returns the names, with numbers added to equal ones, and numbers for empty ones.
  static func of(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    return names.enumerated().map { index, name in
      let name = name.isEmpty ? String(index + 1) : name
      var own = name
      var number = 2
      while !taken.insert(own).inserted {
        own = "\(name) (\(number))"
        number += 1
      }
      return own
    }
  }
}
