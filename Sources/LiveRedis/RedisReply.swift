import LiveSession
import Markup

/// A reply of a Redis server.
package nonisolated indirect enum RedisReply: Sendable {
  case text([UInt8])
  case integer(Int)
  case list([RedisReply])
  case null
  /// An error, which begins with its kind in capitals.
  case error(String)

  var bytes: [UInt8]? { if case .text(let bytes) = self { bytes } else { nil } }
  var string: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
  var integer: Int? { if case .integer(let number) = self { number } else { nil } }
  /// An integer that can be a number of the log; see `JSONValue.bounds`.
  var count: Int? { integer.flatMap { JSONValue.bounds.contains($0) ? $0 : nil } }
  var elements: [RedisReply]? { if case .list(let elements) = self { elements } else { nil } }
}
