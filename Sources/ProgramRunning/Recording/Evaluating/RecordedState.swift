/// What a program holds at one moment of its run, as far as it is recorded.
public protocol RecordedState {
  /// Returns the value of a variable by its name in the program, or of a parameter of the function that runs; nil if it
  /// has none.
  func value(ofVariable name: String) -> RecordedValue?
  /// Returns how many items a list has, by its number; nil if they are not recorded.
  func count(ofList list: Int) -> Int?
  /// Returns the items in a range, which begins with 0.
  func items(ofList list: Int, _ range: Range<Int>) -> [RecordedValue]
}
