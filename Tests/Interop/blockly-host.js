// Runs Blockly Web for a test: reads one request per line on standard input and answers each with one line.
//   node blockly-host.js FOLDER     FOLDER contains the chunks of the bundle
// Requests: {"do": "types"}   {"do": "load", "program": TEXT}   {"do": "save"}   {"do": "apply", "events": [...], "literally": BOOL}
//           {"do": "perform", "actions": [JAVASCRIPT, ...]}
//           {"do": "undo", "count": N}   {"do": "redo", "count": N}   {"do": "random", "seed": N, "count": N, "reconnects": BOOL}
//           {"do": "generate", "setting": {"zeroBased": BOOL, "traced": BOOL, "helpers": BOOL}}   {"do": "trace"}
// Answers:  {"types": [...], "state": ..., "events": [...], "actions": [...], "problems": [...], "trace": [...]}, or {"error": TEXT}
'use strict';
const fs = require('fs');
const {loadBlockly} = require('./blockly.js');
const {generate, trace} = require('./generators.js');
const {mutateInDialog} = require('./dialogs.js');
const {RandomActions} = require('./random-actions.js');
const {fieldValues, forgottenEvents} = require('./forgotten.js');
const {seeded, Chance} = require('./random.js');

/** Not the seed of any test: ids given while loading must differ from those given later. */
const LOADING_SEED = -1;

let random = seeded(LOADING_SEED);
const {Blockly, load, flush, takeWarnings} = loadBlockly(process.argv[2], () => random());
let workspace;
let events = [];

const requests = {
  /** Loads a program, XML or JSON. */
  load({program}) {
    random = seeded(LOADING_SEED);
    Blockly.Events.setGroup(false);
    Blockly.Events.disable();
    workspace?.dispose();
    Blockly.Events.enable();
    flush();
    workspace = new Blockly.Workspace();
    // Added before the blocks' listeners: when one of those removes itself, the next one misses the event.
    workspace.addChangeListener((event) => {
      if (!event.isUiEvent && event.type !== Blockly.Events.FINISHED_LOADING) events.push(jsonOf(event));
    });
    if (program.startsWith('<')) {
      Blockly.Xml.domToWorkspace(Blockly.utils.xml.textToDom(program), workspace);
    } else {
      Blockly.serialization.workspaces.load(JSON.parse(program), workspace);
    }
    flush();
    workspace.clearUndo();
    takeEvents();
    takeWarnings();
    return {state: state()};
  },

  /** The code of the program in all languages. */
  generate: ({setting}) => generate(Blockly, load, workspace, setting),

  /** The ids of the statements in the order in which the program's JavaScript runs them. */
  trace: () => ({trace: trace(load, workspace)}),

  types: () => ({types: Object.keys(Blockly.Blocks)}),
  save: () => ({state: state()}),

  /** Runs recorded events. Derived ones (recordUndo: false) are run only if `literally`. */
  apply({events: recorded, literally}) {
    const problems = [];
    for (const [index, json] of recorded.entries()) {
      if (json.recordUndo === false && !literally) continue;
      if (json.type === 'move' && isInside(json.newParentId, json.blockId)) {
        problems.push(`event ${index}: Blockly would never end, with ${json.blockId} in itself`);
        break;
      }
      try {
        Blockly.Events.fromJson(json, workspace).run(true);
      } catch (error) {
        problems.push(`event ${index}, ${json.type} of ${json.blockId ?? json.varId}: ${error.message}`);
      }
      // Blockly's clients receive the events of an action together.
      if (recorded[index + 1]?.group !== json.group) flush();
    }
    flush();
    return {problems: problems.concat(takeWarnings()), state: state()};
  },

  /** Runs lines of JavaScript, each as one user action. */
  perform({actions}) {
    const problems = [];
    for (const action of actions) {
      Blockly.Events.setGroup(true);
      try {
        new Function('Blockly', 'workspace', 'block', 'dialog', action)(Blockly, workspace, findBlock, openDialog);
      } catch (error) {
        problems.push(error.message);
      }
      Blockly.Events.setGroup(false);
      flush();
    }
    return {events: takeEvents(), problems: problems.concat(takeWarnings()), state: state()};
  },

  undo: ({count}) => replay(count, false),
  redo: ({count}) => replay(count, true),

  /** Performs random actions and returns the events of each. */
  random({seed, count, reconnects}) {
    random = seeded(seed);
    const actor = new RandomActions(Blockly, workspace, new Chance(random), reconnects);
    const actions = [];
    for (let left = count; left; left--) {
      const before = fieldValues(workspace);
      const name = actor.act();
      flush();
      const events = takeEvents();
      actions.push({name, forgotten: forgottenEvents(workspace, before, events), events});
    }
    return {actions, problems: takeWarnings(), state: state()};
  },
};

/** Whether a block is the other one, or in or below it. */
function isInside(id, outerId) {
  for (let block = id && findBlock(id); block; block = block.getParent()) if (block.id === outerId) return true;
  return false;
}

const findBlock = (id) => workspace.getBlockById(id);
const openDialog = (id, change) => mutateInDialog(Blockly, findBlock(id), change);

function replay(count, isRedo) {
  for (let left = count; left; left--) {
    workspace.undo(isRedo);
    flush();
  }
  return {events: takeEvents(), problems: takeWarnings(), state: state()};
}

/** The event's JSON, built by hand where Blockly fails on empty comment texts. */
function jsonOf(event) {
  if (event.type !== Blockly.Events.COMMENT_CHANGE) return event.toJson();
  const {type, group, commentId, oldContents_: oldContents, newContents_: newContents} = event;
  return {type, group, commentId, oldContents, newContents};
}

const takeEvents = () => events.splice(0);
const state = () => Blockly.serialization.workspaces.save(workspace);

/** The lines of standard input, as they arrive. */
function* lines() {
  const buffer = Buffer.alloc(1 << 16);
  let rest = [];
  for (let count; (count = fs.readSync(0, buffer)) > 0; ) {
    let start = 0;
    for (let end; (end = buffer.subarray(0, count).indexOf(10, start)) >= 0; start = end + 1) {
      yield Buffer.concat([...rest, buffer.subarray(start, end)]).toString();
      rest = [];
    }
    rest.push(Buffer.from(buffer.subarray(start, count)));
  }
}

function write(text) {
  const bytes = Buffer.from(text + '\n');
  for (let sent = 0; sent < bytes.length; ) sent += fs.writeSync(1, bytes, sent);
}

for (const line of lines()) {
  const request = JSON.parse(line);
  let answer;
  try {
    answer = requests[request.do](request);
  } catch (error) {
    answer = {error: error.stack};
  }
  write(JSON.stringify(answer));
}
