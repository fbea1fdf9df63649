// The time that Blockly Web takes to make Python of a program: prints the milliseconds of a warm `workspaceToCode`, of
// everything from the file on, and the length of the code without helper functions, as JSON.
// usage: node --stack-size=60000 blockly-code.js LOADER GENERATORS FOLDER PROGRAM.json
'use strict';
const fs = require('fs');

const [loader, generators, folder, program] = process.argv.slice(2);
const {Blockly, load, flush} = require(loader).loadBlockly(folder, Math.random);
const {MODULES, leaveOutHelpers} = require(generators);
const generator = load(MODULES.python).pythonGenerator;

const GENERATIONS = 4;

/** The milliseconds that `body` takes. */
function time(body) {
  const start = process.hrtime.bigint();
  body();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

let workspace;
let code;

function loadProgram() {
  workspace = new Blockly.Workspace();
  Blockly.Events.disable();
  Blockly.serialization.workspaces.load(JSON.parse(fs.readFileSync(program, 'utf8')), workspace);
  Blockly.Events.enable();
  flush();
}

function generate() {
  leaveOutHelpers(generator);
  code = generator.workspaceToCode(workspace);
}

// The first time warms up.
loadProgram();
generate();
const loading = time(loadProgram);
const generations = [];
for (let count = 0; count < GENERATIONS; count++) generations.push(time(generate));
const generation = median(generations);
console.log(JSON.stringify({generation, fromFile: loading + generation, length: code.length}));
