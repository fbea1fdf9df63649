// swift-tools-version: 6.2
import PackageDescription

/// Programs that only bin/bench, bin/mortise --play, bin/pictures and bin/test --all need. bin/lib/build.sh builds them, in the build
/// folder of the project.
func mortise(_ products: String...) -> [Target.Dependency] {
  products.map { .product(name: $0, package: "mortise") }
}

let package = Package(
  name: "mortise-tools",
  dependencies: [.package(name: "mortise", path: "../..")],
  targets: [
    .executableTarget(
      name: "mortise-bench",
      dependencies: mortise(
        "Workbench", "BlockEditing", "BlockLayout", "BlockEvents", "BlockNotation", "BlockLibrary", "BlockFormats",
        "BlockModel", "CodeGeneration", "LiveSession", "ProgramAdvice", "ProgramDiff", "ProgramRunning", "MortiseFiles",
        "Markup",
        "CExpat", "CZlib",
        "FileTesting",
        "PtyDriver",
        "BlocklyCache", "RedisTesting", "RunTesting", "SeededTesting"),
      exclude: ["blockly-bench.js", "blockly-code.js"]),
    .executableTarget(
      name: "mortise-play",
      dependencies: mortise(
        "CasePlaying", "FileTesting", "MortiseFiles", "TerminalUI", "Workbench", "BlockEvents", "MortiseTerminal",
        "MortiseScreen"),
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "mortise-picture",
      dependencies: mortise(
        "CasePlaying", "FileTesting", "TerminalTesting", "MortiseFiles", "TerminalUI", "Workbench", "BlockEvents",
        "MortiseTerminal", "MortiseScreen"),
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "random-input",
      dependencies: mortise(
        "CasePlaying", "TerminalTesting", "SeededTesting", "MortiseFiles", "TerminalUI", "Workbench", "BlockEvents",
        "MortiseTerminal", "MortiseScreen"),
      swiftSettings: [.defaultIsolation(MainActor.self)]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
