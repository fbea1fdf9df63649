// Random changes in the dialogs of mutators: adds, removes and reorders parts, and renames parameters.
'use strict';

/** The types of blocks that can be added as parts, by the dialog's first block. */
const PARTS = {
  lists_create_with_container: ['lists_create_with_item'],
  text_create_join_container: ['text_create_join_item'],
  controls_if_if: ['controls_if_elseif', 'controls_if_elseif', 'controls_if_else'],
  procedures_mutatorcontainer: ['procedures_mutatorarg'],
};
const MOST_PARTS = 6;

/** A change for `mutateInDialog`. */
function randomChange(block, chance, names) {
  // If inputs that the dialog moves hold shadows, Blockly leaves these on the workspace (its issues 4847 and 2060).
  const onlyAppends = block.inputList.some((input) => /^ADD/.test(input.name) && input.connection?.getShadowState());
  return (parts, make, container) => {
    const statements = container.getField('STATEMENTS');
    if (statements && chance.percent(30)) {
      statements.setValue(statements.getValue() === 'TRUE' ? 'FALSE' : 'TRUE');
      return undefined;
    }
    const action = chance.below(10);
    if ((action < 4 || onlyAppends) && parts.length < MOST_PARTS) {
      const part = newPart(container, parts, make, chance, names);
      if (part) parts.splice(onlyAppends ? parts.length : chance.below(parts.length + 1), 0, part);
    } else if (onlyAppends) {
      return undefined;
    } else if (action < 7) {
      if (parts.length) parts.splice(chance.below(parts.length), 1);
    } else if (action < 9 || !namePart(chance.of(parts), parts, chance, names)) {
      parts.sort(() => chance.random() - 0.5);
    }
    return parts;
  };
}

function newPart(container, parts, make, chance, names) {
  const type = chance.of(PARTS[container.type]);
  if (type === 'controls_if_else' && parts.some((part) => part.type === type)) return undefined;
  const part = make(type);
  return type === 'procedures_mutatorarg' && !namePart(part, parts, chance, names) ? undefined : part;
}

/** Gives a parameter an unused name; returns false if that is not possible. */
function namePart(part, parts, chance, names) {
  if (part?.type !== 'procedures_mutatorarg') return false;
  const taken = parts.map((other) => other.getFieldValue('NAME').toLowerCase());
  const name = chance.of(names.filter((name) => !taken.includes(name.toLowerCase())));
  if (name) part.setFieldValue(name, 'NAME');
  return name !== undefined;
}

module.exports = {randomChange};
