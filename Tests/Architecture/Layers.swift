/// The package's layers: the floor of each target, and the only importers of the C libraries.
enum Layers {
  /// A target may import targets on lower floors, and those on its own floor if that makes no cycle.
  static let floors: [String: Int] = [
    "CHiredis": 0, "CNcurses": 0, "CTerminal": 0, "CExpat": 0, "CSimdJSON": 0, "CFiles": 0,
    "CProcess": 0, "CResources": 0, "CZlib": 0, "CLzma": 0, "CYaml": 0,
    "Archives": 1, "Markup": 1, "EventQueues": 1, "AppModules": 1, "MortiseScreen": 1, "MortiseFiles": 1,
    "BlockModel": 2, "MortiseTerminal": 2,
    "BlockFormats": 3, "BlockLibrary": 3, "BlockResources": 3, "BlockLayout": 3,
    "BlockNotation": 4, "BlockEvents": 4, "CodeGeneration": 4, "ProgramContainers": 4,
    "BlockEditing": 5, "ProgramAdvice": 5,
    "ProgramDiff": 6, "Workbench": 6,
    "ProgramJournal": 7, "ProgramRunning": 7,
    "LiveSession": 8, "LiveRedis": 8,
    "TerminalUI": 9,
    "MortiseCommandLine": 10,
    "mortise": 11,
  ]

  /// The only target that may import each C library.
  static let faces = [
    "CNcurses": "CTerminal", "CTerminal": "MortiseTerminal", "CExpat": "Markup", "CSimdJSON": "Markup",
    "CFiles": "MortiseFiles", "CHiredis": "LiveRedis",
    "CProcess": "ProgramRunning", "CResources": "BlockResources",
    "CZlib": "Archives", "CLzma": "Archives", "CYaml": "Archives",
  ]

  /// Modules of the toolchain that may be imported anywhere. FoundationEssentials has its own rule.
  static let toolchain: Set<String> = ["Glibc", "Synchronization"]

  static let foundation: Set<String> = [
    "Foundation", "FoundationNetworking", "FoundationXML", "FoundationInternationalization", "FoundationEssentials",
  ]

  /// The model is passive and often in temporary states, so it knows no events.
  static let model: Set<String> = [
    "BlockModel", "BlockFormats", "BlockLibrary", "BlockLayout", "BlockNotation", "CodeGeneration",
  ]

  /// The targets that may group and fire events.
  static let grouping: Set<String> = ["BlockEvents", "Workbench", "LiveSession", "TerminalUI"]
  /// The layout's helper for chained events, the one file in its target that may group them.
  static let chainFile = "EventChain.swift"
  static let groupingCalls = ["pushNewGroup", "pushGroup", "popGroup", "firePendingEvents"]

  /// The events that only the view layer adds.
  static let viewEvents = [
    "DragEvent(", "CommentDragEvent(", "SelectedEvent(", "ClickEvent(", "BubbleOpenEvent(", "TrashcanOpenEvent(",
    "ToolboxItemSelectEvent(", "ThemeChangeEvent(", "ViewportChangeEvent(",
  ]
  static let viewLayer: Set<String> = ["BlockEvents", "Workbench", "TerminalUI"]
  /// The files in the view layer that may add events, and only those of the view.
  static let viewEventFiles: Set<String> = ["PreviewStack.swift", "WorkbenchController.swift"]

  /// The folder of the editor's modules, one folder each. Files beside this folder may be used by all of them.
  static let modules = "Sources/TerminalUI/Modules/"
  /// The types that assemble the modules; no module may name them.
  static let assembly = ["Editor", "EditorRouter", "StartUp", "ProgramEvents", "PresentableRoutingStep"]
  static let assemblyFolders = ["Sources/TerminalUI/Listeners/", "Sources/TerminalUI/DeepLinks/"]

  /// Where commands are declared and looked up by their keys.
  static let commands = "Sources/TerminalUI/Commands/"

  /// What changes a program without an intent; the views may not name it.
  static let changing = [
    "coordinator", "WorkspaceLayoutCoordinator", "performMutation", "mutateBlock", "EventReplay", "ProgramChange",
    "BlockBuilder(", ".load(", ".build(", ".replay(", ".run(forward", ".undo(", ".redo(", "history.restore",
  ]
  /// Names of model objects and, below, methods that change them.
  static let modelOwners = ["workspace", "variables", "connection", "block", "field", "input", "comment", "variable"]
  static let modelChanges = [
    "remove", "connect", "disconnect", "reorder", "add", "rename", "setType", "resolve", "adopt", "setInline",
    "freshID", "draw",
  ]
  /// The folders that define the model's classes.
  static let modelFolders = ["Sources/BlockModel/", "Sources/BlockLibrary/"]
  /// Methods that mutate a value in place.
  static let mutatingCalls = [
    "toggle", "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "removeSubrange", "popFirst",
    "popLast", "sort", "reverse", "swapAt", "merge", "formUnion", "subtract", "updateValue",
  ]

  static let longestFile = 600
  /// Functions that write to a terminal without `Console` or `Screen` sanitizing the text.
  static let rawOutput = ["Console.write(", "print(", "debugPrint(", "fputs(", "puts(", "fwrite("]
  /// Files that write a program's file, or text that `Screen` has sanitized.
  static let rawOutputFiles = [
    "Sources/MortiseCommandLine/Console.swift", "Sources/MortiseCommandLine/Commands/ConvertCommand.swift",
    "Sources/MortiseCommandLine/Commands/DiffCommand.swift",
    "Sources/MortiseCommandLine/Commands/GenerateCommand.swift",
    "Sources/MortiseCommandLine/Commands/LogCommand.swift", "Sources/MortiseCommandLine/Commands/MergeCommand.swift",
    "Sources/MortiseCommandLine/Commands/ShowCommand.swift",
    "Sources/MortiseCommandLine/Commands/RenderCommand.swift",
    "Sources/MortiseCommandLine/Commands/DiffCommand.swift", "Sources/MortiseCommandLine/Commands/ShowCommand.swift",
  ]

  /// Calls that end the program or make it wait.
  /// The system's calls that take paths as C strings, and the only file that may use them.
  static let pathCalls = ["lstat(", "faccessat(", "unlink(", "readlink(", "fopen(", "opendir(", "realpath("]
  static let pathCallFile = "Sources/MortiseFiles/FileSystem.swift"

  static let forbiddenCalls = ["try!", "as!", "fatalError(", "sleep(", "usleep(", "nanosleep("]
}
