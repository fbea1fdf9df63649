// What a user does in a mutator's dialog, without its window: changes the blocks in it and applies them.
'use strict';

/**
 * Opens the dialog of a block, changes it, and closes it.
 * @param change gets the parts in the dialog, and a function that creates one of a type; returns the new list of parts,
 *     or nothing.
 */
function mutateInDialog(Blockly, block, change) {
  const dialog = new Blockly.Workspace(new Blockly.Options({parentWorkspace: block.workspace}));
  // Callers keep their arguments only while the function's dialog is open. Without a screen, this icon says it is.
  const icon = {getType: () => Blockly.icons.MutatorIcon.TYPE, getWeight: () => 1, bubbleIsVisible: () => true, dispose() {}};
  block.addIcon(icon);
  Blockly.Block.prototype.initSvg = () => {};
  try {
    const container = block.decompose(dialog);
    block.saveConnections?.(container);
    // An open dialog is composed at once, so that the callers know the parameters.
    if (block.type.startsWith('procedures_')) block.compose(container);
    const oldState = Blockly.Events.BlockChange.getExtraBlockState_(block);
    const parts = change(partsOf(container), (type) => dialog.newBlock(type), container);
    if (parts) arrange(container, parts);
    block.compose(container);
    const newState = Blockly.Events.BlockChange.getExtraBlockState_(block);
    if (oldState !== newState) {
      Blockly.Events.fire(new Blockly.Events.BlockChange(block, 'mutation', null, oldState, newState));
    }
  } finally {
    block.removeIcon(icon.getType());
    delete Blockly.Block.prototype.initSvg;
    dialog.dispose();
  }
}

const firstConnection = (container) => container.getInput('STACK')?.connection ?? container.nextConnection;

function partsOf(container) {
  const parts = [];
  for (let part = firstConnection(container).targetBlock(); part; part = part.getNextBlock()) parts.push(part);
  return parts;
}

/** Connects the parts in the dialog in this order, “else” last. */
function arrange(container, parts) {
  for (const part of partsOf(container)) part.unplug(true);
  parts.sort((one, other) => (one.type === 'controls_if_else') - (other.type === 'controls_if_else'));
  let connection = firstConnection(container);
  for (const part of parts) {
    connection.connect(part.previousConnection);
    connection = part.nextConnection;
  }
}

module.exports = {mutateInDialog};
