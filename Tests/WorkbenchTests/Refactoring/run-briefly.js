// Runs programs for a test: see run-briefly.py.
'use strict';
const vm = require('vm');

require('readline').createInterface({input: process.stdin}).on('line', (line) => {
  let output = '';
  let end = '';
  const window = {alert: (text) => (output += String(text) + '\n')};
  try {
    vm.runInNewContext(Buffer.from(line, 'hex').toString(), {window}, {timeout: 1000});
  } catch (error) {
    end = '!';
  }
  console.log(Buffer.from(output.slice(0, 100000)).toString('hex') + end);
});
