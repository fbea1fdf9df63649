// Random user actions in Blockly, each in one event group, as in Blockly's own user interface.
'use strict';
const {toolboxOf} = require('./toolbox.js');
const {mutateInDialog} = require('./dialogs.js');
const {randomChange} = require('./random-mutations.js');

const TEXTS = ['', 'a', 'hello world', ' two  spaces ', '<b>&amp;"\'', 'naïve ✓ 日本', '😀', ']]>', '0x10', 'TRUE'];
const NAMES = ['x', 'y', 'i', 'item', 'total', 'Total', 'naïve', 'a b', 'list'];
const PROCEDURES = ['do something', 'f', 'g', 'F', 'löse'];

/** The user actions with their weights. */
const WEIGHTS = {
  insertBare: 14, insertWithShadows: 14, connect: 32, move: 8, disconnect: 8, remove: 9, mutate: 14,
  setField: 22, setShadowField: 10, comment: 5, collapse: 3, inline: 4, disable: 4,
  createVariable: 3, renameVariable: 4, deleteVariable: 2,
  insertNote: 3, editNote: 3, moveNote: 3, collapseNote: 2, removeNote: 2,
  defineProcedure: 4, callProcedure: 5, callUnknown: 1, renameProcedure: 4,
  undo: 14, redo: 9,
};

/** The weight of connecting a connected block without disconnecting it first, if that is wanted. */
const RECONNECTING = {reconnect: 30};

/** The blocks that contain a block. */
function ancestors(block) {
  const blocks = [];
  while ((block = block.getSurroundParent())) blocks.push(block);
  return blocks;
}

class RandomActions {
  /** @param reconnects whether connected blocks are also connected elsewhere without being disconnected first. */
  constructor(Blockly, workspace, chance, reconnects) {
    this.Blockly = Blockly;
    this.workspace = workspace;
    this.chance = chance;
    this.toolbox = toolboxOf(Blockly);
    const weights = {...WEIGHTS, ...(reconnects && RECONNECTING)};
    this.names = Object.entries(weights).flatMap(([name, weight]) => Array(weight).fill(name));
  }

  /** Performs one action and returns its name. */
  act() {
    const name = this.chance.of(this.names);
    const isReplay = name === 'undo' || name === 'redo';
    if (!isReplay) this.Blockly.Events.setGroup(true);
    this[name]();
    this.Blockly.Events.setGroup(false);
    return name;
  }

  // Choices

  blocks(accept = () => true) { return this.workspace.getAllBlocks(false).filter(accept); }
  realBlock(accept = () => true) { return this.chance.of(this.blocks((block) => !block.isShadow() && accept(block))); }
  position() { return {x: this.chance.below(1000), y: this.chance.below(2000)}; }
  definitions() { return this.blocks((block) => block.type.startsWith('procedures_def')); }

  insert(state) {
    return this.Blockly.serialization.blocks.append({...state, ...this.position()}, this.workspace, {recordUndo: true});
  }

  // Blocks

  insertBare() { this.insert(this.chance.of(this.toolbox.bare)); }
  insertWithShadows() { this.insert(this.chance.of(this.toolbox.withShadows)); }

  /** Drags a block, with or without the blocks below it, to a compatible connection. */
  connect() {
    const block = this.realBlock((block) => block.outputConnection || block.previousConnection);
    if (!block) return;
    const own = block.outputConnection || block.previousConnection;
    block.unplug(this.chance.percent(30));
    const sides = this.sidesFor(block);
    if (this.chance.percent(50)) this.moveTo(block, this.position());
    this.chance.of(sides)?.connect(own);
  }

  /** Connects a block where it fits, as Blockly's own code does, which doesn't disconnect it first. */
  reconnect() {
    const block = this.realBlock((block) => block.outputConnection || block.previousConnection);
    if (block) this.chance.of(this.sidesFor(block))?.connect(block.outputConnection || block.previousConnection);
  }

  /** The connections outside a block to which it can be connected. */
  sidesFor(block) {
    const own = block.outputConnection || block.previousConnection;
    const inside = new Set(block.getDescendants(false));
    const checker = this.workspace.connectionChecker;
    return this.blocks((other) => !inside.has(other) && !other.isShadow())
      .flatMap((other) => [...other.inputList.map((input) => input.connection), other.nextConnection])
      .filter((side) => side && checker.canConnect(side, own, false));
  }

  move() {
    const block = this.realBlock((block) => !block.getParent());
    if (block) this.moveTo(block, this.position());
  }

  moveTo(block, position) {
    const from = block.getRelativeToSurfaceXY();
    block.moveBy(position.x - from.x, position.y - from.y, ['drag']);
  }

  disconnect() {
    const block = this.realBlock((block) => block.getParent());
    if (!block) return;
    block.unplug(this.chance.percent(50));
    this.moveTo(block, this.position());
  }

  remove() {
    const block = this.realBlock();
    // Blockly fails to heal a stack at a next connection with a covered shadow.
    const heals = this.chance.percent(50) && !block?.nextConnection?.getShadowState();
    if (block) block.dispose(heals);
  }

  mutate() {
    const block = this.realBlock((block) => block.compose);
    if (block) mutateInDialog(this.Blockly, block, randomChange(block, this.chance, NAMES));
  }

  // Fields

  setField() { this.edit(this.realBlock((block) => this.fields(block).length)); }
  setShadowField() { this.edit(this.chance.of(this.blocks((block) => block.isShadow() && this.fields(block).length))); }

  fields(block) {
    return block.inputList.flatMap((input) => input.fieldRow).filter((field) => field.name && field.isCurrentlyEditable());
  }

  edit(block) {
    const field = block && this.chance.of(this.fields(block));
    if (field) field.setValue(this.valueFor(field));
  }

  valueFor(field) {
    const {FieldVariable, FieldDropdown, FieldCheckbox, FieldNumber} = this.Blockly;
    if (field instanceof FieldVariable) {
      const types = field.getVariableTypes();
      const variables = this.workspace.getAllVariables().filter((variable) => types.includes(variable.type));
      return this.chance.of(variables)?.getId() ?? field.getValue();
    }
    if (field instanceof FieldDropdown) return this.chance.of(field.getOptions(false))[1];
    if (field instanceof FieldCheckbox) return this.chance.percent(50) ? 'TRUE' : 'FALSE';
    if (field instanceof FieldNumber) {
      return this.chance.of([0, 1, -1, 0.1 + 0.2, 1e21, 1e-7, -273.15, this.chance.below(1000000)]);
    }
    return this.chance.of(TEXTS);
  }

  // Properties

  comment() {
    const block = this.realBlock();
    if (block) block.setCommentText(this.chance.percent(30) ? null : 'note ' + this.chance.below(100));
  }

  collapse() { this.realBlock()?.setCollapsed(this.chance.percent(50)); }
  inline() { this.realBlock((block) => block.inputList.length)?.setInputsInline(this.chance.percent(50)); }
  disable() { this.realBlock()?.setDisabledReason(this.chance.percent(60), 'MANUALLY_DISABLED'); }

  // Variables

  variable() { return this.chance.of(this.workspace.getAllVariables()); }
  name() { return this.chance.percent(70) ? this.chance.of(NAMES) : 'v' + this.chance.below(30); }
  createVariable() { this.workspace.createVariable(this.name(), this.chance.of(['', '', 'String'])); }

  /** Renames a variable; if there is another one of that name, merges the two. */
  renameVariable() {
    const variable = this.variable();
    const name = this.name();
    if (!variable) return;
    const other = this.workspace.getVariable(name, variable.type);
    // Then Blockly fires no event for the function's new parameter, and doesn't replay the deletion of the old one.
    const isParameter = this.definitions().some((block) => block.getVarModels().includes(variable));
    if (other && other !== variable && (isParameter || this.isInShadow(variable))) return;
    this.workspace.renameVariableById(variable.getId(), name);
  }

  deleteVariable() {
    const variable = this.variable();
    if (!variable || this.isInShadow(variable)) return;
    // Blockly fails to delete a block that was deleted along with another one (its issue 9077).
    const users = this.workspace.getVariableUsesById(variable.getId());
    if (users.some((user) => ancestors(user).some((block) => users.includes(block)))) return;
    this.workspace.deleteVariableById(variable.getId());
  }

  /** Blockly loses shadows when their variable is deleted; covered ones return with another variable or a new one. */
  isInShadow(variable) {
    return this.blocks().flatMap((block) => block.getConnections_(true)).some((connection) =>
      JSON.stringify(connection.getShadowState(true))?.includes(JSON.stringify(variable.getId())));
  }

  // Workspace comments

  note() { return this.chance.of(this.workspace.getTopComments()); }
  insertNote() {
    const note = this.workspace.newComment();
    note.setText(this.chance.of(TEXTS));
    const {x, y} = this.position();
    note.moveTo(new this.Blockly.utils.Coordinate(x, y));
  }
  editNote() { this.note()?.setText(this.chance.of(TEXTS)); }
  moveNote() {
    const {x, y} = this.position();
    this.note()?.moveTo(new this.Blockly.utils.Coordinate(x, y));
  }
  collapseNote() { this.note()?.setCollapsed(this.chance.percent(50)); }
  removeNote() { this.note()?.dispose(); }

  // Procedures

  defineProcedure() {
    const definition = this.insert({type: this.chance.of(['procedures_defnoreturn', 'procedures_defreturn'])});
    definition.setFieldValue(this.chance.of(PROCEDURES), 'NAME');
  }

  renameProcedure() {
    this.chance.of(this.definitions())?.setFieldValue(this.chance.of(PROCEDURES), 'NAME');
  }

  callProcedure() {
    const definition = this.chance.of(this.definitions());
    if (!definition) return;
    const [name, params] = definition.getProcedureDef();
    this.insert({type: definition.callType_, extraState: {name, params}});
  }

  /** Pastes a call of a function that doesn't exist: Blockly creates the definition. */
  callUnknown() {
    const type = this.chance.of(['procedures_callnoreturn', 'procedures_callreturn']);
    this.insert({type, extraState: {name: 'p' + this.chance.below(100), params: ['x', 'y'].slice(this.chance.below(3))}});
  }

  // Undo and redo

  undo() { this.workspace.undo(false); }
  redo() { this.workspace.undo(true); }
}

module.exports = {RandomActions};
