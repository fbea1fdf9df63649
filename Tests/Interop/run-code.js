// Runs programs for a test: a line with the code of each, in hexadecimal, is answered with a line of what each prints.
'use strict';
const vm = require('vm');

require('readline').createInterface({input: process.stdin}).on('line', (line) => {
  const answers = line.split(' ').map((word) => {
    let output = '';
    const window = {alert: (text) => (output += String(text) + '\n')};
    try {
      vm.runInNewContext(Buffer.from(word, 'hex').toString(), {window});
    } catch (error) {
      output += 'failed\n';
    }
    return Buffer.from(output).toString('hex') || '0a';
  });
  console.log(answers.join(' '));
});
