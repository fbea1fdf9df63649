import BlockEditing
import BlockLayout
import BlockModel
import Workbench

/// Creates the views of mutators, by mutator class. Apps register views for their own mutators here, or replace those
/// of stock mutators. Mutators with a `MutatorPartsLayout` have a view by default.
public final class MutatorViewFactory {
  private var makers: [ObjectIdentifier: (MutationSession) -> (any MutatorView)?] = [:]

  public init() {}

  /// Registers the view for mutators of a class, replacing any earlier one.
  public func register<M: Mutator>(_ type: M.Type, _ make: @escaping (MutationSession) -> (any MutatorView)?) {
    makers[ObjectIdentifier(type)] = make
  }

  /// Creates the view for a dialog; nil if the mutator's class has none.
  func view(for session: MutationSession) -> (any MutatorView)? {
    let type = type(of: session.layout.mutator)
    if let make = makers[ObjectIdentifier(type)] { return make(session) }
    return (session.layout as? MutatorPartsLayout).map { PartsView(session: session, layout: $0) }
  }
}
