function makeStatement(word) {
  return {
    init: function() {
      this.appendDummyInput().appendField(Blockly.Msg[word]);
      this.setPreviousStatement(true, null);
      this.setNextStatement(true, null);
      this.setColour('%{BKY_ROBOT_HUE}');
    }
  };
}
