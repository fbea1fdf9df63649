// Needs what another file defines, which comes later in the alphabet.
Blockly.Blocks['robot_stop'] = makeStatement('ROBOT_STOP');
const onlyOnce = 'declared twice where a file is run again in the same page';
