/// A program in which every intent can change something.
enum IntentProgram {
  static let json = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"controls_repeat_ext","id":"loop","x":16,"y":32,"inputs":{
        "TIMES":{"shadow":{"type":"math_number","id":"ten","fields":{"NUM":10}}},
        "DO":{"block":{"type":"text_print","id":"p1","inputs":{"TEXT":{"shadow":{"type":"text","id":"t1","fields":{"TEXT":"x"}}}},
          "next":{"block":{"type":"text_print","id":"p2","inputs":{"TEXT":{"block":
            {"type":"text_join","id":"join","extraState":{"itemCount":3},"inputs":{
              "ADD1":{"block":{"type":"text","id":"hello","fields":{"TEXT":"hello"}}}}}}}}}}}},
       "next":{"block":{"type":"controls_if","id":"if","extraState":{"elseIfCount":2,"hasElse":true},"inputs":{
         "IF1":{"block":{"type":"logic_boolean","id":"b1","fields":{"BOOL":"TRUE"}}},
         "DO1":{"block":{"type":"text_print","id":"p3"}}},
        "next":{"block":{"type":"procedures_callnoreturn","id":"call","extraState":{"name":"f","params":["a","b"]},"inputs":{
           "ARG0":{"block":{"type":"math_number","id":"n1","fields":{"NUM":1}}},
           "ARG1":{"block":{"type":"math_number","id":"n2","fields":{"NUM":2}}}}}}}}},
      {"type":"procedures_defnoreturn","id":"def","x":400,"y":32,
       "extraState":{"params":[{"name":"a","id":"va"},{"name":"b","id":"vb"}]},"fields":{"NAME":"f"},"inputs":{
        "STACK":{"block":{"type":"text_print","id":"p4","inputs":{"TEXT":{"block":
          {"type":"variables_get","id":"useA","fields":{"VAR":{"id":"va"}}}}}}}}},
      {"type":"variables_set","id":"set","x":400,"y":320,"fields":{"VAR":{"id":"vx"}},"inputs":{
        "VALUE":{"block":{"type":"math_number","id":"n5","fields":{"NUM":5}}}}},
      {"type":"procedures_callnoreturn","id":"misfit","x":400,"y":480,"extraState":{"name":"f","params":["z"]},"inputs":{
        "ARG0":{"block":{"type":"math_number","id":"n6","fields":{"NUM":6}}}}},
      {"type":"math_arithmetic","id":"loose","x":16,"y":800,"inputs":{
        "A":{"shadow":{"type":"math_number","id":"one","fields":{"NUM":1}}},
        "B":{"block":{"type":"variables_get","id":"useY","fields":{"VAR":{"id":"vy"}}}}}},
      {"type":"text_print","id":"locked","x":400,"y":640,"deletable":false,"movable":false,"editable":false},
      {"type":"text_print","id":"noted","x":400,"y":720,"data":"kept","icons":{"comment":{"text":"why","pinned":false,"height":80,"width":160}},
       "mortiseBookmark":"here"},
      {"type":"procedures_defreturn","id":"def2","x":16,"y":1100,
       "extraState":{"params":[{"name":"p","id":"vp"},{"name":"q","id":"vq"}]},"fields":{"NAME":"g"}},
      {"type":"procedures_callreturn","id":"call2","x":16,"y":1300,"extraState":{"name":"g","params":["p","q"]},"inputs":{
        "ARG0":{"block":{"type":"math_number","id":"n7","fields":{"NUM":7}}}}},
      {"type":"controls_repeat","id":"closed","x":400,"y":900,"collapsed":true,"fields":{"TIMES":3},"inputs":{
        "DO":{"block":{"type":"text_print","id":"inside"}}}}]},
     "workspaceComments":[
      {"id":"c1","x":800,"y":32,"width":160,"height":96,"text":"a remark"},
      {"id":"c2","x":800,"y":320,"width":160,"height":96,"text":"stays","editable":false,"movable":false,"deletable":false}],
     "variables":[{"name":"a","id":"va"},{"name":"b","id":"vb"},{"name":"x","id":"vx"},{"name":"y","id":"vy"},
      {"name":"p","id":"vp"},{"name":"q","id":"vq"},
      {"name":"words","id":"vs","type":"String"}]}
    """
}
