import AppModules
import ProgramJournal
import Workbench

/// The routes that the modules' events open; nil for events that open nothing.
extension ModuleRoutes {
  func step(for event: CanvasEvent) -> PresentableRoutingStep? {
    switch event {
    case .status, .newProgramRequested, .nextProgramRequested, .previousProgramRequested: nil
    case .fieldRequested(let place): field(place)
    case .variableRequested(let place): variables(.choose(place))
    case .lineRequested(let session): line(session)
    case .toolboxRequested: categories
    case .mutatorRequested(let session): mutator(session)
    case .blockCommentRequested(let id): comment(.block(id: id))
    case .selectionCommentRequested: comment(.selection)
    case .commentRequested(let id): comment(.comment(id: id))
    case .newCommentRequested: comment(.new)
    case .variablesRequested: variables(.manage)
    case .propertiesRequested(let id): properties(blockID: id)
    case .bookmarkRequested(let id): bookmarks(blockID: id)
    case .bookmarksRequested: bookmarks()
    case .deletedBlocksRequested: deletedBlocks
    case .snippetsRequested: snippets(.list)
    case .newSnippetRequested(let text): snippets(.save(text))
    case .eventLogRequested: eventLog
    case .codeRequested: code(.toggle)
    case .codeLanguageRequested: code(.changeLanguage)
    case .codeKeysRequested: code(.takeKeys)
    case .runRequested(let request): running(request)
    case .saveRequested: files(.save)
    case .saveAsRequested: files(.saveAs)
    case .quitRequested: files(.quit)
    case .openRequested: programs(.open)
    case .programsRequested: programs(.list)
    case .closeRequested: files(.close)
    case .helpRequested: help
    case .blockHelpRequested(let id): blockHelp(blockID: id)
    case .readingRequested(let title, let lines): reading(title, lines)
    case .findRequested: finding(.text)
    case .replacementRequested: finding(.replacement)
    case .usesRequested: finding(.uses)
    case .outlineRequested: finding(.outline)
    case .problemsRequested: finding(.problems)
    case .paletteRequested: commands(.palette)
    case .menuRequested: commands(.menu(title: menuTitle, beside: viewport.cursorRect))
    }
  }

  func step(for event: JournalsEvent) -> PresentableRoutingStep? {
    switch event {
    case .status, .recovered, .kept, .discarded, .leaving: nil
    case .draftRecovered(let draft): step(for: draft)
    case .mutatorRequested(let session, let draft): mutator(session, draft)
    case .lineRequested(let session): line(session)
    }
  }

  /// Returns the route to the dialog in which a draft was entered; nil for a mutator's draft or a line.
  private func step(for draft: DialogDraft) -> PresentableRoutingStep? {
    switch draft.dialog {
    case .blockComment(let id): comment(.block(id: id), typed: draft.text)
    case .comment(let id): comment(.comment(id: id), typed: draft.text)
    case .newComment: comment(.new, typed: draft.text)
    case .field(let id, let name): field(FieldLocation(blockID: id, name: name), typed: draft.text)
    case .data(let id): properties(blockID: id, typedData: draft.text)
    case .mutator, .line: nil
    }
  }

  func step(for event: CodeEvent) -> PresentableRoutingStep? {
    switch event {
    case .status: nil
    case .helpRequested: help
    }
  }

  func step(for event: RunningEvent) -> PresentableRoutingStep? {
    switch event {
    case .status, .ended: nil
    case .answerRequested: running(nil)
    case .helpRequested: help
    }
  }

  func step(for event: ToolboxEvent) -> PresentableRoutingStep? {
    switch event {
    case .status: nil
    case .newVariableRequested(let type): variables(.make(type: type))
    case .lineRequested(let session): line(session)
    case .mutatorRequested(let session): mutator(session)
    }
  }
}
