/// What a stack asks of what the whole program shares. Its code stays the same while its blocks and the answers do.
enum SharedRequest {
  /// A new name.
  case distinct(base: String, answer: Code)
  /// The name of a variable that is known by its name only: a parameter.
  case variable(String, answer: Code)
  case procedure(String, answer: Code)
  case helper(String, answer: Code)
  case imports([String])
  /// The definition of a function.
  case function(name: String, CodeSection)
}
