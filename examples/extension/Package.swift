// swift-tools-version: 6.2
import PackageDescription

/// An editor with a block, an event, listeners and a module of its own: see docs/extending.md.
let package = Package(
  name: "notes-editor",
  dependencies: [.package(name: "mortise", path: "../..")],
  targets: [
    .target(
      name: "NotesExtension", dependencies: [.product(name: "Mortise", package: "mortise")],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "notes-editor", dependencies: ["NotesExtension"], swiftSettings: [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "NotesExtensionTests",
      dependencies: ["NotesExtension", .product(name: "MortiseTesting", package: "mortise")],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
