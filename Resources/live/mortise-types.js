// Part of mortise-live.js: block and field types that the page's Blockly lacks.
// SPDX-License-Identifier: Apache-2.0
(function (global) {
'use strict';

/** Names of inputs that hold statements, where nothing else tells. */
const STATEMENTS = /^(DO|ELSE|STACK|BODY|SUBSTACK|STATEMENTS?)\d*$/;
/** The longest title of a block whose type nobody defines. */
const TITLE_LENGTH = 60;

/** Elements of a name below an element, without those deeper. */
const elements = (parent, ...names) =>
  [...parent.childNodes].filter((child) => child.nodeType === 1 && names.includes(child.tagName.toLowerCase()));

/** The shape of a type that nobody defines, as far as its blocks have shown it. */
class Shape {
  constructor() {
    /** Whether an input holds statements, by its name. */
    this.inputs = new Map();
    this.fields = new Set();
    this.hasOutput = this.hasPrevious = this.hasNext = false;
  }
}

/** By Blockly: the shapes of types that nobody defines, the connections of others as they were asked for, and how often they grew. */
const registries = new WeakMap();

/** Stands in for types that nobody defines: their blocks keep what they have, and show it. */
class Placeholders {
  constructor(Blockly, workspace) {
    Object.assign(this, {Blockly, workspace});
    if (!registries.has(Blockly)) registries.set(Blockly, {shapes: new Map(), connections: new Map(), version: 0});
    this.registry = registries.get(Blockly);
    this.version = 0;
  }

  get shapes() { return this.registry.shapes; }

  lacks(type) { return typeof type === 'string' && (this.shapes.has(type) || !Object.hasOwn(this.Blockly.Blocks, type)); }

  shape(type) {
    if (!this.shapes.has(type)) {
      this.shapes.set(type, new Shape());
      this.registry.version += 1;
    }
    return this.shapes.get(type);
  }

  // Learning

  /** Takes the host's description of a type's blocks: a definition in Blockly's JSON. */
  learnDefinition(definition) {
    const shape = this.shape(definition.type);
    for (const [key, args] of Object.entries(definition)) {
      if (!/^args\d+$/.test(key) || !Array.isArray(args)) continue;
      for (const {type, name} of args) {
        if (type === 'input_value' || type === 'input_statement') this.addInput(definition.type, name, type === 'input_statement');
        else if (name !== undefined) this.addField(definition.type, name);
      }
    }
    this.add(definition.type, {
      hasOutput: 'output' in definition, hasPrevious: 'previousStatement' in definition, hasNext: 'nextStatement' in definition,
    });
    return shape;
  }

  /** Learns from the states of blocks, with all blocks in them. */
  learnStates(states) {
    const waiting = [...states];
    while (waiting.length) {
      const state = waiting.pop();
      if (!state || typeof state !== 'object') continue;
      const {type, fields, inputs, next} = state;
      const lacks = this.lacks(type);
      if (lacks) {
        this.shape(type);
        for (const name of Object.keys(fields ?? {})) this.addField(type, name);
      }
      const places = Object.entries(inputs ?? {}).map(([name, connection]) => ({name, connection}));
      if (next) places.push({connection: next});
      for (const {name, connection} of places) {
        const children = [connection?.shadow, connection?.block].filter(Boolean);
        waiting.push(...children);
        const holds = name === undefined || this.holdsStatements(type, name, children);
        if (lacks) this.addPlace(type, name, holds);
        for (const child of children) this.learnChild(child.type, holds);
      }
    }
  }

  /** Learns from blocks in XML, with all blocks in them. */
  learnXML(root) {
    const waiting = [root];
    while (waiting.length) {
      const element = waiting.pop();
      const isBlock = /^(block|shadow)$/i.test(element.tagName);
      const type = isBlock ? element.getAttribute('type') : null;
      const lacks = isBlock && this.lacks(type);
      if (lacks) {
        this.shape(type);
        for (const field of elements(element, 'field', 'title')) this.addField(type, field.getAttribute('name'));
      }
      for (const place of isBlock ? elements(element, 'value', 'statement', 'next') : []) {
        const kind = place.tagName.toLowerCase();
        if (lacks) this.addPlace(type, kind === 'next' ? undefined : place.getAttribute('name'), kind !== 'value');
        for (const child of elements(place, 'block', 'shadow')) {
          this.learnChild(child.getAttribute('type'), kind !== 'value');
          waiting.push(child);
        }
      }
      if (!isBlock) waiting.push(...elements(element, 'block', 'shadow'));
    }
  }

  /** Learns from an event of another client. */
  learnEvent({type, json, xml, blockId, element, name, newInputName, newParentId}) {
    if (type === 'create') {
      if (json) this.learnStates([json]);
      else if (xml) this.learnXML(this.dom(`<xml>${xml}</xml>`));
    } else if (type === 'change' && element === 'field') {
      const {type} = this.workspace.getBlockById(blockId) ?? {};
      if (this.shapes.has(type)) this.addField(type, name);
    } else if (type === 'move' && newParentId) {
      const parent = this.workspace.getBlockById(newParentId)?.type;
      const child = this.workspace.getBlockById(blockId);
      if (!child) return;
      const holds = newInputName === undefined || newInputName === null || this.holdsStatements(parent, newInputName, [child]);
      if (this.shapes.has(parent)) this.addPlace(parent, newInputName ?? undefined, holds);
      this.learnChild(child.type, holds);
    }
  }

  dom(text) { return (this.Blockly.utils.xml.textToDom ?? this.Blockly.Xml.textToDom)(text); }

  /** Whether an input holds statements, as far as its blocks tell. */
  holdsStatements(parent, name, children) {
    const known = this.shapes.get(parent)?.inputs.get(name);
    if (known !== undefined) return known;
    for (const {type, next} of children) {
      const {hasOutput, hasPrevious} = this.connectionsOf(type);
      if (hasOutput !== hasPrevious) return hasPrevious;
      if (next) return true;
    }
    return STATEMENTS.test(name);
  }

  /** The connections of a type's new blocks. */
  connectionsOf(type) {
    if (this.lacks(type)) return this.shapes.get(type) ?? new Shape();
    const {connections} = this.registry;
    if (!connections.has(type)) {
      const workspace = new this.Blockly.Workspace();
      this.Blockly.Events.disable();
      try {
        const {outputConnection, previousConnection} = workspace.newBlock(type);
        connections.set(type, {hasOutput: Boolean(outputConnection), hasPrevious: Boolean(previousConnection)});
      } catch {
        connections.set(type, new Shape());
      } finally {
        workspace.dispose();
        this.Blockly.Events.enable();
      }
    }
    return connections.get(type);
  }

  addPlace(type, name, holdsStatements) {
    if (name === undefined) this.add(type, {hasNext: true}); else this.addInput(type, name, holdsStatements);
  }

  learnChild(type, isStatement) {
    if (!this.lacks(type)) return;
    const {hasOutput, hasPrevious} = this.shape(type);
    if (!hasOutput && !hasPrevious) this.add(type, isStatement ? {hasPrevious: true} : {hasOutput: true});
  }

  addInput(type, name, holdsStatements) {
    const {inputs} = this.shape(type);
    if (inputs.has(name)) return;
    inputs.set(name, holdsStatements);
    this.registry.version += 1;
  }

  addField(type, name) {
    const {fields} = this.shape(type);
    if (typeof name !== 'string' || !name || fields.has(name)) return;
    fields.add(name);
    this.registry.version += 1;
  }

  /** Adds connections. A block with an output has none above. */
  add(type, connections) {
    const shape = this.shape(type);
    for (const [name, has] of Object.entries(connections)) {
      if (!has || shape[name]) continue;
      shape[name] = true;
      this.registry.version += 1;
    }
  }

  // Blocks

  /** Defines what was learnt, and gives the workspace's blocks what they lack. */
  define() {
    const {Blockly, shapes} = this;
    for (const type of shapes.keys()) {
      if (!Object.hasOwn(Blockly.Blocks, type)) Blockly.Blocks[type] = this.definition(type);
    }
    if (this.version === this.registry.version) return;
    this.version = this.registry.version;
    for (const block of this.workspace.getAllBlocks(false)) {
      if (shapes.has(block.type)) this.complete(block, shapes.get(block.type));
    }
  }

  definition(type) {
    const placeholders = this;
    return {
      ...keptMutation(this.Blockly),
      init() {
        this.appendDummyInput().appendField(shortened(type));
        this.setColour?.(0);
        this.setTooltip?.('This page doesn’t know this block. Its values can’t be edited here.');
        placeholders.complete(this, placeholders.shapes.get(type));
      },
    };
  }

  complete(block, {inputs, fields, hasOutput, hasPrevious, hasNext}) {
    for (const name of fields) {
      if (block.getField(name)) continue;
      block.inputList[0].appendField(`${shortened(name)}:`).appendField(new (keptField(this.Blockly))(), name);
    }
    for (const [name, holdsStatements] of inputs) {
      if (block.getInput(name)) continue;
      const input = holdsStatements ? block.appendStatementInput(name) : block.appendValueInput(name);
      input.appendField(shortened(name));
    }
    if (hasOutput && !block.outputConnection && !block.previousConnection) block.setOutput(true);
    if (hasPrevious && !hasOutput && !block.previousConnection) block.setPreviousStatement(true);
    if (hasNext && !hasOutput && !block.nextConnection) block.setNextStatement(true);
  }

  // Fields

  /** Registers the kinds of fields that a definition uses and Blockly lacks. */
  registerFields(definition) {
    const {registry, fieldRegistry} = this.Blockly;
    for (const [key, args] of Object.entries(definition)) {
      if (!/^args\d+$/.test(key) || !Array.isArray(args)) continue;
      for (const {type} of args) {
        if (typeof type !== 'string' || !type.startsWith('field_') || registry.hasItem(registry.Type.FIELD, type)) continue;
        const make = {field_multilinetext: multilineField, field_colour: colourField}[type] ?? keptField;
        fieldRegistry.register(type, make(this.Blockly));
      }
    }
  }
}

const shortened = (text) => text.length > TITLE_LENGTH ? text.slice(0, TITLE_LENGTH) + '…' : text;

/** A mutator's functions that keep a state as it is. `take` gets each one. */
function keptMutation(Blockly, take = () => {}) {
  // As Blockly writes mutations in JSON.
  const text = (element) => (Blockly.utils.xml.domToText ?? Blockly.Xml.domToText)(element)
    .replace(' xmlns="https://developers.google.com/blockly/xml"', '').replace(/<([\w:.-]+)([^<>]*)\/>/g, '<$1$2></$1>');
  const dom = (state) => (Blockly.utils.xml.textToDom ?? Blockly.Xml.textToDom)(state);
  return {
    saveExtraState() { return this.keptState_ ?? null; },
    loadExtraState(state) {
      this.keptState_ = state;
      take(this, state);
    },
    mutationToDom() {
      return typeof this.keptState_ === 'string' && this.keptState_.startsWith('<') ? dom(this.keptState_) : null;
    },
    domToMutation(element) { this.loadExtraState(text(element)); },
  };
}

const classes = new WeakMap();

/** A class that is made once for each Blockly. */
function made(Blockly, name, make) {
  if (!classes.has(Blockly)) classes.set(Blockly, {});
  return classes.get(Blockly)[name] ??= make();
}

/** A field that keeps its value as it came, and is only saved if it has one. */
function keptField(Blockly) {
  return made(Blockly, 'kept', () => class KeptField extends Blockly.FieldLabel {
    static fromJson() { return new this(); }

    constructor() {
      super('');
      this.SERIALIZABLE = true;
      this.maxDisplayLength = TITLE_LENGTH;
    }

    isSerializable() { return this.kept_ !== undefined; }
    doClassValidation_(value) { return value; }

    doValueUpdate_(value) {
      // Blockly sets an empty text at first.
      if (this.name !== undefined) this.kept_ = value;
      this.value_ = value;
      this.isDirty_ = true;
    }

    getText_() {
      const value = this.kept_ && typeof this.kept_ === 'object' ? this.kept_.name ?? this.kept_.id ?? '…' : this.kept_;
      return String(value ?? '');
    }

    saveState() { return this.kept_; }
    loadState(state) { if (state === null) this.kept_ = null; else this.setValue(state); }

    toXml(element) {
      const {kept_: kept} = this;
      if (kept && typeof kept === 'object') {
        if (typeof kept.id === 'string') element.setAttribute('id', kept.id);
        if (kept.type) element.setAttribute('variabletype', kept.type);
        element.textContent = kept.name ?? '';
      } else {
        element.textContent = String(kept ?? '');
      }
      return element;
    }

    fromXml(element) {
      const [id, type] = ['id', 'variabletype'].map((name) => element.getAttribute(name));
      const name = element.textContent;
      this.setValue(id === null ? name : {id, ...name && {name}, ...type && {type}});
    }
  });
}

/** Opens an element below a field as its editor; `finish` gets it when it closes. */
function openEditor(Blockly, field, element, finish) {
  const content = Blockly.DropDownDiv.getContentDiv();
  content.replaceChildren(element);
  element.setAttribute('aria-label', field.name ?? 'value');
  Blockly.DropDownDiv.setColour('#fff', '#999');
  Blockly.DropDownDiv.showPositionedByField(field, () => finish(element));
  element.focus();
}

/** Several lines of text. */
function multilineField(Blockly) {
  return made(Blockly, 'multiline', () => class MultilineField extends Blockly.FieldTextInput {
    static fromJson({text = '', ...config}) {
      return new this(Blockly.utils.parsing.replaceMessageReferences(text), undefined, config);
    }

    getText_() { return String(this.getValue() ?? '').replace(/\n/g, '↵ '); }

    saveState() { return this.getValue(); }
    loadState(state) { this.setValue(state); }
    toXml(element) {
      element.textContent = String(this.getValue()).replace(/\n/g, '&#10;');
      return element;
    }
    fromXml(element) { this.setValue(element.textContent.replace(/&#10;/g, '\n')); }

    showEditor_() {
      const area = document.createElement('textarea');
      area.className = 'mortiseText';
      area.value = this.getValue();
      area.rows = 5;
      let isCancelled = false;
      area.addEventListener('keydown', (event) => {
        event.stopPropagation();
        if (event.key === 'Escape') isCancelled = true;
        if (event.key === 'Escape' || event.key === 'Enter' && event.ctrlKey) Blockly.DropDownDiv.hideIfOwner(this);
      });
      openEditor(Blockly, this, area, ({value}) => { if (!isCancelled) this.setValue(value); });
    }
  });
}

/** A colour, on a swatch of it. */
function colourField(Blockly) {
  return made(Blockly, 'colour', () => class ColourField extends Blockly.FieldTextInput {
    static fromJson({colour = '#ff0000', ...config}) { return new this(colour, undefined, config); }

    doClassValidation_(value) { return Blockly.utils.colour.parse(value); }

    applyColour() {
      super.applyColour?.();
      this.showColour();
    }
    doValueUpdate_(value) {
      super.doValueUpdate_(value);
      this.showColour();
    }
    render_() {
      super.render_();
      this.showColour();
    }

    showColour() {
      const colour = this.getValue();
      if (!this.borderRect_ || !colour) return;
      const [red, green, blue] = [1, 3, 5].map((index) => parseInt(colour.slice(index, index + 2), 16));
      this.borderRect_.style.fill = colour;
      const text = this.getTextElement?.() ?? this.textElement_;
      if (text) text.style.fill = red * 3 + green * 6 + blue > 1275 ? '#000' : '#fff';
    }

    showEditor_() {
      const input = document.createElement('input');
      input.type = 'color';
      input.value = this.getValue();
      input.addEventListener('input', () => this.setValue(input.value));
      input.addEventListener('keydown', (event) => {
        event.stopPropagation();
        if (event.key === 'Escape' || event.key === 'Enter') Blockly.DropDownDiv.hideIfOwner(this);
      });
      openEditor(Blockly, this, input, () => {});
    }
  });
}

global.MortiseTypes = {Placeholders, keptMutation};
})(typeof window === 'undefined' ? globalThis : window);
