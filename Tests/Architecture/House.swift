/// The house: which target stands on which floor, and who alone may enter the C libraries.
enum House {
  /// A target may import those on lower floors, and on its own floor those that don't lead back to it.
  static let floors: [String: Int] = [
    "CNcurses": 0, "CTerminal": 0, "CExpat": 0, "CSimdJSON": 0,
    "Markup": 1, "EventQueues": 1, "AppModules": 1, "Screen": 1, "Files": 1,
    "BlockModel": 2, "Terminal": 2,
    "BlockFormats": 3, "BlockLibrary": 3, "BlockResources": 3, "BlockLayout": 3,
    "BlockEvents": 4,
    "BlockEditing": 5,
    "Workbench": 6,
    "ProgramJournal": 7,
    "TerminalUI": 8,
    "mortise": 9,
  ]

  /// The only importers of the C libraries' faces.
  static let faces = ["CNcurses": "CTerminal", "CTerminal": "Terminal", "CExpat": "Markup", "CSimdJSON": "Markup"]

  /// What comes with the toolchain and may be imported anywhere. FoundationEssentials has a rule of its own.
  static let toolchain: Set<String> = ["Glibc", "Synchronization"]

  static let foundation: Set<String> = [
    "Foundation", "FoundationNetworking", "FoundationXML", "FoundationInternationalization", "FoundationEssentials",
  ]

  /// The model is dumb, and constantly in temporary states: it knows of no events.
  static let model: Set<String> = ["BlockModel", "BlockFormats", "BlockLibrary", "BlockLayout"]

  /// Who may group and fire events.
  static let grouping: Set<String> = ["BlockEvents", "Workbench", "TerminalUI"]
  /// The layout's helper for chains of events, the one file of its target that may.
  static let chainFile = "EventChain.swift"
  static let groupingCalls = ["pushNewGroup", "pushGroup", "popGroup", "firePendingEvents"]

  /// The events of the view, which only the view layer adds.
  static let viewEvents = [
    "DragEvent(", "CommentDragEvent(", "SelectedEvent(", "ClickEvent(", "BubbleOpenEvent(", "TrashcanOpenEvent(",
    "ToolboxItemSelectEvent(", "ThemeChangeEvent(", "ViewportChangeEvent(",
  ]
  static let viewLayer: Set<String> = ["BlockEvents", "Workbench", "TerminalUI"]
  /// In the view layer only these files add events: those that take nothing but events of the view.
  static let viewEventFiles: Set<String> = ["Dragger.swift", "WorkbenchController.swift"]

  /// Where the editor's modules are, a folder each. What stands beside the folder are the parts that all may use.
  static let modules = "Sources/TerminalUI/Modules/"
  /// What no module may name: what puts the modules together.
  static let assembly = ["Editor", "EditorRouter", "ModuleRoutes", "StartUp", "ProgramEvents"]
  static let assemblyFolders = ["Sources/TerminalUI/Listeners/", "Sources/TerminalUI/DeepLinks/"]

  /// Where commands are declared and looked up by their keys.
  static let commands = "Sources/TerminalUI/Commands/"

  /// What the views may not even name: what changes a program without an intent.
  static let changing = [
    "coordinator", "WorkspaceLayoutCoordinator", "performMutation", "mutateBlock", "EventReplay", "ProgramChange",
    "BlockBuilder(", ".load(", ".build(", ".replay(", ".run(forward", ".undo(", ".redo(", "history.restore",
  ]
  /// What changes a part of the model, and on what it is called.
  static let modelOwners = ["workspace", "variables", "connection", "block", "field", "input", "comment", "variable"]
  static let modelChanges = [
    "remove", "connect", "disconnect", "reorder", "add", "rename", "setType", "resolve", "adopt", "setInline",
    "freshID", "draw",
  ]
  /// The files that define the model's objects.
  static let modelFolders = ["Sources/BlockModel/", "Sources/BlockLibrary/"]
  /// What changes a value in its place.
  static let mutatingCalls = [
    "toggle", "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "removeSubrange", "popFirst",
    "popLast", "sort", "reverse", "swapAt", "merge", "formUnion", "subtract", "updateValue",
  ]

  static let longestFile = 600
  /// What stops a program, or makes it wait without reason.
  /// What writes to a terminal without `Console` or `Screen` making the text safe.
  static let rawOutput = ["Console.write(", "print(", "debugPrint(", "fputs(", "puts(", "fwrite("]
  /// Those who write what is a program's file, or what `Screen` has made safe.
  static let rawOutputFiles = [
    "Sources/mortise/Console.swift", "Sources/mortise/ConvertCommand.swift", "Sources/mortise/RenderCommand.swift",
  ]

  static let forbiddenCalls = ["try!", "as!", "fatalError(", "sleep(", "usleep(", "nanosleep("]
}
