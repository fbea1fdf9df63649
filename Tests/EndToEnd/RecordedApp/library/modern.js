import * as Blockly from 'blockly/core'
import { javascriptGenerator } from 'blockly/javascript'
import { colour } from './colours.js'

export default function defineModern(f7) {
  class FieldDevice extends Blockly.FieldTextInput {
    constructor(value) { super(value, undefined, f7.settings) }
  }
  Blockly.Blocks['modern_device'] = {
    init() {
      this.appendDummyInput().appendField('device').appendField(new FieldDevice('lamp'), 'DEVICE')
      this.setMutator(new Blockly.icons.MutatorIcon(['x'], this))
      this.setOutput(true)
      this.setColour(colour)
    }
  }
  javascriptGenerator.forBlock['modern_device'] = () => ''
}
