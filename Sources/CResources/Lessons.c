#include "CResources.h"

// See CResources.c.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char moving_lesson[] = {
#embed "../../Resources/lessons/moving/lesson.json"
};
static const unsigned char moving_program[] = {
#embed "../../Resources/lessons/moving/program.blocktext"
};

static const unsigned char typing_lesson[] = {
#embed "../../Resources/lessons/typing/lesson.json"
};
static const unsigned char typing_program[] = {
#embed "../../Resources/lessons/typing/program.blocktext"
};

static const unsigned char changing_lesson[] = {
#embed "../../Resources/lessons/changing/lesson.json"
};
static const unsigned char changing_program[] = {
#embed "../../Resources/lessons/changing/program.blocktext"
};

static const unsigned char toolbox_lesson[] = {
#embed "../../Resources/lessons/toolbox/lesson.json"
};
static const unsigned char toolbox_program[] = {
#embed "../../Resources/lessons/toolbox/program.blocktext"
};

static const unsigned char undo_lesson[] = {
#embed "../../Resources/lessons/undo/lesson.json"
};
static const unsigned char undo_program[] = {
#embed "../../Resources/lessons/undo/program.blocktext"
};

static const unsigned char repeat_lesson[] = {
#embed "../../Resources/lessons/repeat/lesson.json"
};
static const unsigned char repeat_program[] = {
#embed "../../Resources/lessons/repeat/program.blocktext"
};

static const unsigned char decisions_lesson[] = {
#embed "../../Resources/lessons/decisions/lesson.json"
};
static const unsigned char decisions_program[] = {
#embed "../../Resources/lessons/decisions/program.blocktext"
};

static const unsigned char variables_lesson[] = {
#embed "../../Resources/lessons/variables/lesson.json"
};
static const unsigned char variables_program[] = {
#embed "../../Resources/lessons/variables/program.blocktext"
};

static const unsigned char conditions_lesson[] = {
#embed "../../Resources/lessons/conditions/lesson.json"
};
static const unsigned char conditions_program[] = {
#embed "../../Resources/lessons/conditions/program.blocktext"
};

static const unsigned char rearranging_lesson[] = {
#embed "../../Resources/lessons/rearranging/lesson.json"
};
static const unsigned char rearranging_program[] = {
#embed "../../Resources/lessons/rearranging/program.blocktext"
};

static const unsigned char branches_lesson[] = {
#embed "../../Resources/lessons/branches/lesson.json"
};
static const unsigned char branches_program[] = {
#embed "../../Resources/lessons/branches/program.blocktext"
};

static const unsigned char functions_lesson[] = {
#embed "../../Resources/lessons/functions/lesson.json"
};
static const unsigned char functions_program[] = {
#embed "../../Resources/lessons/functions/program.blocktext"
};

static const unsigned char lists_lesson[] = {
#embed "../../Resources/lessons/lists/lesson.json"
};
static const unsigned char lists_program[] = {
#embed "../../Resources/lessons/lists/program.blocktext"
};

static const unsigned char mistakes_lesson[] = {
#embed "../../Resources/lessons/mistakes/lesson.json"
};
static const unsigned char mistakes_program[] = {
#embed "../../Resources/lessons/mistakes/program.blocktext"
};

static const unsigned char finding_lesson[] = {
#embed "../../Resources/lessons/finding/lesson.json"
};
static const unsigned char finding_program[] = {
#embed "../../Resources/lessons/finding/program.blocktext"
};

static const unsigned char words[] = {
#embed "../../Resources/lessons/words.json"
};
const struct cr_file cr_lesson_words = {words, sizeof words};

#define LESSON(name) {#name, {name##_lesson, sizeof name##_lesson}, {name##_program, sizeof name##_program}}

// In the order in which they are offered.
static const struct cr_lesson lessons[] = {
    LESSON(moving), LESSON(typing), LESSON(changing), LESSON(toolbox), LESSON(undo), LESSON(repeat),
    LESSON(decisions), LESSON(variables), LESSON(conditions), LESSON(rearranging), LESSON(branches),
    LESSON(functions), LESSON(lists), LESSON(mistakes), LESSON(finding),
};
const struct cr_lesson *const cr_lessons = lessons;
const size_t cr_lesson_count = sizeof lessons / sizeof *lessons;
