import BlockEvents
import BlockModel

extension WorkspaceLayoutCoordinator {
  /// Gives a field another value. The shape follows where a mutator follows the field.
  public func setField(_ name: String, of block: Block, to state: FieldState) {
    guard let field = block.firstField(withName: name), let old = field.state else { return }
    field.load(state, variables: workspace.variables)
    guard let new = field.state, new != old else { return }
    add(
      ChangeEvent(
        blockID: block.id, workspaceID: workspace.id, element: .field(name: name), old: .field(old), new: .field(new)))
    if let mutator = block.mutator as? any FieldDrivenMutator {
      mutate(block) { mutator.takeState(fromField: name) }
    }
    layout?.changed(block)
  }
}
