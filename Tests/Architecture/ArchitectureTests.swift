import Testing

/// The source files keep to the house's rules. The compiler lets an undeclared transitive import through, so these read
/// the files.
@Suite struct ArchitectureTests {
  private let sources = PackageFiles.sources

  @Test func filesAreFound() {
    let targets = Set(sources.map(\.target))
    #expect(targets.isSuperset(of: ["Markup", "BlockModel", "BlockResources", "CTerminal", "Terminal", "mortise"]))
    #expect(sources.count > 100)
    #expect(sources.contains { !$0.imports.isEmpty })
  }

  @Test func importsGoDownTheHouse() { expectNone(Rules.floors(sources)) }
  @Test func importsGoOneWay() { expectNone(Rules.cycles(sources)) }
  @Test func librariesHaveOneUser() { expectNone(Rules.faces(sources)) }
  @Test func modelKnowsNoEvents() { expectNone(Rules.modelWithoutEvents(sources)) }
  @Test func layoutKnowsNoTerminal() { expectNone(Rules.layoutWithoutTerminal(sources)) }
  @Test func nobodyImportsFoundation() { expectNone(Rules.foundation(sources)) }
  @Test func importsStayInTheirFile() { expectNone(Rules.plainImports(sources)) }
  @Test func onlyControllersGroupEvents() { expectNone(Rules.grouping(sources)) }
  @Test func onlyTheViewLayerAddsItsEvents() { expectNone(Rules.viewEvents(sources)) }
  @Test func modulesDoNotKnowEachOther() { expectNone(Rules.modules(sources)) }
  @Test func theViewsChangeByIntentsAlone() { expectNone(Rules.intents(sources)) }
  @Test func switchesOverCommandsNameThemAll() { expectNone(Rules.commandSwitches(sources)) }
  @Test func keysAreBoundInTables() { expectNone(Rules.boundKeys(sources)) }
  @Test func noTypeBearsItsTargetsName() { expectNone(Rules.targetNames(sources)) }
  @Test func filesAreShort() { expectNone(Rules.length(sources)) }
  @Test func textIsMadeSafeBeforeItIsShown() { expectNone(Rules.rawOutput(sources)) }
  @Test func nothingStopsOrSleeps() { expectNone(Rules.forbiddenCalls(sources)) }

  private func expectNone(_ violations: [Violation], sourceLocation: SourceLocation = #_sourceLocation) {
    let list = violations.map { "\n  \($0)" }.joined()
    #expect(violations.isEmpty, "broken here:\(list)", sourceLocation: sourceLocation)
  }
}
