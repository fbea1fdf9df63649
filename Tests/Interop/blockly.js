// Loads Blockly Web from its package or the bundle of a web application, to run it without a browser.
'use strict';
const fs = require('fs');
const path = require('path');
const vm = require('vm');
const {JSDOM} = require('jsdom');

/** The modules of the bundle: Blockly's core, its stock blocks, and the English messages. */
const MODULES = {core: 3583, stockBlocks: 1203, english: 5044};

/** Those of a package of Blockly, in their order. */
const SCRIPTS = ['blockly_compressed.js', 'blocks_compressed.js', path.join('msg', 'en.js')];

/** Runs the scripts of a package of Blockly. */
function runScripts(folder, context) {
  for (const name of SCRIPTS) vm.runInContext(fs.readFileSync(path.join(folder, name), 'utf8'), context, {filename: name});
  return {Blockly: context.Blockly};
}

/** Runs the modules of a bundle with Blockly's core, stock blocks and messages. */
function runBundle(folder, context) {
  for (const name of fs.readdirSync(folder).filter((name) => /^\d+\.\w+\.js$/.test(name))) {
    vm.runInContext(fs.readFileSync(path.join(folder, name), 'utf8'), context, {filename: name});
  }
  const chunks = context[Object.keys(context).find((key) => key.startsWith('webpackChunk'))];
  const definitions = Object.assign({}, ...chunks.map(([, modules]) => modules));
  const loaded = {};
  const load = (id) => {
    if (!loaded[id]) {
      loaded[id] = {exports: {}};
      definitions[id].call(loaded[id].exports, loaded[id], loaded[id].exports, load);
    }
    return loaded[id].exports;
  };
  const Blockly = load(MODULES.core);
  Blockly.setLocale(load(MODULES.english));
  load(MODULES.stockBlocks);
  return {Blockly, load};
}

/**
 * Loads a Blockly that takes its random numbers from `random`, so that its ids are the same in each run, and that fires
 * its events when `flush` is called instead of later. `load` returns further modules of a bundle.
 * @param {string} folder the folder of the bundle's chunks, or of Blockly's package.
 * @param {() => number} random returns numbers from 0 up to, but not including, 1.
 */
function loadBlockly(folder, random) {
  const timers = [];
  const warnings = [];
  const note = (...parts) => warnings.push(parts.join(' '));
  const context = vm.createContext({
    setTimeout: (call) => timers.push(call),
    console: {log: note, warn: note, error: note, trace: note},
  });
  context.self = context;
  vm.runInContext('Math', context).random = random;

  const isPackage = fs.existsSync(path.join(folder, SCRIPTS[0]));
  const {Blockly, load} = isPackage ? runScripts(folder, context) : runBundle(folder, context);
  const {window} = new JSDOM('');
  Blockly.utils.xml.injectDependencies(window);
  // Questions are answered with yes.
  Blockly.dialog.setConfirm((question, answer) => answer(true));
  Blockly.dialog.setAlert((message, done) => done && done());

  // Without a screen, blocks return the very object that holds their position, so no move would be noticed.
  const getPosition = Blockly.Block.prototype.getRelativeToSurfaceXY;
  Blockly.Block.prototype.getRelativeToSurfaceXY = function () {
    return getPosition.call(this).clone();
  };

  const flush = () => {
    while (timers.length) timers.shift()();
  };
  const takeWarnings = () => warnings.splice(0);
  return {Blockly, load, flush, takeWarnings};
}

module.exports = {loadBlockly, MODULES};
