// A stand-in for Blockly itself: the places where apps define blocks, and nothing of what draws and edits them.
'use strict';

(function () {
  const { Msg, Block, Input, Connection, classes, registered, resolve, unknown } = standIns;

  /// Makes an object answer for members that we don't have.
  const open = (name, members) => new Proxy(members, {
    get(target, key) {
      if (key in target || typeof key === 'symbol' || key === 'then') return target[key];
      // A class that an app extends must be a field, and such a field is written as a text.
      target[key] = /^Field[A-Z]/.test(key) ? class extends classes.Field {} : unknown(`${name}.${key}`);
      return target[key];
    },
  });

  // MARK: - Types

  const definitions = {};
  const fileOfType = new Map();
  /// Blockly's stock definitions. Apps extend them, and some check whether they exist.
  const stock = new Map(standIns.stockTypes.map((type) => [type, open(type, { init() {} })]));
  const categories = { logic: 210, loops: 120, math: 230, texts: 160, lists: 260, colour: 20, variables: 330, procedures: 290 };
  for (const [name, hue] of Object.entries(categories)) stock.set(name, { HUE: hue });

  const Blocks = new Proxy(definitions, {
    get: (target, key) => (Object.hasOwn(target, key) ? target[key] : stock.get(key)),
    has: (target, key) => Object.hasOwn(target, key) || stock.has(key),
    set(target, key, value) {
      if (typeof key === 'string') fileOfType.set(key, standIns.file);
      Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
      return true;
    },
  });

  const definition = (json) => ({ init() { this.jsonInit(json); } });
  function fromArray(list) {
    const found = {};
    for (const json of Array.from(list ?? [])) {
      if (json && typeof json === 'object' && typeof json.type === 'string' && json.type) found[json.type] = definition(json);
    }
    Object.assign(Blocks, found);
    return found;
  }

  // MARK: - Extensions

  const extensions = {};
  standIns.extend = function (block, name) {
    block.extensionNames.push(String(name));
    const extension = Object.hasOwn(extensions, name) ? extensions[name] : undefined;
    if (typeof extension === 'function') extension.call(block);
  };
  const Extensions = {
    register(name, extension) { extensions[name] = extension; },
    registerMixin(name, members) { extensions[name] = function () { this.mixin(members); }; },
    registerMutator(name, members, helper) {
      extensions[name] = function () {
        this.mixin(members);
        if (typeof helper === 'function') helper.call(this);
      };
    },
    unregister(name) { delete extensions[name]; },
    isRegistered: (name) => Object.hasOwn(extensions, name),
    apply(name, block) { standIns.extend(block, name); },
    buildTooltipForDropdown: () => function () {},
    buildTooltipWithFieldText: () => function () {},
    runAfterPageLoad() {},
  };

  // MARK: - Colours

  const names = {
    black: '#000000', silver: '#c0c0c0', gray: '#808080', grey: '#808080', white: '#ffffff', maroon: '#800000', red: '#ff0000',
    purple: '#800080', fuchsia: '#ff00ff', green: '#008000', lime: '#00ff00', olive: '#808000', yellow: '#ffff00',
    navy: '#000080', blue: '#0000ff', teal: '#008080', aqua: '#00ffff', orange: '#ffa500', brown: '#a52a2a', pink: '#ffc0cb',
  };
  const hex = (...parts) => '#' + parts.map((one) => Math.round(Math.max(0, Math.min(255, one))).toString(16).padStart(2, '0')).join('');
  /// As Blockly has it: the value is up to 255.
  const fromHSV = (hue, saturation, value) => {
    const channel = (n) => {
      const k = (n + hue / 60) % 6;
      return value * (1 - saturation * Math.max(0, Math.min(k, 4 - k, 1)));
    };
    return hex(channel(5), channel(3), channel(1));
  };

  /// A colour as definitions have it, a hue or #rrggbb; undefined for none.
  standIns.colour = function (given) {
    if (given === undefined || given === null) return undefined;
    const text = resolve(given).trim().toLowerCase();
    if (text !== '' && Number.isFinite(Number(text))) return ((Number(text) % 360) + 360) % 360;
    if (/^#[0-9a-f]{6}$/.test(text)) return text;
    if (/^#[0-9a-f]{3}$/.test(text)) return '#' + [...text.slice(1)].map((one) => one + one).join('');
    const rgb = /^rgba?\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)/.exec(text);
    return rgb ? hex(...rgb.slice(1).map(Number)) : names[text];
  };

  /// The colours of the app's own themes, by the names of styles.
  standIns.styles = {};
  const takeStyles = (styles) => {
    for (const [name, style] of Object.entries(styles ?? {})) {
      if (!style || typeof style !== 'object') continue;
      const colour = standIns.colour(style.colourPrimary);
      if (colour !== undefined && !Object.hasOwn(standIns.styles, name)) standIns.styles[name] = colour;
    }
  };
  class Theme {
    constructor(name, styles) {
      this.name = name;
      takeStyles(styles);
    }
    static defineTheme(name, of) {
      takeStyles(of?.blockStyles);
      return new Theme(name);
    }
    setBlockStyle(name, style) { takeStyles({ [name]: style }); }
  }

  // MARK: - Blockly

  Object.assign(Msg, standIns.messages);
  for (const [name, hue] of Object.entries(categories)) Msg[`${name.toUpperCase()}_HUE`] ??= String(hue);
  Msg.VARIABLES_DYNAMIC_HUE ??= '310';

  const parsing = {
    replaceMessageReferences: resolve,
    tokenizeInterpolation: (message) =>
      resolve(message).split(/(%\d+)/).filter(Boolean).map((one) => (/^%\d+$/.test(one) ? Number(one.slice(1)) : one)),
    checkMessageReferences: () => true,
    parseBlockColour: (colour) => ({ hex: standIns.colour(colour) ?? '#000000', hue: null }),
  };
  const xml = open('xml', {
    createElement: (name) => new standIns.Element(name),
    createTextNode: standIns.text,
    textToDom: standIns.element,
    domToText: standIns.xmlText,
    textToDomDocument: standIns.element,
  });
  const colour = open('colour', {
    parse: (text) => { const found = standIns.colour(text); return typeof found === 'string' ? found : null; },
    hueToHex: (hue) => fromHSV(hue, 0.45, 0.65 * 255),
    hsvToHex: fromHSV,
    rgbToHex: hex,
    blend: (one) => one,
    names,
  });

  const align = { LEFT: -1, CENTRE: 0, RIGHT: 1 };
  const inputTypes = { VALUE: 1, STATEMENT: 3, DUMMY: 5, CUSTOM: 6, END_ROW: 6 };
  const kinds = {
    DummyInput: 'input_dummy', EndRowInput: 'input_end_row', ValueInput: 'input_value', StatementInput: 'input_statement',
  };
  const inputClasses = Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [
    name, class extends Input { constructor(input, block) { super(kind, input, block); } },
  ]));
  const register = (name, field) => { registered[name] = field; };
  const fieldRegistry = open('fieldRegistry', {
    register, unregister(name) { delete registered[name]; }, fromJson: standIns.fieldFromJson,
  });

  const generator = (name) => open(name, { forBlock: {}, RESERVED_WORDS_: '', provideFunction_: (name) => name });
  const generators = {
    JavaScript: generator('JavaScript'), Python: generator('Python'), Lua: generator('Lua'), PHP: generator('PHP'),
    Dart: generator('Dart'), Arduino: generator('Arduino'),
  };

  standIns.Blockly = open('Blockly', {
    ...classes, ...generators, Blocks, Msg, Extensions, Block, BlockSvg: Block, Input, Connection, Theme, fieldRegistry,
    common: open('common', {
      defineBlocksWithJsonArray: fromArray, createBlockDefinitionsFromJsonArray: fromArray,
      defineBlocks: (found) => Object.assign(Blocks, found),
    }),
    defineBlocksWithJsonArray: fromArray, createBlockDefinitionsFromJsonArray: fromArray,
    defineBlocks: (found) => Object.assign(Blocks, found),
    setLocale: (locale) => Object.assign(Msg, locale),
    inputs: open('inputs', { Align: align, inputTypes, Input, ...inputClasses }),
    utils: open('utils', {
      xml, colour, parsing, ...parsing, genUid: () => 'id', isTargetInput: () => false,
      object: { mixin: Object.assign, inherits(child, parent) { Object.setPrototypeOf(child.prototype, parent.prototype); } },
      string: open('string', { wrap: (text) => text, startsWith: (text, start) => String(text).startsWith(start) }),
    }),
    Xml: open('Xml', { textToDom: standIns.element, domToText: standIns.xmlText, domToPrettyText: standIns.xmlText, utils: xml }),
    Themes: open('Themes', {}), registry: open('registry', { register() {}, Type: open('Type', {}) }),
    ALIGN_LEFT: -1, ALIGN_CENTRE: 0, ALIGN_RIGHT: 1, INPUT_VALUE: 1, OUTPUT_VALUE: 2, NEXT_STATEMENT: 3,
    PREVIOUS_STATEMENT: 4, DUMMY_INPUT: 5, HSV_SATURATION: 0.45, HSV_VALUE: 0.65, RTL: false,
    hueToRgb: (hue) => fromHSV(hue, 0.45, 0.65 * 255), hueToHex: (hue) => fromHSV(hue, 0.45, 0.65 * 255),
    getMainWorkspace: () => standIns.workspace, mainWorkspace: standIns.workspace, VERSION: '12.0.0',
    checkBlockColourConstant() {}, isNumber: (text) => /^-?\d+(\.\d+)?$/.test(text),
  });

  /// The blocks that the app has defined, by their types, with the files that did.
  standIns.defined = () => Object.keys(definitions)
    .filter((type) => typeof definitions[type]?.init === 'function')
    .map((type) => ({ type, file: fileOfType.get(type) }));
  standIns.definition = (type) => definitions[type];
  standIns.defineAll = fromArray;

  /// Tables such as Blockly.Words, whose texts are by language.
  standIns.findTables = function () {
    const members = Object.keys(standIns.Blockly).map((key) => standIns.Blockly[key]);
    standIns.tables = members.filter((one) =>
      one && typeof one === 'object' && one !== Blocks && Object.values(one).slice(0, 3).some((two) => typeof two?.en === 'string'));
  };
})();

var Blockly = standIns.Blockly;
var javascriptGenerator = Blockly.JavaScript, pythonGenerator = Blockly.Python;
