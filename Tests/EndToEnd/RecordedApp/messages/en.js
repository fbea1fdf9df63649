Blockly.Msg.ROBOT_MOVE = 'move %1 %2 steps';
Blockly.Msg.ROBOT_STOP = 'stop';
Blockly.Msg.ROBOT_HUE = '200';
