import BlockModel

extension WorkbenchController {
  /// Why a comment's text can't be changed; nil when it can.
  public func refusal(toEdit comment: WorkspaceComment) -> String? {
    do throws(FieldError) {
      try coordinator.checkEditable(comment)
      return nil
    } catch {
      return error.reason
    }
  }
}
