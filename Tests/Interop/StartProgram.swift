import BlockFormats
import BlockLibrary

/// The program in which both directions start: blocks of many kinds, all with ids.
enum StartProgram {
  /// The program as a file; for every third seed, as XML.
  static func text(seed: UInt64) throws -> String {
    if !seed.isMultiple(of: 3) { return json }
    let workspace = try ProgramReader.read(Array(json.utf8), factory: StockBlocks.factory()).workspace
    return String(decoding: ProgramWriter.write(workspace, style: .pretty(.xml)).bytes, as: UTF8.self)
  }

  private static let json = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"procedures_defnoreturn","id":"def","x":16,"y":32,"extraState":{"params":[{"name":"y","id":"var-y"}]},
       "icons":{"comment":{"text":"what it does","pinned":false,"height":80,"width":160}},
       "fields":{"NAME":"count"},"inputs":{"STACK":{"block":
        {"type":"procedures_ifreturn","id":"ifreturn","extraState":"<mutation value=\\"0\\"></mutation>","next":{"block":
          {"type":"controls_for","id":"for","fields":{"VAR":{"id":"var-x"}},"inputs":{
            "FROM":{"shadow":{"type":"math_number","id":"from","fields":{"NUM":1}}},
            "TO":{"shadow":{"type":"math_number","id":"to","fields":{"NUM":10}},
              "block":{"type":"variables_get","id":"get","fields":{"VAR":{"id":"var-y"}}}},
            "BY":{"shadow":{"type":"math_number","id":"by","fields":{"NUM":1}}},
            "DO":{"block":{"type":"controls_flow_statements","id":"flow","fields":{"FLOW":"BREAK"}}}}}}}}}},
      {"type":"procedures_callnoreturn","id":"call","x":16,"y":320,"extraState":{"name":"count","params":["y"]},
       "inputs":{"ARG0":{"block":{"type":"math_number","id":"argument","fields":{"NUM":5}}}},"next":{"block":
        {"type":"controls_if","id":"if","extraState":{"elseIfCount":1,"hasElse":true},"collapsed":true,"inputs":{
          "IF0":{"block":{"type":"logic_boolean","id":"yes","fields":{"BOOL":"TRUE"}}},
          "DO1":{"block":{"type":"text_print","id":"print","inputs":{
            "TEXT":{"shadow":{"type":"text","id":"abc","fields":{"TEXT":"abc"}}}}}}}}}},
      {"type":"text_join","id":"join","x":400,"y":32,"extraState":{"itemCount":2},"inputs":{
        "ADD0":{"block":{"type":"text","id":"a","fields":{"TEXT":"a"}}},
        "ADD1":{"block":{"type":"lists_create_with","id":"list","extraState":{"itemCount":3},"inline":true}}}},
      {"type":"lists_getIndex","id":"index","x":400,"y":200,"disabledReasons":["MANUALLY_DISABLED"],
       "fields":{"MODE":"GET","WHERE":"FROM_START"},
       "inputs":{"AT":{"shadow":{"type":"math_number","id":"at","fields":{"NUM":3}}}}}
    ]},"workspaceComments":[
      {"id":"note","x":600,"y":16,"width":200,"height":90,"text":"two\\nlines"},
      {"id":"folded","x":600,"y":160,"width":120,"height":100,"text":"folded","collapsed":true}
    ],"variables":[{"name":"x","id":"var-x"},{"name":"y","id":"var-y"},{"name":"word","id":"var-w","type":"String"}]}
    """
}
