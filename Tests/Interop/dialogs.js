// What a person does in a mutator's dialog, without its window: the blocks in it are made, changed, and made a shape of.
'use strict';

/** The block that stands for one more part, by the dialog's first block. */
const PARTS = {
  lists_create_with_container: ['lists_create_with_item'],
  text_create_join_container: ['text_create_join_item'],
  controls_if_if: ['controls_if_elseif', 'controls_if_elseif', 'controls_if_else'],
  procedures_mutatorcontainer: ['procedures_mutatorarg'],
};
const MOST_PARTS = 6;

/** Opens the dialog of a block, changes one thing, and closes it. */
function mutateInDialog(Blockly, block, chance, names) {
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
    change(container, chance, names, hasShadows(block));
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

/** Whether inputs that the dialog moves about hold shadows: Blockly leaves such lying about (its issues 4847 and 2060). */
function hasShadows(block) {
  return block.inputList.some((input) => /^ADD/.test(input.name) && input.connection?.getShadowState());
}

function change(container, chance, names, onlyAppends) {
  const statements = container.getField('STATEMENTS');
  if (statements && chance.percent(30)) return statements.setValue(statements.getValue() === 'TRUE' ? 'FALSE' : 'TRUE');
  const parts = partsOf(container);
  const action = chance.below(10);
  if ((action < 4 || onlyAppends) && parts.length < MOST_PARTS) {
    insertPart(container, parts, onlyAppends ? parts.length : chance.below(parts.length + 1), chance, names);
  } else if (onlyAppends) {
    return;
  } else if (action < 7) {
    if (parts.length) parts.splice(chance.below(parts.length), 1);
  } else if (action < 9 || !namePart(chance.of(parts), parts, chance, names)) {
    parts.sort(() => chance.random() - 0.5);
  }
  arrange(container, parts);
}

function insertPart(container, parts, place, chance, names) {
  const type = chance.of(PARTS[container.type]);
  if (type === 'controls_if_else' && parts.some((part) => part.type === type)) return;
  const part = container.workspace.newBlock(type);
  if (type === 'procedures_mutatorarg' && !namePart(part, parts, chance, names)) return;
  parts.splice(place, 0, part);
}

/** Gives a parameter a name that no other one has; false for what has no names. */
function namePart(part, parts, chance, names) {
  if (part?.type !== 'procedures_mutatorarg') return false;
  const taken = parts.map((other) => other.getFieldValue('NAME').toLowerCase());
  const name = chance.of(names.filter((name) => !taken.includes(name.toLowerCase())));
  if (name) part.setFieldValue(name, 'NAME');
  return name !== undefined;
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
