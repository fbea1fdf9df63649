// Stand-ins for Blockly's fields. They keep what they are made of, and draw nothing.
'use strict';

(function () {
  const Msg = {};

  /// Replaces references such as %{BKY_NAME} with the app's words.
  const resolve = (text) => {
    let result = String(text);
    for (let level = 0; level < 10; level += 1) {
      const next = result.replace(/%\{([^}%]*)\}/g, (all, name) => {
        const key = name.toUpperCase().replace(/^BKY_/, '');
        const found = Object.hasOwn(Msg, key) ? Msg[key] : undefined;
        return found === undefined ? all : String(found);
      });
      if (next === result) break;
      result = next;
    }
    return result;
  };
  const text = (value, fallback = '') => (value === null || value === undefined ? fallback : resolve(value));

  class Field {
    constructor(value, validator, config) {
      this.value_ = value;
      this.validator_ = typeof validator === 'function' ? validator : null;
      this.config = config;
      this.sourceBlock_ = null;
      this.name = undefined;
      this.SERIALIZABLE ??= true;
      this.EDITABLE ??= true;
    }
    get kind() { return 'field_input'; }
    describe() { return { text: text(this.getValue()) }; }
    getValue() { return this.value_; }
    setValue(value) { if (value !== null && value !== undefined) this.value_ = value; }
    getText() { return text(this.getValue()); }
    setText(value) { this.setValue(value); }
    getText_() { return this.getText(); }
    getDisplayText_() { return this.getText(); }
    getValidator() { return this.validator_; }
    setValidator(validator) { this.validator_ = validator; }
    getSourceBlock() { return this.sourceBlock_; }
    setSourceBlock(block) { this.sourceBlock_ = block; }
    setTooltip() { return this; }
    getTooltip() { return ''; }
    isVisible() { return true; }
    setVisible() {}
    setEnabled() {}
    isEnabled() { return true; }
    isCurrentlyEditable() { return true; }
    init() {}
    initView() {}
    initModel() {}
    render_() {}
    forceRerender() {}
    markDirty() {}
    dispose() {}
    getSvgRoot() { return new standIns.Element('g'); }
    getClickTarget_() { return new standIns.Element('g'); }
    setConstants() {}
    configure_() {}
    showEditor_() {}
    doClassValidation_(value) { return value; }
    doValueUpdate_(value) { this.value_ = value; }
    toXml(element) { return element; }
    fromXml() {}
    saveState() { return this.getValue(); }
    loadState(state) { this.setValue(state); }
    static fromJson(options) { return new this(options.value ?? options.text, undefined, options); }
  }
  Field.NBSP = '\u00a0';
  Field.SKIP_SETUP = Symbol('skip');
  Field.prototype.maxDisplayLength = 50;

  class FieldLabel extends Field {
    constructor(value, style, config) {
      super(text(value), null, config);
      this.EDITABLE = this.SERIALIZABLE = false;
    }
    get kind() { return 'field_label'; }
    static fromJson(options) { return new this(options.text, options.class, options); }
  }
  class FieldLabelSerializable extends FieldLabel {
    constructor(...values) {
      super(...values);
      this.SERIALIZABLE = true;
    }
    get kind() { return 'field_label_serializable'; }
  }
  class FieldTextInput extends Field {
    constructor(value, ...more) { super(text(value), ...more); }
    static fromJson(options) { return new this(options.text ?? options.value, undefined, options); }
  }
  class FieldMultilineInput extends FieldTextInput {
    get kind() { return 'field_multilinetext'; }
  }
  class FieldNumber extends Field {
    constructor(value, min, max, precision, validator, config) {
      super(value ?? 0, validator, config);
      const of = config ?? {};
      Object.assign(this, { min_: min ?? of.min, max_: max ?? of.max, precision_: precision ?? of.precision });
    }
    get kind() { return 'field_number'; }
    setMin(min) { this.min_ = min; }
    setMax(max) { this.max_ = max; }
    setPrecision(precision) { this.precision_ = precision; }
    setConstraints(min, max, precision) { Object.assign(this, { min_: min, max_: max, precision_: precision }); }
    getMin() { return this.min_ ?? -Infinity; }
    getMax() { return this.max_ ?? Infinity; }
    describe() {
      const of = { value: Number(this.getValue()) || 0 };
      for (const [key, value] of [['min', this.min_], ['max', this.max_], ['precision', this.precision_]]) {
        const number = value === null || value === undefined || value === '' ? NaN : Number(value);
        if (Number.isFinite(number)) of[key] = number;
      }
      return of;
    }
    static fromJson(options) { return new this(options.value, options.min, options.max, options.precision, undefined, options); }
  }
  class FieldAngle extends Field {
    get kind() { return 'field_angle'; }
    describe() { return { angle: Number(this.getValue()) || 0 }; }
    static fromJson(options) { return new this(options.angle ?? options.value, undefined, options); }
  }
  class FieldCheckbox extends Field {
    get kind() { return 'field_checkbox'; }
    getValue() { return [true, 'TRUE', 'true'].includes(this.value_) ? 'TRUE' : 'FALSE'; }
    getValueBoolean() { return this.getValue() === 'TRUE'; }
    describe() { return { checked: this.getValueBoolean() }; }
    static fromJson(options) { return new this(options.checked, undefined, options); }
  }
  class FieldColour extends Field {
    get kind() { return 'field_colour'; }
    setColours() { return this; }
    setColumns() { return this; }
    describe() { return { colour: text(this.getValue(), '#ff0000') }; }
    static fromJson(options) { return new this(options.colour, undefined, options); }
  }
  class FieldDate extends Field {
    get kind() { return 'field_date'; }
    describe() { return { date: text(this.getValue()) }; }
    static fromJson(options) { return new this(options.date, undefined, options); }
  }
  class FieldVariable extends Field {
    constructor(name, validator, types, defaultType, config) {
      super(name, validator, config);
      Object.assign(this, { types_: types, defaultType_: defaultType });
      this.variable = { name: text(name, Msg.VARIABLES_DEFAULT_NAME ?? 'item'), type: defaultType ?? '', getId: () => 'variable' };
    }
    get kind() { return 'field_variable'; }
    getVariable() { return this.variable; }
    getText() { return this.variable.name; }
    describe() {
      const of = { variable: this.variable.name };
      if (Array.isArray(this.types_)) of.variableTypes = this.types_.map(String);
      if (typeof this.defaultType_ === 'string' && this.defaultType_) of.defaultType = this.defaultType_;
      return of;
    }
    static fromJson(options) {
      return new this(options.variable, undefined, options.variableTypes, options.defaultType, options);
    }
  }
  class FieldImage extends Field {
    constructor(source, width, height, alternative, ...more) {
      super(source);
      this.alternative = typeof alternative === 'string' ? alternative : '';
      this.EDITABLE = this.SERIALIZABLE = false;
    }
    get kind() { return 'field_image'; }
    setAlt(alternative) { this.alternative = text(alternative); }
    describe() { return { src: '', width: 16, height: 16, alt: text(this.alternative) }; }
    static fromJson(options) { return new this(options.src, options.width, options.height, options.alt); }
  }
  class FieldDropdown extends Field {
    constructor(menu, validator, config) {
      super(undefined, validator, config);
      this.menuGenerator_ = menu;
      this.value_ = Array.isArray(menu) ? menu[0]?.[1] : undefined;
    }
    get kind() { return this.isKnown() ? 'field_dropdown' : 'field_input'; }
    /// A list that is made at run time and has nothing to choose from yet, such as one of devices, is none.
    isKnown() { return this.choices().length > (this.isOptionListDynamic() ? 1 : 0); }
    getOptions() {
      const menu = this.menuGenerator_;
      const found = typeof menu === 'function' ? menu.call(this) : menu;
      return Array.isArray(found) ? found : [];
    }
    setOptions(menu) { this.menuGenerator_ = menu; }
    isOptionListDynamic() { return typeof this.menuGenerator_ === 'function'; }
    choices() {
      let options = [];
      try { options = this.getOptions(); } catch (error) { if (standIns.isMissing(error)) throw error; }
      return options.slice(0, 2000).flatMap((one) => {
        if (!Array.isArray(one) || !['string', 'number', 'boolean'].includes(typeof one[1])) return [];
        const label = one[0];
        const shown = label && typeof label === 'object' ? label.alt ?? label.ariaLabel ?? one[1] : label ?? one[1];
        return [[typeof shown === 'object' ? String(one[1]) : resolve(shown), String(one[1])]];
      });
    }
    getValue() { return this.value_ ?? this.choices()[0]?.[1]; }
    getText() { return this.choices().find((one) => one[1] === this.getValue())?.[0] ?? ''; }
    describe() {
      // As in Blockly's format, a new block has the first option.
      return this.isKnown() ? { options: this.choices() } : { text: text(this.value_) };
    }
    static fromJson(options) { return new this(options.options, undefined, options); }
  }

  const classes = {
    Field, FieldLabel, FieldLabelSerializable, FieldTextInput, FieldInput: FieldTextInput, FieldMultilineInput, FieldNumber,
    FieldAngle, FieldCheckbox, FieldColour, FieldDate, FieldVariable, FieldImage, FieldDropdown,
  };
  const registered = {
    field_label: FieldLabel, field_label_serializable: FieldLabelSerializable, field_input: FieldTextInput,
    field_multilinetext: FieldMultilineInput, field_number: FieldNumber, field_angle: FieldAngle,
    field_checkbox: FieldCheckbox, field_colour: FieldColour, field_date: FieldDate, field_variable: FieldVariable,
    field_image: FieldImage, field_dropdown: FieldDropdown,
  };
  /// Blockly's plugins, by the fields that they are most like.
  const plugins = {
    field_grid_dropdown: FieldDropdown, field_slider: FieldNumber, field_colour_hsv_sliders: FieldColour,
    field_bitmap: FieldTextInput, field_dependent_dropdown: FieldTextInput, field_textarea: FieldMultilineInput,
    field_variable_getter: FieldVariable,
  };

  /// Makes the field of a definition in JSON; null for none.
  const fromJson = (options) => {
    const kind = options.type;
    const found = registered[kind] ?? plugins[kind];
    if (found) {
      const field = typeof found.fromJson === 'function' ? found.fromJson(options) : new found(options);
      if (field && typeof field === 'object') return field;
    }
    if (options.alt && typeof options.alt === 'object') return fromJson(options.alt);
    if (typeof options.alt === 'string') return new FieldLabel(options.alt);
    // Its value is better kept as a text than left out.
    if (Array.isArray(options.options)) return new FieldDropdown(options.options);
    return options.name ? new FieldTextInput(options.text ?? options.value ?? '') : null;
  };

  Object.assign(standIns, { Msg, resolve, text, Field, classes, registered, fieldFromJson: fromJson });
})();
