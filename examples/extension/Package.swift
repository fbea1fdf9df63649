// swift-tools-version: 6.2
import PackageDescription

/// An editor with a block, an event, listeners and a module of its own, built on Mortise's products alone.
/// docs/extending.md explains it.
let mortise = [
  "AppModules", "BlockEditing", "BlockEvents", "BlockFormats", "BlockLayout", "BlockLibrary", "BlockModel",
  "MortiseFiles",
  "Markup", "ProgramJournal", "MortiseScreen", "MortiseTerminal", "TerminalUI", "Workbench",
].map { Target.Dependency.product(name: $0, package: "mortise") }

let package = Package(
  name: "notes-editor",
  dependencies: [.package(name: "mortise", path: "../..")],
  targets: [
    .target(name: "NotesExtension", dependencies: mortise, swiftSettings: [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "notes-editor", dependencies: mortise + ["NotesExtension"],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "NotesExtensionTests", dependencies: mortise + ["NotesExtension"],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
