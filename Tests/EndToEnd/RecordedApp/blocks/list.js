Blockly.Blocks['robot_list'] = {
  init: function() {
    this.setOutput(true, 'Array');
    this.count = 1;
    this.update();
  },
  mutationToDom: function() {
    const element = document.createElement('mutation');
    element.setAttribute('items', this.count);
    return element;
  },
  domToMutation: function(element) {
    this.count = parseInt(element.getAttribute('items'), 10);
    this.update();
  },
  update: function() {
    for (let i = 0; i < this.count; i += 1) {
      if (!this.getInput('ADD' + i)) this.appendValueInput('ADD' + i).appendField('item ' + (i + 1));
    }
    for (let i = this.count; this.getInput('ADD' + i); i += 1) this.removeInput('ADD' + i);
  }
};
