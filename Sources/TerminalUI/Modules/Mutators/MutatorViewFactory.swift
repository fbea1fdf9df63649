import BlockEditing
import BlockLayout
import BlockModel
import Workbench

/// Knows the views of mutators, by their class. The view of a user's own mutator, or another one for a stock mutator, is
/// registered here; everything that is made of parts has a view anyhow.
public final class MutatorViewFactory {
  private var makers: [ObjectIdentifier: (MutationSession) -> (any MutatorView)?] = [:]

  public init() {}

  /// Gives the mutators of a class a view, in place of the one that they have.
  public func register<M: Mutator>(_ type: M.Type, _ make: @escaping (MutationSession) -> (any MutatorView)?) {
    makers[ObjectIdentifier(type)] = make
  }

  /// The view for a dialog; nil when there is none for such a mutator.
  func view(for session: MutationSession) -> (any MutatorView)? {
    let type = type(of: session.layout.mutator)
    if let make = makers[ObjectIdentifier(type)] { return make(session) }
    return (session.layout as? MutatorPartsLayout).map { PartsView(session: session, layout: $0) }
  }
}
