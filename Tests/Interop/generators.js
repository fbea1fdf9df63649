// Generates code with Blockly's own generators, with or without the definitions of helper functions.
'use strict';

/** The modules of the bundle, by language. */
const MODULES = {python: 1803, javascript: 124, lua: 5467, php: 1925, dart: 2354};

/**
 * Generates a program in all languages.
 * @param {(id: number) => object} load returns a module of the bundle.
 * @param {object} program a workspace, which is saved and loaded again: that adds comments to functions without one.
 * @param {{zeroBased: boolean, traced: boolean, helpers: boolean}} setting
 * @returns {{suffixed: boolean, code: ?Object<string, string>}} no code if Blockly doesn't load what it saved, or loads another program: a
 *     function's name that is loaded after calls of “unnamed” renames these, and a split list may not be connected again. `suffixed`
 *     tells whether there is a statement suffix: this Blockly fails on an “if” without “else” when there is one (its issue 8780).
 */
function generate(Blockly, load, program, setting) {
  const workspace = new Blockly.Workspace();
  workspace.options.comments = true;
  workspace.options.oneBasedIndex = !setting.zeroBased;
  Blockly.Events.disable();
  try {
    Blockly.serialization.workspaces.load(Blockly.serialization.workspaces.save(program), workspace);
  } catch {
    workspace.dispose();
    return {suffixed: false, code: null};
  } finally {
    Blockly.Events.enable();
  }
  const isDifferent = (block) => {
    const loaded = workspace.getBlockById(block.id);
    return loaded?.getParent()?.id !== block.getParent()?.id ||
      block.getProcedureCall && loaded?.getProcedureCall() !== block.getProcedureCall();
  };
  if (program.getAllBlocks(false).some(isDifferent)) {
    workspace.dispose();
    return {suffixed: false, code: null};
  }
  try {
    return {suffixed: setting.traced, code: codes(load, workspace, setting.traced, setting.traced, setting.helpers)};
  } catch (error) {
    if (!setting.traced) throw error;
    return {suffixed: false, code: codes(load, workspace, true, false, setting.helpers)};
  } finally {
    workspace.dispose();
  }
}

function codes(load, workspace, isTraced, hasSuffix, hasHelpers) {
  const code = {};
  for (const [language, id] of Object.entries(MODULES)) {
    const generator = load(id)[language + 'Generator'];
    const end = language === 'python' || language === 'lua' ? '\n' : ';\n';
    generator.STATEMENT_PREFIX = isTraced ? 'enter(%1)' + end : null;
    generator.STATEMENT_SUFFIX = hasSuffix ? 'leave(%1)' + end : null;
    generator.INFINITE_LOOP_TRAP = isTraced ? 'again(%1)' + end : null;
    if (hasHelpers) delete generator.provideFunction_; else leaveOutHelpers(generator);
    code[language] = generator.workspaceToCode(workspace);
  }
  return code;
}

/** Runs a program's JavaScript and returns the ids of its statements in the order in which they ran. */
function trace(load, workspace) {
  const generator = load(MODULES.javascript).javascriptGenerator;
  generator.STATEMENT_PREFIX = 'enter(%1);\n';
  generator.STATEMENT_SUFFIX = generator.INFINITE_LOOP_TRAP = null;
  delete generator.provideFunction_;
  const ids = [];
  const page = {alert() {}, prompt: () => null};
  new Function('enter', 'window', generator.workspaceToCode(workspace))((id) => ids.push(id), page);
  return ids;
}

/** Makes a generator leave out the definitions of helper functions in the next program. */
function leaveOutHelpers(generator) {
  const names = {};
  generator.provideFunction_ = (name) => (names[name] ??= generator.nameDB_.getDistinctName(name, 'PROCEDURE'));
}

module.exports = {generate, trace, leaveOutHelpers, MODULES};
