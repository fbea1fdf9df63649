import FileTesting
import Glibc
import Testing

/// What the library products offer is in PublicAPI.txt, so that a change of it is deliberate: it is written anew by
/// `RECORD=1 bin/test --filter PublicAPITests`, and looked at before it is committed.
@Suite struct PublicAPITests {
  private static let listPath = "Tests/Architecture/PublicAPI.txt"

  /// The products, as the package's description names them.
  private static let libraries: [String] = {
    let package = PackageFiles.text(of: "Package.swift")
    guard let list = package.firstMatch(of: #/let libraries = \[(?<names>[^\]]*)\]/#) else { return [] }
    return list.output.names.matches(of: #/"(?<name>\w+)"/#).map { String($0.output.name) }
  }()

  private static let files = PackageFiles.sources.filter { $0.isSwift && libraries.contains($0.target) }
  static let declarations = files.map { (file: $0, PublicDeclarations(of: $0)) }

  @Test func theListIsTrue() {
    var text = ""
    for library in Self.libraries {
      let lines = Self.declarations.filter { $0.file.target == library }.flatMap(\.1.list)
      #expect(!lines.isEmpty, "\(library) offers nothing")
      text += "# \(library)\n" + lines.sorted().map { $0 + "\n" }.joined() + "\n"
    }
    if Recording.isWanted, let file = fopen("\(PackageFiles.root)/\(Self.listPath)", "w") {
      fputs(text, file)
      fclose(file)
    }
    let listed = PackageFiles.text(of: Self.listPath).split(separator: "\n").map(String.init)
    let present = text.split(separator: "\n").map(String.init)
    let difference = present.difference(from: listed).map { change in
      switch change {
      case .insert(_, let line, _): "\n  + \(line)"
      case .remove(_, let line, _): "\n  - \(line)"
      }
    }
    #expect(
      difference.isEmpty,
      "the public API changed; if that is meant, run RECORD=1 bin/test --filter PublicAPITests:\(difference.joined())")
  }

  @Test func onlyAOneRecords() {
    #expect(Recording.isWanted("1"))
    for value in [nil, "", "0"] { #expect(!Recording.isWanted(value)) }
  }

  @Test func everyFileIsReadToItsEnd() {
    #expect(Self.files.count > 200)
    for (file, declarations) in Self.declarations where !declarations.isWhole { Issue.record("\(file.path)") }
  }

  /// Everything that an importer of a library meets in its declarations can be imported too.
  @Test func whatLibrariesImportIsOffered() {
    let others: Set<String> = [
      "Archives", "BlockResources", "CTerminal", "CExpat", "CHiredis", "CSimdJSON", "CNcurses", "CFiles", "CProcess",
      "CResources",
    ]
    for file in Self.files {
      for module in file.imports.map(\.module) where Layers.floors[module] != nil && !others.contains(module) {
        #expect(Self.libraries.contains(module), "\(file.path) imports \(module)")
      }
    }
  }

  @Test func declarationsAreFound() {
    let text = """
      public struct A: B {
        public private(set) var first = [1, 2].map { $0 }
        public let second: Int
        private var third: Int { 3 }
        public static let fourth = A(
          first: 1)
        public init(
          first: Int = 1, _ body: () -> Void
        ) throws(C) where D: E {
          public var none = 1
        }
        public enum F { case g(Int), h }
        package func i() {}
      }
      public protocol J {
        var k: Int { get set }
        func l()
      }
      extension A: R,
        S where T == U
      {
        public static func == (one: A, other: A) -> Bool { true }
        func m() {}
        func q(open: Int) {}
        open func n<T>(_ t: T) -> [T]
        where T: J { [] }
      }
      enum O { case p }
      """
    let declarations = PublicDeclarations(of: SourceFile(path: "Sources/X/A.swift", text: text))
    #expect(declarations.isWhole)
    #expect(
      declarations.list == [
        "public struct A: B", "A: public private(set) var first", "A: public let second: Int",
        "A: public static let fourth", "A: public init(first: Int = 1, _ body: () -> Void) throws(C) where D: E",
        "A: public enum F", "A.F: case g(Int), h", "public protocol J", "J: var k: Int { get set }", "J: func l()",
        "A: public static func == (one: A, other: A) -> Bool",
        "A: open func n<T>(_ t: T) -> [T] where T: J",
      ])
  }
}
