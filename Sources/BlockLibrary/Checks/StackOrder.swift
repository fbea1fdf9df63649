import BlockModel
import Glibc

/// The order of a program's stacks in its code.
package enum StackOrder {
  /// The slope of the line along which stacks are read: 3 degrees.
  private static let slope = sin(3 * Double.pi / 180)

  /// Returns the stacks from top to bottom; of two at about the same height, the left one first.
  package static func sorted(_ tops: [Block]) -> [Block] { indices(tops).map { tops[$0] } }

  /// Returns the stacks' indices in that order.
  package static func indices(_ tops: [Block]) -> [Int] {
    tops.enumerated().map { (key: $1.position.y + slope * $1.position.x, index: $0) }
      .sorted { ($0.key, $0.index) < ($1.key, $1.index) }.map(\.index)
  }
}
