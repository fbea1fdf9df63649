extension [String] {
  /// The strings as alternatives, such as “a, b or c”.
  package var alternatives: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + self[count - 1]
  }
}
