Blockly.defineBlocksWithJsonArray([{
  type: 'robot_move', message0: '%{BKY_ROBOT_MOVE}',
  args0: [
    {type: 'field_dropdown', name: 'WAY', options: [['ahead', 'AHEAD'], ['100 % back', 'BACK']]},
    {type: 'input_value', name: 'STEPS', check: 'Number', align: 'RIGHT'},
  ],
  previousStatement: 'Move', nextStatement: ['Move', 'Turn'], style: 'robot_blocks', tooltip: '%{BKY_ROBOT_STOP}',
}]);
Blockly.Theme.defineTheme('robot', {blockStyles: {robot_blocks: {colourPrimary: '#0a8'}}});

// The list of motors is made when the robot is connected: by a function that is nowhere here.
Blockly.Blocks['robot_motor'] = {
  init: function() {
    this.appendValueInput('POWER').setCheck('Number').appendField('motor').appendField(createMotorDropdown(), 'MOTOR')
      .appendField('power 50 %');
    this.appendStatementInput('DO').appendField(new Blockly.FieldCheckbox('TRUE'), 'ON')
      .appendField(new Blockly.FieldNumber(5, 0, 10), 'N').appendField(new Blockly.FieldVariable('item'), 'VAR');
    this.setOutput(true, 'Number');
    this.setInputsInline(true);
    this.setColour(Blockly.utils.colour.hsvToHex(120, 1, 255));
    this.setTooltip(function() { return 'turns a motor'; });
    this.setHelpUrl('https://example.org/motor');
    this.highlightWhenConnected();
  }
};
