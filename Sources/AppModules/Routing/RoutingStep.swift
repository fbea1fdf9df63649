/// A module to open: its name and how to build it.
public struct ModuleRoutingStep {
  /// Names the module, for logs and tests; users don't see it.
  public let name: String
  let make: () -> any AnyModule

  /// A step to a module that is built by a function, which is called each time the step is taken.
  public init(_ name: String, make: @escaping () -> any AnyModule) {
    self.name = name
    self.make = make
  }

  /// A step to a module that is built from its context.
  public init<M: Module>(_ name: String, to module: M.Type, context: M.Context) {
    self.init(name) { M(usingContext: context) }
  }
}

/// How a view controller is shown.
public enum PresentationMode {
  /// Not shown: the caller shows it.
  case none
  /// In the place that another view controller reserves for it.
  case embed(in: any ViewControllerContainer)
  /// On top of the current view controllers, until it is closed.
  case push(withCloseButton: Bool = false, onClose: (() -> Void)? = nil)
  /// Over everything, until it is closed.
  case modal(withCloseButton: Bool = false, onClose: (() -> Void)? = nil)
}

/// A module to open, and how to show it.
public struct PresentableRoutingStep {
  /// What to open.
  public let step: ModuleRoutingStep
  /// Where its view controller goes.
  public let presentationMode: PresentationMode

  /// Pairs a module with the place for its view; pass it to `Router.route(to:)`.
  public init(withStep step: ModuleRoutingStep, presentationMode: PresentationMode) {
    self.step = step
    self.presentationMode = presentationMode
  }
}
