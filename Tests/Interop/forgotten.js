// Changes of fields that Blockly makes without an event, so that a client can't know of them.
'use strict';

/** The values of all fields, by block. */
function fieldValues(workspace) {
  const values = new Map();
  for (const block of workspace.getAllBlocks(false)) {
    const fields = block.inputList.flatMap((input) => input.fieldRow).filter((field) => field.name && field.EDITABLE);
    values.set(block.id, new Map(fields.map((field) => [field.name, field.getValue()])));
  }
  return values;
}

/** The events missing in `events` to explain how the fields changed since `before`. */
function forgottenEvents(workspace, before, events) {
  const reported = new Set(events.flatMap((event) => event.ids ?? []));
  const missing = [];
  for (const [blockId, fields] of fieldValues(workspace)) {
    if (reported.has(blockId)) continue;
    for (const [name, newValue] of fields) {
      const changes = events.filter((event) => event.blockId === blockId && event.name === name);
      const oldValue = changes.length ? changes.at(-1).newValue : before.get(blockId)?.get(name);
      if (oldValue === newValue || oldValue === undefined) continue;
      missing.push({type: 'change', group: '', blockId, element: 'field', name, oldValue, newValue});
    }
  }
  return missing;
}

module.exports = {fieldValues, forgottenEvents};
