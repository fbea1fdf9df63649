/// What a stack asks of what the whole program shares. Its code stays the same while its blocks and the answers do.
enum SharedRequest {
  /// A new name.
  case distinct(base: String, answer: String)
  /// The name of a variable that is known by its name only: a parameter.
  case variable(String, answer: String)
  case procedure(String, answer: String)
  case helper(String, answer: String)
  case imports([String])
  /// The definition of a function.
  case function(name: String, CodeSection)
}
