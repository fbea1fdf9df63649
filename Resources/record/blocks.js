// Stand-ins for Blockly's blocks and inputs: they keep their shape, and are connected to nothing.
'use strict';

(function () {
  const { Field, classes, resolve } = standIns;

  class Connection {
    constructor(block, kind) { Object.assign(this, { sourceBlock_: block, kind, check_: null }); }
    setCheck(check) { this.check_ = check ?? null; return this; }
    getCheck() { return this.check_ === null ? null : [].concat(this.check_); }
    setShadowDom() {}
    getShadowDom() { return null; }
    setShadowState() {}
    getShadowState() { return null; }
    setOnConnect() {}
    isConnected() { return false; }
    targetBlock() { return null; }
    connect() { return true; }
    disconnect() {}
    getSourceBlock() { return this.sourceBlock_; }
    get targetConnection() { return null; }
    set targetConnection(other) {}
  }

  class Input {
    constructor(kind, name, block) {
      Object.assign(this, { kind, name: name ?? '', sourceBlock_: block, fieldRow: [], align: 'LEFT' });
      this.type = { input_value: 1, input_statement: 3, input_dummy: 5, input_end_row: 6 }[kind];
      this.connection = ['input_value', 'input_statement'].includes(kind) ? new Connection(block, kind) : null;
    }
    setCheck(check) { this.connection?.setCheck(check); return this; }
    setAlign(align) {
      this.align = { '-1': 'LEFT', 0: 'CENTRE', 1: 'RIGHT' }[align] ?? 'LEFT';
      return this;
    }
    setShadowDom() { return this; }
    getShadowDom() { return null; }
    makeShadowBlock() { return this; }
    setVisible() { return []; }
    isVisible() { return true; }
    getSourceBlock() { return this.sourceBlock_; }
    init() {}
    initModel() {}
    appendField(field, name) {
      this.insertFieldAt(this.fieldRow.length, field, name);
      return this;
    }
    appendTitle(field, name) { return this.appendField(field, name); }
    insertFieldAt(index, field, name) {
      let one = field;
      if (one === null || one === undefined || one === '') { if (!name) return index; one = ''; }
      if (['string', 'number', 'boolean'].includes(typeof one)) one = new classes.FieldLabel(String(one));
      // The app made it of what we don't have: at run time, such as a list of devices.
      if (!(one instanceof Field)) one = name ? new classes.FieldTextInput('') : new classes.FieldLabel('');
      if (name) one.name = String(name);
      one.setSourceBlock(this.sourceBlock_);
      this.fieldRow.splice(index, 0, one);
      return index + 1;
    }
    removeField(name) {
      const index = this.fieldRow.findIndex((one) => one.name === name);
      if (index >= 0) this.fieldRow.splice(index, 1);
      return index >= 0;
    }
  }

  const workspace = standIns.unknown('workspace');
  Object.assign(workspace, {
    options: { collapse: false, comments: true, disable: true, oneBasedIndex: true, parentWorkspace: null },
    id: 'workspace', isFlyout: false, rendered: false, RTL: false,
    isDragging: () => false, getAllBlocks: () => [], getTopBlocks: () => [], getBlocksByType: () => [],
    getAllVariables: () => [], getVariablesOfType: () => [], getVariable: () => null, getVariableById: () => null,
    getProcedureMap: () => ({ getProcedures: () => [] }), addChangeListener() {}, removeChangeListener() {},
  });

  class Block {
    constructor(type) {
      Object.assign(this, {
        type, id: 'block', inputList: [], workspace, disabled: false, editable_: true, isShadow_: false, collapsed_: false,
        outputConnection: null, previousConnection: null, nextConnection: null, childBlocks_: [], parentBlock_: null,
        inputsInline: undefined, tooltip: '', helpUrl: '', colour: undefined, style: undefined, mutatorName: undefined,
        extensionNames: [], rendered: false, isInFlyout: false, data: null, svgGroup_: new standIns.Element('g'),
        RTL: false, isInsertionMarker_: false, comment: null, warning: null, mutator: null,
      });
    }

    // Inputs and fields

    appendInput_(kind, name) {
      const input = new Input(kind, name, this);
      this.inputList.push(input);
      return input;
    }
    appendValueInput(name) { return this.appendInput_('input_value', name); }
    appendStatementInput(name) { return this.appendInput_('input_statement', name); }
    appendDummyInput(name) { return this.appendInput_('input_dummy', name); }
    appendEndRowInput(name) { return this.appendInput_('input_end_row', name); }
    appendInput(input) { this.inputList.push(input); return input; }
    getInput(name) { return this.inputList.find((one) => one.name === name) ?? null; }
    getInputTargetBlock() { return null; }
    getInputWithBlock() { return null; }
    removeInput(name) {
      const index = this.inputList.findIndex((one) => one.name === name);
      if (index >= 0) this.inputList.splice(index, 1);
      return index >= 0;
    }
    moveInputBefore(name, other) {
      const input = this.getInput(name);
      if (!input) return;
      this.inputList.splice(this.inputList.indexOf(input), 1);
      const index = other ? this.inputList.findIndex((one) => one.name === other) : -1;
      this.inputList.splice(index < 0 ? this.inputList.length : index, 0, input);
    }
    moveNumberedInputBefore(index, before) {
      const [input] = this.inputList.splice(index, 1);
      if (input) this.inputList.splice(before > index ? before - 1 : before, 0, input);
    }
    getFields_() { return this.inputList.flatMap((input) => input.fieldRow); }
    * getFields() { yield* this.getFields_(); }
    getField(name) { return this.getFields_().find((one) => one.name === name) ?? null; }
    getField_(name) { return this.getField(name); }
    getFieldValue(name) { return this.getField(name)?.getValue() ?? null; }
    setFieldValue(value, name) { this.getField(name)?.setValue(value); }
    setTitleValue(value, name) { this.setFieldValue(value, name); }
    getVars() { return []; }
    getVarModels() { return []; }

    // Connections and looks

    setOutput(isPresent, check) { this.outputConnection = this.connection_(isPresent, check, 'output'); }
    setPreviousStatement(isPresent, check) { this.previousConnection = this.connection_(isPresent, check, 'previous'); }
    setNextStatement(isPresent, check) { this.nextConnection = this.connection_(isPresent, check, 'next'); }
    connection_(isPresent, check, kind) { return isPresent ? new Connection(this, kind).setCheck(check) : null; }
    setInputsInline(isInline) { this.inputsInline = isInline === undefined ? undefined : Boolean(isInline); }
    getInputsInline() { return Boolean(this.inputsInline); }
    setColour(colour) { this.colour = colour; }
    setStyle(style) { this.style = style; }
    getColour() { return standIns.colour(this.colour) ?? '#000000'; }
    getColourSecondary() { return this.getColour(); }
    getColourTertiary() { return this.getColour(); }
    getStyleName() { return this.style ?? ''; }
    setTooltip(tooltip) { this.tooltip = tooltip; }
    getTooltip() { return standIns.text(typeof this.tooltip === 'function' ? '' : this.tooltip); }
    setHelpUrl(url) { this.helpUrl = url; }
    setMutator() {}
    setOnChange() {}
    toString() { return this.type; }

    // Members without influence on the shape

    isEditable() { return true; }
    isMovable() { return true; }
    isDeletable() { return true; }
    isShadow() { return false; }
    isEnabled() { return true; }
    isCollapsed() { return false; }
    isInsertionMarker() { return false; }
    isDisposed() { return false; }
    isDeadOrDying() { return false; }
    getParent() { return null; }
    getSurroundParent() { return null; }
    getRootBlock() { return this; }
    getNextBlock() { return null; }
    getPreviousBlock() { return null; }
    getChildren() { return []; }
    getDescendants() { return [this]; }
    getSvgRoot() { return this.svgGroup_; }
    getIcon() { return null; }
    getCommentText() { return null; }
    getRelativeToSurfaceXY() { return { x: 0, y: 0 }; }

    // Definitions

    mixin(members) { Object.assign(this, members); }
    jsonInit(json) { standIns.initFromJson(this, json); }
    interpolateMsg(message, ...values) {
      const fields = values.filter(Array.isArray);
      const parts = String(message).split(/%(\d+)/);
      let row = [];
      for (let index = 0; index < parts.length; index += 1) {
        if (index % 2 === 0) {
          if (parts[index].trim()) row.push([parts[index].trim()]);
          continue;
        }
        const value = fields[Number(parts[index]) - 1];
        if (!value) continue;
        if (value[1] instanceof Field) {
          row.push([value[1], value[0]]);
        } else {
          const input = this.appendValueInput(value[0]).setCheck(value[1]).setAlign(value[2]);
          for (const [field, name] of row) input.appendField(field, name);
          row = [];
        }
      }
      if (row.length > 0) {
        const input = this.appendDummyInput();
        for (const [field, name] of row) input.appendField(field, name);
      }
    }
  }
  for (const name of [
    'setWarningText', 'setCommentText', 'setDisabled', 'setDisabledReason', 'setEnabled', 'setCollapsed', 'setDeletable',
    'setMovable', 'setEditable', 'setShadow', 'setParent', 'setOutputShape', 'initSvg', 'render', 'queueRender', 'bumpNeighbours',
    'bumpNeighbours_', 'unplug', 'dispose', 'moveBy', 'select', 'updateVarName', 'renameVarById', 'setEditable', 'addIcon',
    'removeIcon', 'setHighlighted', 'applyColour', 'setHidden', 'setOnClick', 'setCheckboxInFlyout', 'setCategory',
  ]) {
    Block.prototype[name] = function () {};
  }

  // MARK: - Definitions in JSON

  const checks = (json) => (json === undefined ? undefined : json);

  standIns.initFromJson = function (block, json) {
    if (json.style !== undefined) block.setStyle(json.style);
    if (json.colour !== undefined) block.setColour(json.colour);
    for (let row = 0; json[`message${row}`] !== undefined; row += 1) {
      interpolate(
        block, resolve(json[`message${row}`]), Array.from(json[`args${row}`] ?? []),
        json[`implicitAlign${row}`] ?? json[`lastDummyAlign${row}`]);
    }
    if (json.inputsInline !== undefined) block.setInputsInline(json.inputsInline);
    if (json.output !== undefined) block.setOutput(true, checks(json.output));
    if (json.outputShape !== undefined) block.setOutputShape(json.outputShape);
    if (json.previousStatement !== undefined) block.setPreviousStatement(true, checks(json.previousStatement));
    if (json.nextStatement !== undefined) block.setNextStatement(true, checks(json.nextStatement));
    if (json.tooltip !== undefined) block.setTooltip(json.tooltip);
    if (json.helpUrl !== undefined) block.setHelpUrl(json.helpUrl);
    for (const name of Array.isArray(json.extensions) ? json.extensions : []) standIns.extend(block, name);
    for (const name of [].concat(json.mutator ?? [])) standIns.extend(block, name);
  };

  function interpolate(block, message, values, align) {
    let row = [];
    const used = new Set();
    const finish = (kind, name, of = {}) => {
      const input = block.appendInput_(kind, name);
      if (of.check !== undefined) input.setCheck(of.check);
      const side = String(of.align ?? '').toUpperCase();
      if (side) input.align = side === 'CENTER' ? 'CENTRE' : side;
      for (const [field, name] of row) input.appendField(field, name);
      row = [];
    };
    const take = (value) => {
      if (typeof value === 'string') return row.push([resolve(value)]);
      if (!value || typeof value !== 'object') return undefined;
      if (['input_value', 'input_statement', 'input_dummy', 'input_end_row'].includes(value.type)) {
        return finish(value.type, value.name, value);
      }
      const field = standIns.fieldFromJson(value);
      return field ? row.push([field, value.name]) : undefined;
    };
    for (const part of message.split(/(%%|%\d+|\n)/)) {
      if (/^%\d+$/.test(part)) {
        const index = Number(part.slice(1)) - 1;
        if (index < values.length && !used.has(index)) take(values[index]);
        used.add(index);
      } else if (part === '\n') {
        finish('input_end_row', '', { align });
      } else if (part === '%%') {
        row.push(['%']);
      } else if (part.trim()) {
        row.push([part.trim()]);
      }
    }
    // Old definitions leave places out of their message.
    values.forEach((value, index) => { if (!used.has(index)) take(value); });
    if (row.length > 0) finish('input_dummy', '', { align });
  }

  Object.assign(standIns, { Block, Input, Connection, workspace });
})();
