// What a user can drag out of a toolbox: every stock block alone, and the blocks that toolboxes fill with shadows.
'use strict';

/** Blocks that occur only in the dialogs of mutators. */
const ONLY_IN_DIALOGS = /_container$|_item$|mutatorarg$|mutatorcontainer$|^controls_if_(if|elseif|else)$/;

const shadow = (type, fields, inputs) => ({shadow: {type, ...(fields && {fields}), ...(inputs && {inputs})}});
const number = (NUM) => shadow('math_number', {NUM});
const text = (TEXT) => shadow('text', {TEXT});

/**
 * Blocks with shadows, some of them nested in other shadows, and some in statement inputs. A comparison has none of its
 * own: when Blockly disconnects incompatible blocks from it, it leaves its shadows on the workspace (its issue 8467).
 */
const WITH_SHADOWS = [
  {type: 'controls_repeat_ext', inputs: {TIMES: number(10)}},
  {type: 'controls_repeat_ext', inputs: {TIMES: number(3), DO: shadow('text_print', null, {TEXT: text('again')})}},
  {type: 'controls_for', inputs: {FROM: number(1), TO: number(10), BY: number(1)}},
  {type: 'controls_if', extraState: {elseIfCount: 1, hasElse: true}, inputs: {IF0: shadow('logic_boolean', {BOOL: 'TRUE'})}},
  {type: 'controls_whileUntil', inputs: {BOOL: shadow('logic_compare', {OP: 'LT'}, {A: number(1), B: number(2)})}},
  {type: 'math_arithmetic', inputs: {A: number(1), B: number(2)}},
  {type: 'math_arithmetic', inputs: {A: shadow('math_single', {OP: 'ROOT'}, {NUM: number(9)}), B: number(2.5)}},
  {type: 'math_constrain', inputs: {VALUE: number(50), LOW: number(1), HIGH: number(100)}},
  {type: 'math_number_property', fields: {PROPERTY: 'DIVISIBLE_BY'}, extraState: '<mutation divisor_input="true"></mutation>',
    inputs: {NUMBER_TO_CHECK: number(4), DIVISOR: number(2)}},
  {type: 'math_random_int', inputs: {FROM: number(1), TO: number(6)}},
  {type: 'text_print', inputs: {TEXT: text('abc')}},
  {type: 'text_join', extraState: {itemCount: 3}, inputs: {ADD0: text('a'), ADD1: number(1), ADD2: text('c')}},
  {type: 'text_append', inputs: {TEXT: text('')}},
  {type: 'text_prompt_ext', inputs: {TEXT: text('name?')}},
  {type: 'text_charAt', inputs: {VALUE: text('hello'), AT: number(1)}},
  {type: 'text_getSubstring', inputs: {STRING: text('hello'), AT1: number(1), AT2: number(2)}},
  {type: 'lists_create_with', extraState: {itemCount: 2}, inputs: {ADD0: number(0), ADD1: text('x')}},
  {type: 'lists_repeat', inputs: {NUM: number(5)}},
  {type: 'lists_getIndex', inputs: {VALUE: shadow('variables_get', {VAR: {name: 'list'}}), AT: number(1)}},
  {type: 'lists_setIndex', inputs: {AT: number(1), TO: text('new')}},
  {type: 'lists_getSublist', inputs: {AT1: number(1), AT2: number(3)}},
  {type: 'lists_split', inputs: {INPUT: text('a,b'), DELIM: text(',')}},
  {type: 'math_change', inputs: {DELTA: number(1)}},
  {type: 'variables_set', inputs: {VALUE: number(0)}},
  {type: 'text_print', inputs: {TEXT: text('first')}, next: shadow('text_print', null, {TEXT: text('below')})},
];

/** The states of the blocks that can be inserted, without positions. */
function toolboxOf(Blockly) {
  const bare = Object.keys(Blockly.Blocks).filter((type) => !ONLY_IN_DIALOGS.test(type)).map((type) => ({type}));
  return {bare, withShadows: WITH_SHADOWS};
}

module.exports = {toolboxOf};
