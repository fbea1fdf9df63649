Blockly.Blocks['robot_before'] = {init: function() { this.appendDummyInput().appendField('lost'); }};
while (true) {}
