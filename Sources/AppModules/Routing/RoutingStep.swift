/// What is to be opened: a module's name and how it is made.
public struct ModuleRoutingStep {
  public let name: String
  let make: () -> any AnyModule

  public init(_ name: String, make: @escaping () -> any AnyModule) {
    self.name = name
    self.make = make
  }

  /// A step to a module that is built from its context.
  public init<M: Module>(_ name: String, to module: M.Type, context: M.Context) {
    self.init(name) { M(usingContext: context) }
  }
}

/// How a module comes to be seen.
nonisolated public enum PresentationMode: Hashable, Sendable, CaseIterable {
  /// Instead of what is on top.
  case inPlace
  /// On top, and what was there comes back afterwards.
  case pushed
  /// Over everything, until it is closed.
  case modal
}

/// What is to be opened, and how it comes to be seen.
public struct PresentableRoutingStep {
  public let step: ModuleRoutingStep
  public let presentationMode: PresentationMode

  public init(withStep step: ModuleRoutingStep, presentationMode: PresentationMode) {
    self.step = step
    self.presentationMode = presentationMode
  }
}
