import Testing

/// Every public declaration has a doc comment, which names the errors that it throws.
@Suite struct DocCommentTests {
  @Test func publicDeclarationsAreDescribed() {
    let violations = DocComments(of: PublicAPITests.declarations).violations
    #expect(violations.isEmpty, "here:\(violations.map { "\n  \($0)" }.joined())")
  }

  @Test func gapsAreFound() {
    #expect(
      gaps(
        """
        public struct A {
          /// Of use.
          public var b = 1
          public let c: Int
          public private(set) var d: Int { 1 }
          @discardableResult public init(
            e: Int
          ) {}
          var f: Int
        }
        /// Of use.
        @available(*, deprecated)
        @MainActor public protocol G {
          associatedtype H
          func i()
        }
        /// Of use.
        public enum J {
          /// Of use.
          case k
          case l, m
        }
        """) == [
          "1: there is no doc comment: public struct A", "4: there is no doc comment: public let c: Int",
          "5: there is no doc comment: public private(set) var d: Int",
          "6: there is no doc comment: @discardableResult public init(e: Int)",
          "14: there is no doc comment: associatedtype H", "15: there is no doc comment: func i()",
          "21: there is no doc comment: case l, m",
        ])
  }

  @Test func errorsMustBeNamed() {
    #expect(
      gaps(
        """
        extension A {
          /// Throws an `E`.
          public func b() throws(E) {}
          /// Of use.
          /// - Throws: `F` if it can't.
          /// - Returns: no `E`.
          public func c() throws(E) {}
          /// Of use.
          /// - Throws: if it can't, an
          ///   `E`.
          public init(_ body: () throws(F) -> Void) throws(E) {}
          /// Of use.
          public func d(_ body: () throws(F) -> Void) rethrows {}
          /// - Throws: what `body` throws.
          public func e<F: Error>(_ body: () throws(F) -> Void) throws(F) {}
          /// Of use.
          public var f: (Int) throws -> Void = { _ in }
        }
        """) == [
          "3: the comment does not name E after “- Throws:”: public func b() throws(E)",
          "7: the comment does not name E after “- Throws:”: public func c() throws(E)",
          "17: the comment does not name the errors after “- Throws:”: public var f: (Int) throws -> Void",
        ])
  }

  @Test func whatInheritsItsCommentNeedsNone() {
    #expect(
      gaps(
        """
        /// A protocol.
        public protocol P: CustomStringConvertible {
          /// A function.
          func f<A>(_ a: [A], at index: Int)
        }
        extension P {
          public func f<A>(_ a: [A], at index: Int) {}
          public var description: String { "" }
        }
        /// A class.
        public class B<C: P>: D, @unchecked Sendable where C: Hashable {
          public func hash(into hasher: inout Hasher) {}
        }
        class D: P {}
        extension B {
          public func f<A>(_ values: [A], at position: Int) {}
          public func f<A>(_ values: [A], after position: Int) {}
          public override func g() {}
          public struct E: Comparable {
            public static func < (one: E, other: E) -> Bool { false }
          }
        }
        """) == [
          "12: there is no doc comment: public func hash(into hasher: inout Hasher)",
          "17: there is no doc comment: public func f<A>(_ values: [A], after position: Int)",
          "19: there is no doc comment: public struct E: Comparable",
        ])
  }

  private func gaps(_ text: String) -> [String] {
    let file = SourceFile(path: "Sources/X/A.swift", text: text)
    return DocComments(of: [(file, PublicDeclarations(of: file))]).violations.map { "\($0.line): \($0.what)" }
  }
}
