import MortiseScreen

extension CellGrid {
  /// The styles of the cells in some rows, or in all: a letter for each style, `.` for the plain one, and a legend of lines such as `a title`.
  /// Letters are assigned in the order in which styles appear.
  public func styleRows(_ shown: Range<Int>? = nil, names: (Style) -> String) -> (rows: [String], legend: [String]) {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    var letterOfStyle: [Style: Character] = [.plain: "."]
    var legend: [String] = []
    let rows = (shown ?? 0..<size.height).map { y in
      withRow(y) { row in
        var text = ""
        for cell in row {
          if let letter = letterOfStyle[cell.style] {
            text.append(letter)
            continue
          }
          let letter = legend.count < letters.count ? letters[legend.count] : "#"
          letterOfStyle[cell.style] = letter
          legend.append("\(letter) \(names(cell.style))")
          text.append(letter)
        }
        while text.last == "." { text.removeLast() }
        return text
      }
    }
    return (rows, legend)
  }
}
