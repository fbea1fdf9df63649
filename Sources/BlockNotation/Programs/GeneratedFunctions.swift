/// Leaves out helper functions of generated Python. Their calls mean blocks.
struct GeneratedFunctions {
  typealias Statement = TextProgram.Statement

  /// The functions whose calls are in Resources/typed-aliases.json.
  private static let headers: Set<String> = [
    "def count_range(start, stop, step):", "def first_index(my_list, elem):",
    "def last_index(my_list, elem):", "def math_isPrime(n):", "def math_mean(myList):",
    "def math_standard_deviation(numbers):", "def lists_remove_random_item(myList):",
  ]

  private(set) var lines: [Statement] = []

  init(_ program: [Statement]) {
    var isLeftOut = false
    for line in program {
      if line.indentation == 0 { isLeftOut = Self.headers.contains(line.text) }
      if !isLeftOut { lines.append(line) }
    }
  }
}
