// Part of mortise-live.js: a program in Blockly, as the events of others and own ones change it.
// SPDX-License-Identifier: Apache-2.0
(function (global) {
'use strict';

const {Placeholders, keptMutation} = global.MortiseTypes;
const DEFAULT_COMMENTS = ['PROCEDURES_DEFNORETURN_COMMENT', 'PROCEDURES_DEFRETURN_COMMENT'];
/**
 * Blocks whose shapes and shadows change with their fields or with the function that they are in. Blockly's undo and its
 * events don't bring all of that back.
 */
const LOSSY = /"type":"(lists_(split|[gs]etIndex|getSublist)|text_(charAt|getSubstring)|procedures_(ifreturn|call(no)?return))"/;
/** The type of a block that is only made to look at a definition's shape. */
const SHAPE = 'mortise_live_shape';

/** Text that is the same for equal values, whatever the order of their members. */
function canonical(value) {
  if (Array.isArray(value)) return '[' + value.map(canonical).join() + ']';
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  // Whether a block's comment is open, and how large, is a matter of the view, and has no event.
  const {comment} = value.icons ?? {};
  if (comment) value = {...value, icons: {...value.icons, comment: comment.text}};
  const keys = Object.keys(value).filter((key) => value[key] !== undefined).sort();
  return '{' + keys.map((key) => JSON.stringify(key) + ':' + canonical(value[key])).join() + '}';
}

const rounded = (coordinate) => String(coordinate).split(',').map((part) => Math.round(part)).join();

/** What an event changes, without how it was before: equal for events with the same effect. */
function effect(json) {
  const rest = {};
  for (const [key, value] of Object.entries(json)) {
    if (!/^(group|mortise|recordUndo|xml|workspaceId|isUiEvent|reason|wasShadow|old.*)$/.test(key)) rest[key] = value;
  }
  if (rest.newCoordinate) rest.newCoordinate = rounded(rest.newCoordinate);
  for (const member of ['width', 'height']) {
    if (rest.newSize) rest.newSize = {...rest.newSize, [member]: Math.round(rest.newSize[member])};
  }
  if (rest.newParentId) delete rest.newCoordinate;
  if (rest.ids) rest.ids = [...rest.ids].sort();
  if (rest.json && typeof rest.json === 'object') {
    rest.json = {...rest.json, x: Math.round(rest.json.x ?? 0), y: Math.round(rest.json.y ?? 0)};
  }
  if (json.type === 'delete') delete rest.json;
  return canonical(rest);
}

/** Why an event can't be run on the program as it is. */
class Misfit extends Error {}

/** A workspace as the events of a program change it. */
class Program {
  constructor(Blockly, workspace) {
    Object.assign(this, {Blockly, workspace});
    this.placeholders = new Placeholders(Blockly, workspace);
    this.keepShadowsOfSplit();
  }

  /** Where the mode of `lists_split` changes, Blockly drops the shadow of its input, and no event brings that back. */
  keepShadowsOfSplit() {
    const program = this;
    const {lists_split: definition} = this.Blockly.Blocks;
    if (!definition?.updateType_ || definition.updateType_.isMortises) return;
    const {updateType_} = definition;
    definition.updateType_ = function (mode) {
      const connection = this.getInput('INPUT')?.connection;
      const state = this.getFieldValue('MODE') !== mode && connection?.getShadowState(true);
      if (!state) return updateType_.call(this, mode);
      program.silently(() => connection.setShadowState(null));
      updateType_.call(this, mode);
      program.silently(() => program.withoutOthers(false, () => connection.setShadowState(state), this.workspace));
    };
    definition.updateType_.isMortises = true;
  }

  state() { return this.Blockly.serialization.workspaces.save(this.workspace); }
  block(id) { return this.workspace.getBlockById(id); }
  comment({commentId}) { return this.workspace.getCommentById?.(commentId); }
  variable(id) { return this.workspace.getVariableMap().getVariableById(id); }

  /** Makes changes that are nobody's new ones. */
  silently(action) {
    const {Events} = this.Blockly;
    // Blockly would move displaced blocks away a little later.
    const records = Events.getRecordUndo();
    Events.setRecordUndo(false);
    Events.disable();
    try {
      return action();
    } finally {
      Events.enable();
      Events.setRecordUndo(records);
    }
  }

  /** Does what others have caused, and draws it, without moving blocks that look connected: each page would do it differently. */
  still(action) {
    const {BlockSvg, renderManagement} = this.Blockly;
    if (!this.workspace.rendered) return action();
    const {bumpNeighbours} = BlockSvg.prototype;
    BlockSvg.prototype.bumpNeighbours = () => {};
    try {
      action();
      renderManagement?.triggerQueuedRenders?.(this.workspace);
    } finally {
      BlockSvg.prototype.bumpNeighbours = bumpNeighbours;
    }
  }

  // Events as others made them

  read(json) {
    const {Blockly} = this;
    if (json.type === 'comment_change') {
      // Blockly fails on empty texts.
      const event = new (Blockly.Events.get('comment_change'))();
      return Object.assign(event, {
        isBlank: false, commentId: json.commentId, workspaceId: this.workspace.id, group: json.group ?? '',
        oldContents_: json.oldContents ?? '', newContents_: json.newContents ?? '',
      });
    }
    return Blockly.Events.fromJson(json, this.workspace);
  }

  /** Whether Blockly, or the page, knows the type. */
  knows(type) { return this.Blockly.registry.hasItem(this.Blockly.registry.Type.EVENT, type); }

  /** Applies an event of the log. */
  apply(json) {
    if (json.type === 'change' && this.changeOwnElement(json)) return;
    // Events of apps that this page doesn't know change nothing here.
    if (!this.knows(json.type)) return;
    this.placeholders.learnEvent(json);
    this.placeholders.define();
    this.check(json);
    this.run(this.read(json), true);
  }

  /** Runs an event, and nothing that Blockly believes to follow from it: that has events of its own. */
  run(event, isForward) {
    const block = this.block(event.blockId);
    this.withoutOthers(event.type === 'create' || Boolean(block?.getProcedureDef), () => {
      const mutation = event.type === 'change' && event.element === 'mutation' && (isForward ? event.newValue : event.oldValue);
      if (mutation && mutation.startsWith('<') && block.domToMutation) {
        // Blockly writes so for calls of functions, and can't read it.
        block.domToMutation(this.dom(mutation));
      } else {
        event.run(isForward);
      }
    });
  }

  /**
   * Functions look for other ones of their name, and for their calls, to change all of them; calls make the variables that
   * they miss. Others would not do the same.
   */
  withoutOthers(isNeeded, action, workspace = this.workspace) {
    const variables = workspace.getVariableMap();
    const made = [];
    variables.createVariable = (name, type, id) => {
      const variable = Object.getPrototypeOf(variables).createVariable.call(variables, name, type, id);
      if (!id) made.push(variable);
      return variable;
    };
    if (isNeeded) workspace.getAllBlocks = () => [];
    // The host has checked what fits, and says what comes off.
    const {connectionChecker} = workspace;
    connectionChecker.doTypeChecks = () => true;
    try {
      return this.withoutComments(action);
    } finally {
      delete connectionChecker.doTypeChecks;
      delete variables.createVariable;
      workspace.getAllBlocks = () => [];
      for (const variable of made) variables.deleteVariable(variable);
      delete workspace.getAllBlocks;
    }
  }

  /** New functions would get a comment that nobody has written. */
  withoutComments(action) {
    const {Msg} = this.Blockly;
    const texts = DEFAULT_COMMENTS.map((name) => [name, Msg[name]]);
    for (const name of DEFAULT_COMMENTS) Msg[name] = '';
    try {
      return action();
    } finally {
      for (const [name, text] of texts) Msg[name] = text;
    }
  }

  dom(text) { return (this.Blockly.utils.xml.textToDom ?? this.Blockly.Xml.textToDom)(text); }

  /** What Blockly has no events for. Returns whether the event is one of these. */
  changeOwnElement({blockId, element, name, newValue}) {
    const block = this.block(blockId);
    switch (element) {
      case 'data': if (block) block.data = newValue ?? null; return true;
      case 'deletable': block?.setDeletable(newValue ?? true); return true;
      case 'movable': block?.setMovable(newValue ?? true); return true;
      case 'editable': block?.setEditable(newValue ?? true); return true;
      case 'shadow':
        (name === undefined ? block?.nextConnection : block?.getInput(name)?.connection)?.setShadowState(newValue ?? null);
        return true;
      case 'order': case 'shape': return true;
      default: return false;
    }
  }

  /** Throws a Misfit if an event can't be run. Blockly itself says nothing, or half of it. */
  check(json) {
    const need = (is, what) => { if (!is) throw new Misfit(what); };
    switch (json.type) {
      case 'create':
        need(!json.ids.some((id) => this.block(id)), 'the block is there already');
        break;
      case 'delete':
        need(this.block(json.blockId), 'the block is gone');
        break;
      case 'change': {
        const block = this.block(json.blockId);
        need(block, 'the block is gone');
        if (json.element !== 'field') break;
        const field = block.getField(json.name);
        need(field, 'the field is gone');
        if (field.getVariable) need(this.variable(json.newValue), 'the variable is gone');
        break;
      }
      case 'move': {
        const block = this.block(json.blockId);
        need(block, 'the block is gone');
        if (!json.newParentId) break;
        const parent = this.block(json.newParentId);
        need(parent, 'the block above is gone');
        need(json.newInputName ? parent.getInput(json.newInputName)?.connection : parent.nextConnection, 'the place is gone');
        for (let above = parent; above; above = above.getParent()) {
          need(above !== block, 'the block would contain itself');
        }
        break;
      }
      case 'var_create':
        need(!this.isTaken(json.varName, json.varType, json.varId), 'the variable’s name is taken');
        break;
      case 'var_rename':
        need(this.variable(json.varId), 'the variable is gone');
        need(!this.isTaken(json.newName, this.variable(json.varId).type, json.varId), 'the variable’s name is taken');
        break;
      case 'var_delete':
        need(this.variable(json.varId), 'the variable is gone');
        break;
      case 'comment_change': case 'comment_move': case 'comment_delete': case 'comment_collapse': case 'comment_resize':
        if (this.workspace.getCommentById) need(this.comment(json), 'the comment is gone');
        break;
      case 'comment_create':
        need(!this.comment(json), 'the comment is there already');
        break;
    }
  }

  isTaken(name, type, id) {
    const other = this.workspace.getVariableMap().getVariable(name, type || '');
    return Boolean(other) && other.getId() !== id;
  }

  // Own events

  /** Runs own events again, after others. Returns those that now say what really changed; throws a Misfit. */
  rerun(events) {
    const done = [];
    try {
      for (const event of events) {
        this.check(toJson(event));
        if (event.type === 'var_delete' && this.workspace.getVariableUsesById(event.varId).length) {
          // Blockly would delete these blocks, without events.
          throw new Misfit('others use the variable');
        }
        // Undoing it would change what another user has done.
        if (event.type === 'comment_collapse' && this.comment(event)?.isCollapsed() === event.newCollapsed) continue;
        this.refresh(event);
        const displaced = this.displacedBy(event);
        this.run(event, true);
        done.push(event);
        if (displaced) {
          displaced.recordNew();
          done.push(displaced);
        }
      }
      return done;
    } catch (error) {
      this.revert(done);
      throw error;
    }
  }

  revert(events) { for (const event of [...events].reverse()) this.run(event, false); }

  /** Makes an event say what it is about to replace. */
  refresh(event) {
    const {Blockly} = this;
    const block = this.block(event.blockId);
    switch (event.type) {
      case 'move': {
        const {oldParentId, oldInputName, oldCoordinate} = new (Blockly.Events.get('move'))(block);
        Object.assign(event, {oldParentId, oldInputName, oldCoordinate});
        break;
      }
      case 'delete': {
        const {oldXml, oldJson, ids} = new (Blockly.Events.get('delete'))(block);
        Object.assign(event, {oldXml, oldJson, ids});
        break;
      }
      case 'change': event.oldValue = this.valueOf(block, event); break;
      case 'var_rename': event.oldName = this.variable(event.varId).name; break;
      case 'comment_change': event.oldContents_ = this.comment(event)?.getText(); break;
      case 'comment_move': event.oldCoordinate_ = this.comment(event)?.getRelativeToSurfaceXY(); break;
      case 'comment_resize': event.oldSize = this.comment(event)?.getSize(); break;
      case 'comment_delete': if (this.comment(event)) {
        const {json, xml} = new (Blockly.Events.get('comment_delete'))(this.comment(event));
        Object.assign(event, {json, xml});
      }
    }
  }

  valueOf(block, {element, name, oldValue, disabledReason_: reason}) {
    switch (element) {
      case 'field': return block.getField(name).getValue();
      case 'comment': return block.getCommentText();
      case 'collapsed': return block.isCollapsed();
      case 'inline': return block.getInputsInline();
      case 'disabled':
        return reason && block.hasDisabledReason ? block.hasDisabledReason(reason) : !block.isEnabled();
      case 'mutation': return this.Blockly.Events.get('change').getExtraBlockState_(block);
      default: return oldValue;
    }
  }

  /** A move of the block that is where an event puts another one; not yet with where it goes. */
  displacedBy(event) {
    if (event.type !== 'move' || !event.newParentId) return null;
    const parent = this.block(event.newParentId);
    const place = event.newInputName ? parent.getInput(event.newInputName).connection : parent.nextConnection;
    const present = place.targetBlock();
    if (!present || present.isShadow() || present.id === event.blockId) return null;
    return new (this.Blockly.Events.get('move'))(present);
  }

  // Definitions

  /**
   * Takes over the host's definitions of blocks that this page lacks. Returns the types of which it has others, or that
   * need a mutator that it lacks.
   */
  define(definitions) {
    const {Blockly} = this;
    const differing = [];
    for (const definition of definitions) {
      this.placeholders.registerFields(definition);
      const {type, mutator, mutations} = definition;
      const has = (name) => Blockly.Extensions.isRegistered(name);
      const known = {...definition, extensions: (definition.extensions ?? []).filter(has)};
      const lacksMutator = mutator && !has(mutator);
      if (lacksMutator) delete known.mutator;
      if (mutations && !mutator) known.mutator = this.recordedShapes(type, mutations);
      // Other links could run code.
      if (!/^https?:/i.test(definition.helpUrl ?? '')) delete known.helpUrl;
      if (!Object.hasOwn(Blockly.Blocks, type)) {
        Blockly.defineBlocksWithJsonArray([known]);
        if (lacksMutator) differing.push(type);
      } else if (lacksMutator || this.shapeOf(type) !== this.shapeOf(SHAPE, known)) {
        differing.push(type);
      }
    }
    return differing;
  }

  /** Defines the types that the page lacks: those of Mortise, and placeholders for those that nobody defines. */
  definePlaceholders(definitions) {
    const {Blockly, placeholders} = this;
    for (const definition of definitions) {
      if (Object.hasOwn(Blockly.Blocks, definition.type) && !placeholders.shapes.has(definition.type)) continue;
      if (definition.placeholder) placeholders.learnDefinition(definition); else this.define([definition]);
    }
    placeholders.define();
  }

  /**
   * Registers a mutator that keeps a block's state as it is, and gives the block the shape that was recorded for a state
   * like it. Returns its name.
   */
  recordedShapes(type, mutations) {
    const {Extensions} = this.Blockly;
    const name = `mortise_recorded_${type}`;
    const features = (state) => typeof state === 'string' ? this.attributesOf(this.dom(state)) : state;
    const shapes = mutations.map(({mutation, extraState, ...shape}) => ({shape, features: features(mutation ?? extraState)}));
    const has = ({features}, name, value) => canonical(features[name]) === canonical(value);
    const names = [...new Set(shapes.flatMap(({features}) => Object.keys(features)))];
    const telling = names.filter((name) => !shapes.every((shape) => has(shape, name, shapes[0].features[name])));
    const take = (block, state) => {
      const own = features(state);
      const shape = shapes.find((shape) => telling.every((name) => has(shape, name, own[name])))?.shape;
      if (!shape) return;
      for (const input of [...block.inputList]) block.removeInput(input.name);
      if (!('output' in shape)) block.setOutput(false);
      if (!('previousStatement' in shape)) block.setPreviousStatement(false);
      if (!('nextStatement' in shape)) block.setNextStatement(false);
      block.jsonInit({...shape, type});
    };
    if (Extensions.isRegistered(name)) Extensions.unregister(name);
    Extensions.registerMutator(name, keptMutation(this.Blockly, take));
    return name;
  }

  /** The attributes of an element, and its elements, as texts. */
  attributesOf(element) {
    const attributes = [...element.attributes].filter(({name}) => name !== 'xmlns').map(({name, value}) => [name, value]);
    const inner = [...element.childNodes].filter(({nodeType}) => nodeType === 1);
    return {...Object.fromEntries(attributes), '<>': inner.map((child) => this.Blockly.utils.xml.domToText(child)).join('')};
  }

  /** The places and fields of new blocks of a type, as text: what programs depend on. */
  shapeOf(type, definition) {
    const {Blockly} = this;
    const workspace = new Blockly.Workspace();
    Blockly.Events.disable();
    try {
      if (definition) Blockly.defineBlocksWithJsonArray([{...definition, type}]);
      const block = workspace.newBlock(type);
      const checks = (connection) => connection && [...connection.getCheck() ?? ['any']].sort();
      const fieldOf = (field) => [field.name, field.constructor.name, field.getOptions?.().map(([, value]) => value)];
      const inputs = block.inputList.filter(({connection}) => connection);
      return canonical({
        places: inputs.map(({name, type, connection}) => [name, type, checks(connection)]).map(canonical).sort(),
        fields: block.inputList.flatMap(({fieldRow}) => fieldRow).filter(({name}) => name).map(fieldOf).map(canonical).sort(),
        connections: [block.outputConnection, block.previousConnection, block.nextConnection].map(checks),
      });
    } finally {
      workspace.dispose();
      if (definition) delete Blockly.Blocks[type];
      Blockly.Events.enable();
    }
  }

  // The whole program

  /**
   * Makes the program what a file says, stack by stack. Returns whether it was different: null for no, else whether only in
   * stacks with blocks whose changes Blockly's events don't fully say.
   */
  become(text) {
    const {Blockly, workspace} = this;
    const other = new Blockly.Workspace();
    let wanted;
    try {
      const isXML = text.trimStart().startsWith('<');
      const program = isXML ? this.dom(text) : JSON.parse(text);
      // Events round positions; Blockly would cut the fractions off.
      for (const comment of isXML ? program.getElementsByTagName('comment') : program.workspaceComments ?? []) roundPosition(comment);
      if (isXML) this.placeholders.learnXML(program); else this.placeholders.learnStates(program.blocks?.blocks ?? []);
      this.placeholders.define();
      this.withoutOthers(true, () => {
        if (isXML) Blockly.Xml.domToWorkspace(program, other); else Blockly.serialization.workspaces.load(program, other);
      }, other);
      wanted = Blockly.serialization.workspaces.save(other);
    } finally {
      other.dispose();
    }
    // A shadow that no longer fits, since a variable of another type has given its place another check, is left lying
    // around by Blockly. Its place keeps it.
    for (const block of workspace.getTopBlocks(false)) if (block.isShadow()) block.dispose(false);
    const present = this.state();
    if (normal(wanted) === normal(present)) return null;
    let isLossy = false;
    const rest = ({blocks, ...others}) => normal(others);
    this.withoutOthers(true, () => {
      if (rest(wanted) !== rest(present)) {
        return Blockly.serialization.workspaces.load(wanted, workspace, {recordUndo: false});
      }
      const stacks = (state) => new Map((state.blocks?.blocks ?? []).map((stack) => [normalPart(stack), stack]));
      const [old, all] = [stacks(present), stacks(wanted)];
      isLossy = [...old.keys(), ...all.keys()].every((key) => old.has(key) && all.has(key) || LOSSY.test(key));
      for (const [key, stack] of old) if (!all.has(key)) this.block(stack.id)?.dispose(false);
      for (const [key, stack] of all) if (!old.has(key)) Blockly.serialization.blocks.append(stack, workspace);
    });
    return {isLossy};
  }
}

/** Rounds the position of a comment: a state, or an element. */
function roundPosition(comment) {
  for (const name of ['x', 'y']) {
    const value = comment.getAttribute ? comment.getAttribute(name) : comment[name];
    if (value === null || value === undefined) continue;
    if (comment.setAttribute) comment.setAttribute(name, Math.round(value)); else comment[name] = Math.round(value);
  }
}

/** A stack or comment as text. Events round positions and sizes. */
function normalPart({x = 0, y = 0, ...rest}) {
  for (const size of ['width', 'height']) if (rest[size] !== undefined) rest[size] = Math.round(rest[size]);
  return canonical({...rest, x: Math.round(x), y: Math.round(y)});
}

/** A state as text, with the members whose order means nothing in one order. */
function normal(state) {
  const sorted = {...state};
  if (Array.isArray(state.variables)) sorted.variables = state.variables.map(canonical).sort();
  if (Array.isArray(state.workspaceComments)) sorted.workspaceComments = state.workspaceComments.map(normalPart).sort();
  if (Array.isArray(state.blocks?.blocks)) sorted.blocks = state.blocks.blocks.map(normalPart).sort();
  for (const [key, value] of Object.entries(sorted)) if (Array.isArray(value) && !value.length) delete sorted[key];
  return canonical(sorted);
}

/** An event's JSON, built by hand where Blockly fails on empty comment texts. */
function toJson(event) {
  if (event.type !== 'comment_change') return event.toJson();
  const {type, group, commentId, oldContents_: oldContents, newContents_: newContents} = event;
  return {type, group, commentId, oldContents, newContents};
}

/** An event's JSON for the host. What only follows from other changes says so; an undo of Blockly's is a change. */
function jsonForHost(event) {
  const json = toJson(event);
  if (!['create', 'delete', 'move'].includes(json.type)) delete json.recordUndo;
  return json;
}

global.MortiseProgram = {Program, effect, toJson, jsonForHost};
})(typeof window === 'undefined' ? globalThis : window);
