// swift-tools-version: 6.2
import PackageDescription

/// Two editors on Mortise: a small one, and one with a block, an event, a format, keys, windows and commands of its own. See
/// docs/develop/extending.md.
let package = Package(
  name: "notes-editor",
  dependencies: [.package(name: "mortise", path: "../..")],
  targets: [
    .executableTarget(
      name: "greeting-editor", dependencies: [.product(name: "Mortise", package: "mortise")],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
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
