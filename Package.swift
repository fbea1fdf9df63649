// swift-tools-version: 6.2
import PackageDescription

/// A target that runs on the main actor: everything from the events up is single-threaded.
let onMainActor: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

let package = Package(
  name: "mortise",
  products: [.executable(name: "mortise", targets: ["mortise"])],
  targets: [
    .target(
      name: "CNcurses",
      cSettings: [.define("NCURSES_WIDECHAR", to: "1"), .define("_GNU_SOURCE")],
      linkerSettings: [.linkedLibrary("panelw"), .linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
    .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),

    .target(name: "Markup", dependencies: ["CExpat", "CSimdJSON"]),
    .target(name: "Screen"),

    .target(name: "BlockModel", dependencies: ["Markup"]),
    .target(name: "Terminal", dependencies: ["CNcurses", "Screen"]),

    .target(name: "BlockFormats", dependencies: ["BlockModel", "Markup"]),
    .target(
      name: "BlockResources", path: "Resources",
      resources: [
        .embedInCode("blocks"), .embedInCode("messages.json"), .embedInCode("toolbox.json"),
      ]),
    .target(name: "BlockLibrary", dependencies: ["BlockFormats", "BlockModel", "BlockResources", "Markup"]),

    .target(name: "BlockEvents", dependencies: ["BlockModel", "BlockFormats", "Markup"], swiftSettings: onMainActor),
    .target(
      name: "BlockLayout", dependencies: ["BlockEvents", "BlockModel", "Screen"],
      swiftSettings: onMainActor),
    .target(
      name: "Workbench",
      dependencies: ["BlockLayout", "BlockEvents", "BlockLibrary", "BlockFormats", "BlockModel", "Markup"],
      swiftSettings: onMainActor),
    .target(
      name: "TerminalUI",
      dependencies: ["Workbench", "BlockLayout", "BlockEvents", "BlockLibrary", "BlockModel", "Terminal", "Screen"],
      swiftSettings: onMainActor),
    .executableTarget(
      name: "mortise",
      dependencies: ["TerminalUI", "Workbench", "BlockLibrary", "BlockFormats", "BlockModel", "Terminal", "Markup"],
      swiftSettings: onMainActor),

    .testTarget(name: "ScreenTests", dependencies: ["Screen"]),
    .testTarget(name: "TerminalTests", dependencies: ["Terminal", "TerminalTesting", "Screen"]),
    .target(
      name: "TerminalTesting", dependencies: ["Terminal", "Screen"], path: "Tests/Support/TerminalTesting"),
    .executableTarget(
      name: "terminal-probe", dependencies: ["Terminal", "Screen"], path: "Tests/Support/terminal-probe"),
    .testTarget(name: "MarkupTests", dependencies: ["Markup"]),
    .testTarget(
      name: "BlockFormatsTests", dependencies: ["BlockFormats", "BlockLibrary", "BlockModel", "Markup"]),
    .testTarget(name: "FilesTests", dependencies: ["Workbench", "FileTesting"]),
    .target(name: "FileTesting", path: "Tests/Support/FileTesting"),
    .testTarget(name: "EndToEndTests", dependencies: ["mortise", "FileTesting"], path: "Tests/EndToEnd"),
    .testTarget(name: "BlockLibraryTests", dependencies: ["BlockLibrary", "BlockFormats", "BlockModel", "Markup"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
