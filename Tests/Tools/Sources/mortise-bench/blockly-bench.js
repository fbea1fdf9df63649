// The actions of EditingBench in Blockly Web without a screen: prints the actions per second as JSON.
// usage: node blockly-bench.js LOADER FOLDER PROGRAM.json
'use strict';
const fs = require('fs');

const [loader, folder, program] = process.argv.slice(2);
const {Blockly, flush} = require(loader).loadBlockly(folder, Math.random);

const EDITS = 20000;
const MOVES = 5000;

const workspace = new Blockly.Workspace();
workspace.MAX_UNDO = Infinity;
let heard = 0;
workspace.addChangeListener((event) => {
  if (!event.isUiEvent) heard++;
});
Blockly.serialization.workspaces.load(JSON.parse(fs.readFileSync(program, 'utf8')), workspace);
flush();
workspace.clearUndo();

/** The blocks in reading order. */
const blocks = workspace.getTopBlocks(true).flatMap((top) => top.getDescendants(true));

/** Performs a user action and fires its events at once. */
function act(body) {
  Blockly.Events.setGroup(true);
  body();
  Blockly.Events.setGroup(false);
  flush();
}

/** How many times per second `body` can be done and undone, measured over `count` times. */
function measure(count, body) {
  const start = process.hrtime.bigint();
  for (let index = 0; index < count; index++) act(() => body(index));
  const middle = process.hrtime.bigint();
  for (let index = 0; index < count; index++) {
    workspace.undo(false);
    flush();
  }
  const end = process.hrtime.bigint();
  const rate = (from, to) => count / (Number(to - from) / 1e9);
  workspace.clearUndo();
  return [rate(start, middle), rate(middle, end)];
}

const numbers = blocks.filter((block) => block.type === 'math_number');
const [fieldEdits, fieldUndos] = measure(EDITS, (index) =>
  numbers[index % numbers.length].setFieldValue(index + 0.5, 'NUM'));

const ends = blocks.filter((block) =>
  block.nextConnection && !block.getNextBlock() && block.getParent() &&
  block.inputList.every((input) => input.type !== Blockly.inputs.inputTypes.STATEMENT));
const count = Math.min(200, Math.floor(ends.length / 3));
const movers = ends.slice(0, count);
const places = ends.slice(count, 3 * count).map((block) => block.nextConnection);
const [moves, moveUndos] = measure(MOVES, (index) => {
  const mover = movers[index % count];
  mover.unplug();
  places[index % count * 2 + Math.floor(index / count) % 2].connect(mover.previousConnection);
});

console.log(JSON.stringify({heard, fieldEdits, fieldUndos, moves, moveUndos}));
