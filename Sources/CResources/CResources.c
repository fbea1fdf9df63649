#include "CResources.h"

// `#embed` is of C23; clang knows it in all versions of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char aliases[] = {
#embed "../../Resources/aliases.json"
};
const struct cr_file cr_aliases = {aliases, sizeof aliases};

static const unsigned char typed_aliases[] = {
#embed "../../Resources/typed-aliases.json"
};
const struct cr_file cr_typed_aliases = {typed_aliases, sizeof typed_aliases};

static const unsigned char advice[] = {
#embed "../../Resources/advice.json"
};
const struct cr_file cr_advice = {advice, sizeof advice};

static const unsigned char command_words[] = {
#embed "../../Resources/commands.json"
};
const struct cr_file cr_command_words = {command_words, sizeof command_words};

static const unsigned char messages[] = {
#embed "../../Resources/messages.json"
};
const struct cr_file cr_messages = {messages, sizeof messages};

static const unsigned char toolbox[] = {
#embed "../../Resources/toolbox.json"
};
const struct cr_file cr_toolbox = {toolbox, sizeof toolbox};

static const unsigned char logic_blocks[] = {
#embed "../../Resources/blocks/logic.json"
};
const struct cr_file cr_logic_blocks = {logic_blocks, sizeof logic_blocks};

static const unsigned char loops_blocks[] = {
#embed "../../Resources/blocks/loops.json"
};
const struct cr_file cr_loops_blocks = {loops_blocks, sizeof loops_blocks};

static const unsigned char math_blocks[] = {
#embed "../../Resources/blocks/math.json"
};
const struct cr_file cr_math_blocks = {math_blocks, sizeof math_blocks};

static const unsigned char text_blocks[] = {
#embed "../../Resources/blocks/text.json"
};
const struct cr_file cr_text_blocks = {text_blocks, sizeof text_blocks};

static const unsigned char lists_blocks[] = {
#embed "../../Resources/blocks/lists.json"
};
const struct cr_file cr_lists_blocks = {lists_blocks, sizeof lists_blocks};

static const unsigned char variables_blocks[] = {
#embed "../../Resources/blocks/variables.json"
};
const struct cr_file cr_variables_blocks = {variables_blocks, sizeof variables_blocks};

static const unsigned char variables_dynamic_blocks[] = {
#embed "../../Resources/blocks/variables_dynamic.json"
};
const struct cr_file cr_variables_dynamic_blocks = {variables_dynamic_blocks, sizeof variables_dynamic_blocks};

static const unsigned char procedures_blocks[] = {
#embed "../../Resources/blocks/procedures.json"
};
const struct cr_file cr_procedures_blocks = {procedures_blocks, sizeof procedures_blocks};

static const unsigned char older_blocks[] = {
#embed "../../Resources/blocks/older.json"
};
const struct cr_file cr_older_blocks = {older_blocks, sizeof older_blocks};

static const unsigned char code_blocks[] = {
#embed "../../Resources/blocks/code.json"
};
const struct cr_file cr_code_blocks = {code_blocks, sizeof code_blocks};

static const unsigned char python_generator[] = {
#embed "../../Resources/generators/python.json"
};
const struct cr_file cr_python_generator = {python_generator, sizeof python_generator};

static const unsigned char plain_python_generator[] = {
#embed "../../Resources/generators/plain-python.json"
};
const struct cr_file cr_plain_python_generator = {plain_python_generator, sizeof plain_python_generator};

static const unsigned char javascript_generator[] = {
#embed "../../Resources/generators/javascript.json"
};
const struct cr_file cr_javascript_generator = {javascript_generator, sizeof javascript_generator};

static const unsigned char lua_generator[] = {
#embed "../../Resources/generators/lua.json"
};
const struct cr_file cr_lua_generator = {lua_generator, sizeof lua_generator};

static const unsigned char php_generator[] = {
#embed "../../Resources/generators/php.json"
};
const struct cr_file cr_php_generator = {php_generator, sizeof php_generator};

static const unsigned char dart_generator[] = {
#embed "../../Resources/generators/dart.json"
};
const struct cr_file cr_dart_generator = {dart_generator, sizeof dart_generator};

static const unsigned char de_words[] = {
#embed "../../Resources/languages/de.json"
};
const struct cr_file cr_de_words = {de_words, sizeof de_words};

static const unsigned char es_words[] = {
#embed "../../Resources/languages/es.json"
};
const struct cr_file cr_es_words = {es_words, sizeof es_words};

static const unsigned char fr_words[] = {
#embed "../../Resources/languages/fr.json"
};
const struct cr_file cr_fr_words = {fr_words, sizeof fr_words};

static const unsigned char python_runtime[] = {
#embed "../../Resources/runtimes/python-log.py"
,
#embed "../../Resources/runtimes/python.py"
};
const struct cr_file cr_python_runtime = {python_runtime, sizeof python_runtime};

static const unsigned char javascript_runtime[] = {
#embed "../../Resources/runtimes/javascript-log.js"
,
#embed "../../Resources/runtimes/javascript.js"
};
const struct cr_file cr_javascript_runtime = {javascript_runtime, sizeof javascript_runtime};

static const unsigned char lua_runtime[] = {
#embed "../../Resources/runtimes/lua-log.lua"
,
#embed "../../Resources/runtimes/lua.lua"
};
const struct cr_file cr_lua_runtime = {lua_runtime, sizeof lua_runtime};

static const unsigned char dark_theme[] = {
#embed "../../Resources/themes/dark.json"
};
const struct cr_file cr_dark_theme = {dark_theme, sizeof dark_theme};

static const unsigned char light_theme[] = {
#embed "../../Resources/themes/light.json"
};
const struct cr_file cr_light_theme = {light_theme, sizeof light_theme};

static const unsigned char high_contrast_theme[] = {
#embed "../../Resources/themes/high-contrast.json"
};
const struct cr_file cr_high_contrast_theme = {high_contrast_theme, sizeof high_contrast_theme};

static const unsigned char deuteranopia_theme[] = {
#embed "../../Resources/themes/deuteranopia.json"
};
const struct cr_file cr_deuteranopia_theme = {deuteranopia_theme, sizeof deuteranopia_theme};

static const unsigned char tritanopia_theme[] = {
#embed "../../Resources/themes/tritanopia.json"
};
const struct cr_file cr_tritanopia_theme = {tritanopia_theme, sizeof tritanopia_theme};

static const unsigned char terminal_theme[] = {
#embed "../../Resources/themes/terminal.json"
};
const struct cr_file cr_terminal_theme = {terminal_theme, sizeof terminal_theme};

static const unsigned char live_page[] = {
#embed "../../Resources/live/page.html"
};
const struct cr_file cr_live_page = {live_page, sizeof live_page};

static const unsigned char live_page_script[] = {
#embed "../../Resources/live/mortise-page.js"
};
const struct cr_file cr_live_page_script = {live_page_script, sizeof live_page_script};

static const unsigned char live_page_style[] = {
#embed "../../Resources/live/mortise-page.css"
};
const struct cr_file cr_live_page_style = {live_page_style, sizeof live_page_style};

static const unsigned char live_run_script[] = {
#embed "../../Resources/live/mortise-run.js"
};
const struct cr_file cr_live_run_script = {live_run_script, sizeof live_run_script};

static const unsigned char live_runner[] = {
#embed "../../Resources/live/mortise-runner.js"
};
const struct cr_file cr_live_runner = {live_runner, sizeof live_runner};

static const unsigned char blockly_requirement[] = {
#embed "../../Resources/live/blockly-requirement.txt"
};
const struct cr_file cr_blockly_requirement = {blockly_requirement, sizeof blockly_requirement};

static const unsigned char live_tab[] = {
#embed "../../Resources/live/mortise-tab.js"
};
const struct cr_file cr_live_tab = {live_tab, sizeof live_tab};

static const unsigned char live_types[] = {
#embed "../../Resources/live/mortise-types.js"
};
const struct cr_file cr_live_types = {live_types, sizeof live_types};

static const unsigned char live_program[] = {
#embed "../../Resources/live/mortise-program.js"
};
const struct cr_file cr_live_program = {live_program, sizeof live_program};

static const unsigned char live_script[] = {
#embed "../../Resources/live/mortise-live.js"
};
const struct cr_file cr_live_script = {live_script, sizeof live_script};

static const unsigned char recorder_page[] = {
#embed "../../Resources/record/page.js"
};
const struct cr_file cr_recorder_page = {recorder_page, sizeof recorder_page};

static const unsigned char recorder_fields[] = {
#embed "../../Resources/record/fields.js"
};
const struct cr_file cr_recorder_fields = {recorder_fields, sizeof recorder_fields};

static const unsigned char recorder_blocks[] = {
#embed "../../Resources/record/blocks.js"
};
const struct cr_file cr_recorder_blocks = {recorder_blocks, sizeof recorder_blocks};

static const unsigned char recorder_blockly[] = {
#embed "../../Resources/record/blockly.js"
};
const struct cr_file cr_recorder_blockly = {recorder_blockly, sizeof recorder_blockly};

static const unsigned char recorder_describe[] = {
#embed "../../Resources/record/describe.js"
};
const struct cr_file cr_recorder_describe = {recorder_describe, sizeof recorder_describe};

static const unsigned char recorder_load[] = {
#embed "../../Resources/record/load.js"
};
const struct cr_file cr_recorder_load = {recorder_load, sizeof recorder_load};

static const unsigned char recorder_record[] = {
#embed "../../Resources/record/record.js"
};
const struct cr_file cr_recorder_record = {recorder_record, sizeof recorder_record};
