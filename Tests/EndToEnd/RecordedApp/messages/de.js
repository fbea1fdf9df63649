Blockly.Msg['ROBOT_MOVE'] = 'fahre %1 %2 Schritte';
