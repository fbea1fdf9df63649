// What a person does in a mutator's dialog, without its window: the blocks in it are made, changed, and made a shape of.
'use strict';

/**
 * Opens the dialog of a block, has it changed, and closes it.
 * @param change gets the parts that are in the dialog, and a function that makes one of a type; gives the parts that are
 *     to be in it, or nothing.
 */
function mutateInDialog(Blockly, block, change) {
  const dialog = new Blockly.Workspace(new Blockly.Options({parentWorkspace: block.workspace}));
  // A procedure's callers keep what is plugged into them only while its dialog is open; without a screen nothing is.
  const icon = {getType: () => Blockly.icons.MutatorIcon.TYPE, getWeight: () => 1, bubbleIsVisible: () => true, dispose() {}};
  block.addIcon(icon);
  Blockly.Block.prototype.initSvg = () => {};
  try {
    const container = block.decompose(dialog);
    block.saveConnections?.(container);
    // An open dialog is composed at once, for the callers to know the parameters.
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

/** Hangs the parts into the dialog in this order, “else” last. */
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
