#ifndef CRESOURCES_H
#define CRESOURCES_H

#include <stddef.h>

// The files in Resources, embedded: each is named here and in CResources.c. In C, as swiftc takes half a minute for
// literals of their bytes.

struct cr_file {
  const unsigned char *bytes;
  size_t count;
};

extern const struct cr_file
    cr_aliases, cr_typed_aliases, cr_advice, cr_command_words, cr_messages, cr_toolbox, cr_logic_blocks, cr_loops_blocks,
    cr_math_blocks, cr_text_blocks, cr_lists_blocks, cr_variables_blocks, cr_variables_dynamic_blocks,
    cr_procedures_blocks, cr_older_blocks, cr_code_blocks, cr_python_generator, cr_plain_python_generator,
    cr_javascript_generator, cr_lua_generator,
    cr_php_generator, cr_dart_generator, cr_de_words, cr_es_words, cr_fr_words, cr_python_runtime,
    cr_javascript_runtime, cr_lua_runtime, cr_dark_theme, cr_light_theme, cr_high_contrast_theme,
    cr_deuteranopia_theme, cr_tritanopia_theme, cr_terminal_theme, cr_lesson_words, cr_live_page,
    cr_live_page_script, cr_live_page_style, cr_live_run_script, cr_live_runner, cr_live_tab, cr_live_types,
    cr_live_program, cr_live_script, cr_blockly_requirement, cr_recorder_page, cr_recorder_fields, cr_recorder_blocks,
    cr_recorder_blockly, cr_recorder_describe, cr_recorder_load, cr_recorder_record;

// A lesson of the tutor, and the program to begin with.
struct cr_lesson {
  const char *name;
  struct cr_file lesson, program;
};

extern const struct cr_lesson *const cr_lessons;
extern const size_t cr_lesson_count;

#endif
