// swift-tools-version: 6.2
import PackageDescription

/// A target that runs on the main actor: what shows, changes or saves a program is single-threaded.
let onMainActor: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

/// What apps are built on that bring blocks, events, mutators, listeners or modules of their own: see docs/develop/extending.md.
let libraries = [
  "AppModules", "BlockEditing", "BlockEvents", "BlockFormats", "BlockLayout", "BlockLibrary", "BlockModel",
  "BlockNotation", "CodeGeneration", "EventQueues", "LiveRedis", "LiveSession", "Markup", "MortiseCommandLine",
  "MortiseFiles", "MortiseScreen",
  "MortiseTerminal", "ProgramContainers",
  "ProgramAdvice", "ProgramDiff", "ProgramJournal", "ProgramRunning", "TerminalUI", "Workbench",
]

/// What the tests of apps are built on.
let testLibraries = ["PtyDriver", "TerminalTesting", "WorkbenchTesting"]

let package = Package(
  name: "mortise",
  products: [
    .executable(name: "mortise", targets: ["mortise"]), .library(name: "Mortise", targets: libraries),
    .library(name: "MortiseTesting", targets: testLibraries),
  ] + libraries.map { .library(name: $0, targets: [$0]) },
  targets: [
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .systemLibrary(name: "CFiles"),
    .target(name: "CResources"),
    .target(name: "CProcess", cSettings: [.define("_GNU_SOURCE")]),
    .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CHiredis", providers: [.apt(["libhiredis-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CLzma", providers: [.apt(["liblzma-dev"])]),
    .systemLibrary(name: "CYaml", providers: [.apt(["libyaml-dev"])]),
    .target(
      name: "CTerminal", dependencies: ["CNcurses"],
      cSettings: [.define("_GNU_SOURCE")],
      linkerSettings: [.linkedLibrary("panelw"), .linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),

    .target(name: "Markup", dependencies: ["EventQueues", "CExpat", "CSimdJSON"]),
    .target(name: "Archives", dependencies: ["CZlib", "CLzma", "CYaml"]),
    .target(name: "MortiseScreen"),
    .target(name: "EventQueues"),
    .target(name: "MortiseFiles", dependencies: ["CFiles"], swiftSettings: onMainActor),
    .target(name: "AppModules", dependencies: ["Markup"], swiftSettings: onMainActor),

    .target(name: "BlockModel", dependencies: ["EventQueues", "Markup"]),
    .target(name: "MortiseTerminal", dependencies: ["CTerminal", "Markup", "MortiseScreen"]),

    .target(name: "BlockFormats", dependencies: ["BlockModel", "EventQueues", "MortiseFiles", "Markup"]),
    .target(name: "BlockResources", dependencies: ["CResources"]),
    .target(name: "BlockLibrary", dependencies: ["BlockFormats", "BlockModel", "BlockResources", "Markup"]),

    .target(
      name: "BlockLayout", dependencies: ["BlockModel", "EventQueues", "Markup", "MortiseScreen"],
      swiftSettings: onMainActor),

    .target(
      name: "BlockNotation",
      dependencies: ["BlockFormats", "BlockLibrary", "BlockModel", "EventQueues", "Markup", "ProgramContainers"]),
    .target(
      name: "ProgramContainers", dependencies: ["Archives", "BlockFormats", "BlockModel", "CodeGeneration", "Markup"]),

    .target(
      name: "CodeGeneration", dependencies: ["BlockLibrary", "BlockModel", "BlockResources", "EventQueues", "Markup"]),

    .target(name: "BlockEvents", dependencies: ["BlockModel", "BlockFormats", "Markup"], swiftSettings: onMainActor),
    .target(
      name: "BlockEditing",
      dependencies: ["BlockEvents", "BlockLayout", "BlockLibrary", "BlockModel", "Markup", "MortiseScreen"],
      swiftSettings: onMainActor),
    .target(
      name: "ProgramAdvice",
      dependencies: ["BlockLayout", "BlockLibrary", "BlockModel", "BlockNotation", "BlockResources", "Markup"]),
    .target(
      name: "ProgramDiff",
      dependencies: [
        "BlockEditing", "BlockEvents", "BlockFormats", "BlockLayout", "BlockLibrary", "BlockModel", "BlockNotation",
        "Markup",
      ],
      swiftSettings: onMainActor),
    .target(
      name: "Workbench",
      dependencies: [
        "BlockEditing", "BlockLayout", "BlockEvents", "BlockNotation", "BlockLibrary", "BlockFormats", "BlockModel",
        "CodeGeneration", "EventQueues", "MortiseFiles", "Markup", "MortiseScreen", "ProgramAdvice",
        "ProgramContainers",
        "ProgramDiff",
      ],
      swiftSettings: onMainActor),
    .target(
      name: "ProgramJournal",
      dependencies: [
        "Workbench", "BlockEditing", "BlockEvents", "BlockFormats", "BlockModel", "MortiseFiles", "Markup",
      ],
      swiftSettings: onMainActor),
    .target(
      name: "LiveSession",
      dependencies: [
        "ProgramJournal", "ProgramRunning", "ProgramDiff", "Workbench", "BlockEditing", "BlockEvents",
        "ProgramContainers", "BlockFormats", "BlockModel", "BlockResources", "MortiseFiles", "Markup",
      ],
      swiftSettings: onMainActor),
    .target(
      name: "LiveRedis", dependencies: ["LiveSession", "CHiredis", "MortiseFiles", "Markup"],
      swiftSettings: onMainActor),
    .target(
      name: "ProgramRunning",
      dependencies: [
        "CodeGeneration", "BlockNotation", "BlockLibrary", "BlockModel", "CProcess", "MortiseFiles", "Markup",
        "MortiseScreen",
      ]),
    .target(
      name: "TerminalUI",
      dependencies: [
        "LiveSession", "ProgramAdvice", "ProgramJournal", "ProgramRunning", "Workbench", "BlockEditing", "BlockLayout",
        "BlockEvents",
        "BlockNotation", "BlockFormats", "ProgramContainers",
        "CodeGeneration", "BlockLibrary", "BlockModel", "BlockResources", "Markup", "MortiseTerminal", "MortiseScreen",
        "EventQueues",
        "AppModules", "MortiseFiles",
      ],
      swiftSettings: onMainActor),
    .target(
      name: "MortiseCommandLine",
      dependencies: [
        "LiveRedis", "LiveSession", "TerminalUI", "ProgramAdvice", "ProgramRunning", "ProgramDiff", "Workbench",
        "BlockLayout",
        "BlockEvents",
        "BlockNotation", "BlockResources", "ProgramContainers", "Archives",
        "CodeGeneration", "BlockLibrary", "BlockFormats", "BlockModel", "MortiseTerminal", "MortiseScreen", "Markup",
        "EventQueues", "AppModules", "MortiseFiles",
      ],
      swiftSettings: onMainActor),
    .executableTarget(name: "mortise", dependencies: ["MortiseCommandLine"], swiftSettings: onMainActor),

    .testTarget(
      name: "ArchitectureTests", dependencies: ["FileTesting"], path: "Tests/Architecture", exclude: ["PublicAPI.txt"]),
    .testTarget(name: "MortiseScreenTests", dependencies: ["MortiseScreen"]),
    .testTarget(name: "EventQueuesTests", dependencies: ["EventQueues", "SeededTesting"]),
    .testTarget(name: "AppModulesTests", dependencies: ["AppModules", "SeededTesting"], swiftSettings: onMainActor),
    .testTarget(
      name: "MortiseTerminalTests",
      dependencies: ["MortiseTerminal", "CTerminal", "TerminalTesting", "PtyDriver", "MortiseScreen", "SeededTesting"]),
    .target(
      name: "RunTesting",
      dependencies: [
        "ProgramRunning", "CodeGeneration", "BlockNotation", "BlockLibrary", "BlockModel", "MortiseFiles",
      ],
      path: "Tests/Support/RunTesting"),
    .target(name: "PtyDriver", path: "Tests/Support/PtyDriver"),
    .target(name: "BlocklyCache", path: "Tests/Support/BlocklyCache"),
    .target(
      name: "TerminalTesting", dependencies: ["MortiseTerminal", "MortiseScreen"], path: "Tests/Support/TerminalTesting"
    ),
    .executableTarget(
      name: "terminal-probe", dependencies: ["MortiseTerminal", "MortiseScreen"], path: "Tests/Support/terminal-probe"),
    .testTarget(
      name: "ProgramAdviceTests",
      dependencies: [
        "ProgramAdvice", "Workbench", "BlockEvents", "BlockLayout", "BlockLibrary", "BlockModel", "BlockNotation",
        "CorpusFiles",
      ]),
    .testTarget(
      name: "WorkbenchTests",
      dependencies: [
        "Workbench", "BlockEditing", "BlockLayout", "BlockEvents", "BlockLibrary", "BlockFormats", "BlockModel",
        "BlockNotation", "CodeGeneration", "MortiseFiles", "ProgramAdvice", "ProgramContainers", "PtyDriver",
        "MortiseScreen", "Markup", "CorpusFiles", "FileTesting", "RandomEditing", "SeededTesting", "WorkbenchTesting",
      ],
      exclude: ["Refactoring/run-briefly.js", "Refactoring/run-briefly.lua", "Refactoring/run-briefly.py"],
      swiftSettings: onMainActor),
    .testTarget(
      name: "ProgramJournalTests",
      dependencies: [
        "ProgramJournal", "Workbench", "BlockEditing", "BlockLayout", "BlockEvents", "BlockLibrary", "BlockFormats",
        "BlockModel", "MortiseFiles", "Markup", "FileTesting", "RandomEditing", "SeededTesting", "WorkbenchTesting",
      ],
      swiftSettings: onMainActor),
    .testTarget(
      name: "LiveSessionTests",
      dependencies: [
        "LiveSession", "LiveRedis", "Workbench", "BlockEditing", "BlockEvents", "BlockFormats", "BlockLibrary",
        "BlockModel", "MortiseFiles", "Markup", "CorpusFiles", "FileTesting", "RandomEditing", "RedisTesting",
        "SeededTesting",
      ],
      swiftSettings: onMainActor),
    .target(
      name: "RedisTesting", dependencies: ["LiveRedis", "LiveSession", "Markup", "FileTesting"],
      path: "Tests/Support/RedisTesting", swiftSettings: onMainActor),
    .testTarget(
      name: "BlockLayoutTests",
      dependencies: ["BlockLayout", "BlockLibrary", "BlockModel", "MortiseScreen", "SeededTesting"],
      swiftSettings: onMainActor),
    .testTarget(
      name: "BlockEditingTests",
      dependencies: [
        "BlockEditing", "BlockLayout", "BlockEvents", "BlockLibrary", "BlockFormats", "BlockModel", "Markup",
        "MortiseScreen",
        "Workbench", "WorkbenchTesting",
      ],
      swiftSettings: onMainActor),
    .target(
      name: "WorkbenchTesting",
      dependencies: [
        "Workbench", "BlockEditing", "BlockLayout", "BlockEvents", "BlockLibrary", "BlockFormats", "BlockModel",
        "MortiseFiles",
        "MortiseScreen",
      ],
      path: "Tests/Support/WorkbenchTesting", swiftSettings: onMainActor),
    .target(
      name: "RandomEditing",
      dependencies: [
        "Workbench", "BlockEditing", "BlockLayout", "BlockEvents", "BlockLibrary", "BlockFormats", "BlockModel",
        "Markup",
        "SeededTesting",
      ],
      path: "Tests/Support/RandomEditing", swiftSettings: onMainActor),
    .testTarget(
      name: "BlockEventsTests", dependencies: ["BlockEvents", "BlockModel", "Markup"], swiftSettings: onMainActor),
    .target(
      name: "CasePlaying",
      dependencies: [
        "TerminalUI", "Workbench", "BlockEvents", "BlockFormats", "BlockLibrary", "BlockModel", "CodeGeneration",
        "MortiseFiles", "MortiseTerminal", "MortiseScreen",
      ],
      path: "Tests/Support/CasePlaying", swiftSettings: onMainActor),
    .testTarget(
      name: "TerminalUITests",
      dependencies: [
        "CasePlaying", "TerminalTesting", "FileTesting", "RunTesting", "AppModules", "TerminalUI", "LiveSession",
        "ProgramJournal",
        "ProgramRunning", "Workbench", "CodeGeneration", "BlockEditing", "BlockLayout", "BlockEvents", "BlockNotation",
        "BlockFormats",
        "BlockLibrary", "BlockModel", "MortiseFiles", "Markup",
        "MortiseTerminal", "MortiseScreen", "EventQueues", "SeededTesting",
      ],
      swiftSettings: onMainActor),
    .testTarget(
      name: "MortiseCommandLineTests",
      dependencies: [
        "MortiseCommandLine", "BlockFormats", "BlockModel", "CodeGeneration", "FileTesting", "MortiseFiles",
        "RunTesting",
      ],
      swiftSettings: onMainActor),
    .testTarget(
      name: "ProgramContainersTests",
      dependencies: [
        "ProgramContainers", "Archives", "BlockNotation", "BlockFormats", "BlockLibrary", "BlockModel",
        "CodeGeneration", "Markup", "CorpusFiles", "SeededTesting",
      ]),
    .testTarget(name: "MarkupTests", dependencies: ["Markup", "SeededTesting"]),
    .testTarget(name: "ArchivesTests", dependencies: ["Archives", "SeededTesting"]),
    .testTarget(
      name: "BlockFormatsTests",
      dependencies: ["BlockFormats", "BlockLibrary", "BlockModel", "Markup", "CorpusFiles", "SeededTesting"]),
    .target(
      name: "CorpusFiles", dependencies: ["BlockLibrary", "BlockModel"], path: "Tests/Support/CorpusFiles"),
    .testTarget(name: "MortiseFilesTests", dependencies: ["CFiles", "MortiseFiles", "FileTesting", "SeededTesting"]),
    .target(name: "FileTesting", path: "Tests/Support/FileTesting"),
    .target(name: "SeededTesting", path: "Tests/Support/SeededTesting"),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "mortise", "BlocklyCache", "FileTesting", "PtyDriver", "RedisTesting", "TerminalTesting", "SeededTesting",
        "LiveSession",
        "TerminalUI",
        "BlockEditing",
        "ProgramJournal", "Workbench", "BlockLayout", "BlockEvents", "BlockLibrary", "BlockFormats", "BlockModel",
        "Markup", "MortiseTerminal", "MortiseScreen",
      ],
      path: "Tests/EndToEnd", exclude: ["RecordedApp", "Snapshots", "Web"]),
    .testTarget(
      name: "InteropTests",
      dependencies: [
        "BlocklyCache", "RandomEditing", "SeededTesting", "Workbench", "BlockNotation", "BlockLayout", "BlockEvents",
        "BlockLibrary", "BlockFormats", "BlockModel", "Markup", "PtyDriver", "CodeGeneration", "ProgramRunning",
        "MortiseFiles", "ProgramDiff", "LiveSession", "BlockEditing", "CorpusFiles",
      ],
      path: "Tests/Interop",
      exclude: [
        "live-client.js",
        "blockly-host.js", "blockly.js", "dialogs.js", "forgotten.js", "generators.js", "random-actions.js",
        "random-mutations.js", "random.js", "run-code.js", "run-code.lua", "run-code.py", "run-plain.py", "toolbox.js",
      ],
      swiftSettings: onMainActor),
    .testTarget(
      name: "ProgramDiffTests",
      dependencies: [
        "ProgramDiff", "BlockEditing", "BlockEvents", "BlockFormats", "BlockLibrary", "BlockModel", "BlockNotation",
        "Markup", "ProgramContainers", "Workbench", "CorpusFiles", "RandomEditing", "SeededTesting", "WorkbenchTesting",
      ],
      swiftSettings: onMainActor),
    .testTarget(
      name: "BlockNotationTests",
      dependencies: [
        "BlockNotation", "BlockFormats", "BlockLibrary", "BlockModel", "Markup", "CorpusFiles", "RandomEditing",
        "SeededTesting",
      ],
      swiftSettings: onMainActor),
    .testTarget(
      name: "ProgramRunningTests",
      dependencies: [
        "ProgramRunning", "CodeGeneration", "BlockNotation", "BlockFormats", "BlockLibrary", "BlockModel",
        "MortiseFiles",
        "FileTesting", "RunTesting", "SeededTesting",
      ]),
    .testTarget(
      name: "CodeGenerationTests",
      dependencies: [
        "CodeGeneration", "BlockEvents", "BlockFormats", "BlockLibrary", "BlockModel", "CorpusFiles", "Markup",
        "PtyDriver", "RandomEditing", "SeededTesting",
      ]),
    .testTarget(
      name: "BlockLibraryTests",
      dependencies: ["BlockLibrary", "BlockFormats", "BlockModel", "FileTesting", "Markup", "SeededTesting"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// For this project's own builds alone: bin/lib/build.sh sets the variable. Packages that depend on Mortise see none of
// it: they may not depend on targets with unsafe flags.
if Context.environment["MORTISE_DEVELOPMENT"] != nil {
  // Where the tests spend most of their time. The rest builds faster without. A module that is optimized as a whole
  // builds faster than its files one by one; with two threads it still makes an object of each file, as SwiftPM expects.
  let hot = [
    "Archives", "BlockEditing", "BlockEvents", "BlockFormats", "BlockLayout", "BlockModel", "Markup",
    "MortiseScreen", "ProgramDiff", "ProgramDiffTests",
  ]
  let optimized = SwiftSetting.unsafeFlags(
    ["-O", "-whole-module-optimization", "-num-threads", "2", "-assert-config", "Debug"], .when(configuration: .debug))
  for target in package.targets where hot.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [optimized]
  }
  // In CI, which builds everything once, the other modules are compiled as a whole, too: a seventh less to do. Elsewhere
  // only the files that a change concerns are compiled again.
  if Context.environment["CI"] != nil {
    let whole = SwiftSetting.unsafeFlags(
      ["-whole-module-optimization", "-num-threads", "2"], .when(configuration: .debug))
    let inC = ["CProcess", "CResources", "CSimdJSON", "CTerminal"]
    for target in package.targets where target.type != .system && !(hot + inC).contains(target.name) {
      target.swiftSettings = (target.swiftSettings ?? []) + [whole]
    }
  }
  // Other modules know the types of these modules' generic code: 5 % of the time until the first frame. If all modules
  // offered theirs, their builds would wait for each other.
  let crossing = SwiftSetting.unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))
  let basic = ["AppModules", "BlockLayout", "BlockModel", "EventQueues", "Markup", "MortiseFiles", "MortiseScreen"]
  for target in package.targets where basic.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [crossing]
  }
  // What Tests/Tools is built on, besides the libraries.
  let tested = [
    "BlocklyCache", "CasePlaying", "CExpat", "CZlib", "FileTesting", "PtyDriver", "RedisTesting", "RunTesting",
    "SeededTesting", "TerminalTesting",
  ]
  package.products += tested.map { .library(name: $0, targets: [$0]) }
}
