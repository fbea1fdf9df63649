Blockly.Blocks['robot_kept'] = {init: function() { this.appendDummyInput().appendField('kept'); }};
null.mistake();
