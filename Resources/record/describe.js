// Makes a block of a type, and writes its shape as a definition in Blockly's JSON.
'use strict';

(function () {
  const { Block, Field, Input, Connection, Element, resolve, text, unknown } = standIns;

  const longest = { label: 500, tooltip: 2000, helpUrl: 1000, name: 500, options: 2000 };
  const short = (value, limit) => text(value).slice(0, limit);

  // MARK: - What is missing

  /// Whether an error comes from a name that neither the app nor we have.
  const missingName = (error) => /^([\p{ID_Start}$_][\p{ID_Continue}$]*) is not defined$/u.exec(error?.message ?? '')?.[1];
  const missingMethod = (error) => /\.([\p{ID_Start}$_][\p{ID_Continue}$]*) is not a function$/u.exec(error?.message ?? '')?.[1];
  standIns.isMissing = (error) => missingName(error) !== undefined;

  /// Puts something in place of what is missing.
  /// - Returns: whether another try may go further.
  standIns.provide = function (error) {
    const name = missingName(error);
    if (name !== undefined && !(name in globalThis)) {
      // Such as “systemLang”.
      globalThis[name] = /lang(?:uage)?$|locale$/i.test(name) ? standIns.language : unknown(name);
      return true;
    }
    const method = missingMethod(error);
    const places = [Block, Field, Input, Connection, Element].map((one) => one.prototype);
    if (method === undefined || places.every((one) => method in one)) return false;
    for (const place of places) if (!(method in place)) place[method] = function () { return unknown(method); };
    return true;
  };

  /// Runs something, and again with what was missing.
  standIns.attempt = function (work) {
    for (let tries = 0; ; tries += 1) {
      try { return work(); } catch (error) { if (tries >= 100 || !standIns.provide(error)) throw error; }
    }
  };

  // MARK: - Blocks

  function make(type) {
    const definition = standIns.definition(type);
    const block = new Block(type);
    for (const key of Object.keys(definition)) block[key] = definition[key];
    definition.init.call(block);
    return block;
  }

  const isMutable = (block) =>
    ['mutationToDom', 'domToMutation', 'saveExtraState', 'loadExtraState'].some((name) => typeof block[name] === 'function');

  /// The definition of a type.
  standIns.record = (type) => standIns.attempt(() => {
    const block = make(type);
    const result = { type, ...shape(block), ...looks(block) };
    if (isMutable(block)) result.mutations = examples(type, block, result);
    return result;
  });

  function looks(block) {
    const result = {};
    if (typeof block.style === 'string' && block.colour === undefined) {
      if (Object.hasOwn(standIns.styles, block.style)) result.colour = standIns.styles[block.style];
      else result.style = block.style;
    } else {
      const colour = standIns.colour(block.colour);
      if (colour !== undefined) result.colour = colour;
    }
    const words = (value, limit) => {
      let found = value;
      if (typeof found === 'function') try { found = found.call(block); } catch { found = ''; }
      return typeof found === 'string' ? short(found, limit) : '';
    };
    const tooltip = words(block.tooltip, longest.tooltip);
    if (tooltip) result.tooltip = tooltip;
    const helpUrl = words(block.helpUrl, longest.helpUrl);
    if (helpUrl) result.helpUrl = helpUrl;
    return result;
  }

  const checks = (check) => {
    const all = [].concat(check ?? []).filter((one) => typeof one === 'string' && one);
    return all.length === 0 ? null : all.length === 1 ? all[0] : all;
  };

  /// The inputs, fields and connections.
  function shape(block) {
    const parts = [];
    const values = [];
    const refer = (value) => {
      values.push(value);
      parts.push(`%${values.length}`);
    };
    block.inputList.forEach((input, index) => {
      for (const field of input.fieldRow) {
        // Without a name, nothing keeps what the user would write.
        if (!field.name && field.kind !== 'field_image') {
          const label = short(field.getText(), longest.label).replace(/\s+/g, ' ').trim();
          if (label) parts.push(label.replaceAll('%', '%%'));
        } else {
          refer(described(field));
        }
      }
      const isLast = index === block.inputList.length - 1;
      if (isLast && input.kind === 'input_dummy' && !input.name && input.align === 'LEFT' && input.fieldRow.length > 0) return;
      const value = { type: input.kind };
      if (input.name) value.name = short(input.name, longest.name);
      const check = checks(input.connection?.getCheck());
      if (check !== null) value.check = check;
      if (input.align !== 'LEFT') value.align = input.align;
      refer(value);
    });
    const result = {};
    if (parts.length > 0) {
      result.message0 = parts.join(' ');
      if (values.length > 0) result.args0 = values;
    }
    if (block.inputsInline !== undefined) result.inputsInline = block.inputsInline;
    if (block.outputConnection) {
      result.output = checks(block.outputConnection.getCheck());
    } else {
      if (block.previousConnection) result.previousStatement = checks(block.previousConnection.getCheck());
      if (block.nextConnection) result.nextStatement = checks(block.nextConnection.getCheck());
    }
    return result;
  }

  function described(field) {
    const value = { type: field.kind };
    if (field.name) value.name = short(field.name, longest.name);
    if (field.kind === 'field_label' || field.kind === 'field_label_serializable') value.text = short(field.getText(), longest.label);
    else Object.assign(value, field.describe());
    return value;
  }

  // MARK: - Mutations

  const mostExamples = 40;

  /// The shapes that a block has in some states: those that the app's own programs have, and those near its first one.
  function examples(type, block, first) {
    const found = new Map();
    const base = JSON.stringify(shapeOnly(first));
    const take = (key, state, apply) => {
      if (found.size >= mostExamples || found.has(key)) return;
      try {
        const one = standIns.attempt(() => {
          const block = make(type);
          apply(block);
          return shape(block);
        });
        found.set(key, { ...state, ...one });
      } catch {
        // The app can't do with this state.
      }
    };
    for (const element of elements(type, block)) {
      const xml = standIns.xmlText(element);
      take(xml, { mutation: xml }, (block) => block.domToMutation(standIns.element(xml)));
    }
    for (const state of extraStates(block)) {
      const json = JSON.stringify(state);
      take(json, { extraState: state }, (block) => block.loadExtraState(JSON.parse(json)));
    }
    const all = [...found.values()];
    return all.some((one) => JSON.stringify(shapeOnly(one)) !== base) ? all : [];
  }

  const shapeOnly = ({ message0, args0, inputsInline, output, previousStatement, nextStatement }) =>
    ({ message0, args0, inputsInline, output, previousStatement, nextStatement });

  function elements(type, block) {
    if (typeof block.domToMutation !== 'function') return [];
    const found = (standIns.samples[type] ?? []).map(standIns.element);
    let first = null;
    try { first = standIns.attempt(() => block.mutationToDom?.(true)); } catch { /* It needs more than a shape. */ }
    if (!(first instanceof Element)) return [...found, ...guesses(block.domToMutation)];
    const options = optionsOf(block);
    return [...found, first, ...first.attributes.flatMap(({ name, value }) =>
      others(value, options).map((other) => withAttribute(first, name, other)))];
  }

  function withAttribute(first, name, value) {
    const element = first.cloneNode();
    element.setAttribute(name, value);
    return element;
  }

  /// States of a block that has none at first, by the attributes that it reads: most of them count inputs.
  function guesses(reader) {
    const names = [...new Set([...Function.prototype.toString.call(reader).matchAll(/getAttribute\(\s*['"]([\w-]+)['"]/g)].map((one) => one[1]))];
    const [none, one] = ['0', '1'].map((value) => {
      const element = new Element('mutation');
      for (const name of names.slice(0, 4)) element.setAttribute(name, value);
      return element;
    });
    return names.slice(0, 4).flatMap((name) => others('0', []).flatMap((value) => [none, one].map((first) => withAttribute(first, name, value))));
  }

  function extraStates(block) {
    if (typeof block.loadExtraState !== 'function') return [];
    let first = null;
    try { first = standIns.attempt(() => block.saveExtraState?.(true)); } catch { /* As above. */ }
    if (!first || typeof first !== 'object') return [];
    const options = optionsOf(block);
    return [first, ...Object.entries(first).flatMap(([key, value]) => {
      const isText = typeof value === 'string';
      return others(String(value), options).map((other) => ({ ...first, [key]: isText ? other : JSON.parse(other) }));
    })];
  }

  const optionsOf = (block) =>
    block.getFields_().map((field) => (field.choices ? field.choices().map((one) => one[1]) : [])).filter((one) => one.length > 0);

  /// Other values that a state may have in place of one.
  function others(value, options) {
    if (/^\d+$/.test(value)) return Array.from({ length: 10 }, (none, number) => String(number));
    if (['true', 'false'].includes(value)) return ['true', 'false'];
    return options.find((one) => one.includes(value)) ?? [];
  }
})();
