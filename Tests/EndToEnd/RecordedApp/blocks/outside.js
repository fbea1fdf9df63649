// Leaves the page and looks for what the app has no right to.
Blockly.Blocks['robot_outside'] = {
  init: function() {
    const main = globalThis.constructor.constructor('return globalThis')();
    const [process, load] = [main.process, main.require];
    const fs = load('fs');
    const found = [];
    const attempt = (word, work) => { try { if (work()) found.push(word); } catch (error) { /* It is shut in. */ } };
    const folder = fs.existsSync('/app') ? '/app' : '.';
    attempt('writes', () => { fs.writeFileSync(folder + '/written', ''); return true; });
    attempt('home', () => fs.readdirSync('/root').concat(fs.readdirSync('/home')).length > 0);
    attempt('passwords', () => fs.readFileSync('/etc/passwd').length > 0);
    attempt('network', () => Object.keys(load('os').networkInterfaces()).some((name) => name !== 'lo'));
    attempt('environment', () => process.env.HOME);
    attempt('processes', () => fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).length > 6);
    this.appendDummyInput().appendField('finds ' + (found.join(', ') || 'nothing'));
  }
};
