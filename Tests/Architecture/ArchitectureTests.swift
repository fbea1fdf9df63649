import Testing

/// The source files keep the package's rules. They are read as text because the compiler accepts undeclared transitive
/// imports.
@Suite struct ArchitectureTests {
  private let sources = PackageFiles.sources

  @Test func filesAreFound() {
    let targets = Set(sources.map(\.target))
    #expect(
      targets.isSuperset(of: ["Markup", "BlockModel", "BlockResources", "CTerminal", "MortiseTerminal", "mortise"]))
    #expect(sources.count > 100)
    #expect(sources.contains { !$0.imports.isEmpty })
  }

  @Test func importsGoToLowerFloors() { expectNone(Rules.floors(sources)) }
  @Test func importsHaveNoCycles() { expectNone(Rules.cycles(sources)) }
  @Test func eachCLibraryHasOneImporter() { expectNone(Rules.faces(sources)) }
  @Test func modelKnowsNoEvents() { expectNone(Rules.modelWithoutEvents(sources)) }
  @Test func layoutKnowsNoTerminal() { expectNone(Rules.layoutWithoutTerminal(sources)) }
  @Test func foundationIsNotImported() { expectNone(Rules.foundation(sources)) }
  @Test func importsAreNotReexported() { expectNone(Rules.plainImports(sources)) }
  @Test func onlyControllersGroupEvents() { expectNone(Rules.grouping(sources)) }
  @Test func onlyTheViewLayerAddsItsEvents() { expectNone(Rules.viewEvents(sources)) }
  @Test func modulesDoNotNameEachOther() { expectNone(Rules.modules(sources)) }
  @Test func viewsChangeProgramsOnlyThroughIntents() { expectNone(Rules.intents(sources)) }
  @Test func switchesOverCommandsNameThemAll() { expectNone(Rules.commandSwitches(sources)) }
  @Test func keysAreBoundInTables() { expectNone(Rules.boundKeys(sources)) }
  @Test func noTypeHasTheNameOfItsTarget() { expectNone(Rules.targetNames(sources)) }
  @Test func noTwoTypesShareAName() { expectNone(Rules.sharedNames(sources)) }
  @Test func filesAreShort() { expectNone(Rules.length(sources)) }
  @Test func textIsSanitizedBeforeItIsShown() { expectNone(Rules.rawOutput(sources)) }
  @Test func onlyOneFilePassesPathsToTheSystem() { expectNone(Rules.pathCalls(sources)) }
  @Test func nothingTrapsOrSleeps() { expectNone(Rules.forbiddenCalls(sources)) }

  private func expectNone(_ violations: [Violation], sourceLocation: SourceLocation = #_sourceLocation) {
    let list = violations.map { "\n  \($0)" }.joined()
    #expect(violations.isEmpty, "broken here:\(list)", sourceLocation: sourceLocation)
  }
}
