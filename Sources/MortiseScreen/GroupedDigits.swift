extension Int {
  /// The number with its digits in groups of three, such as 1,204,000.
  package var grouped: String {
    var text = self < 0 ? "-" : ""
    let digits = String(magnitude)
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }
}
