// Gives our C random input, built with the address and undefined behaviour sanitizers: see bin/sanitize.
//   campaign SECONDS SEED FOLDER   FOLDER is empty, and for the campaign alone
// Every round has a seed of its own, which is printed when the round fails: it fails again in the first round with it.

#include "CProcess.h"
#include "RenditionFilter.h"
#include "Supervisor.h"
#include "TerminfoEntry.h"

#include <errno.h>
#include <sanitizer/common_interface_defs.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static uint64_t seed;
static uint64_t state;

// SplitMix64.
static uint64_t next(void) {
  uint64_t value = state += 0x9E3779B97F4A7C15;
  value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9;
  value = (value ^ value >> 27) * 0x94D049BB133111EB;
  return value ^ value >> 31;
}

static unsigned below(unsigned limit) { return (unsigned)(next() % limit); }

static void print_seed(void) { fprintf(stderr, "seed %llu\n", (unsigned long long)seed); }

static void fail(const char *what) {
  fprintf(stderr, "FAIL %s (errno %d)\n", what, errno);
  print_seed();
  _exit(1);
}

// MARK: - Text

static char text[4096];
static size_t length;

static void add(char byte) {
  if (length < sizeof text - 1) text[length++] = byte;
}

static void add_text(const char *bytes) {
  while (*bytes) add(*bytes++);
}

static void add_number(void) {
  unsigned zeros = below(4) == 0 ? below(80) : 0;
  while (zeros-- > 0) add('0');
  static const unsigned limits[] = {2, 10, 50, 110, 300, 2000, 4000000000};
  char digits[16];
  snprintf(digits, sizeof digits, "%u", below(limits[below(7)]));
  add_text(digits);
}

static void add_piece(void) {
  static const char *const pieces[] = {
      "\033[m", "\033[0;1m", "\033[38;5;16m", "\033[48:2::1:2:3m", "\033[22;24;27m", "\033[39;49m", "\033[K", "\033[?25l",
      "\033[?1049h", "\033(B", "\033(0", "\033]2;title\a", "\033]52;c;YQ==\033\\", "\033P", "\033", "\033[", "a", "\n",
  };
  switch (below(5)) {
  case 0: add_text(pieces[below(sizeof pieces / sizeof pieces[0])]); break;
  case 1: add((char)below(256)); break;
  default:
    add_text("\033[");
    for (unsigned count = below(8); count > 0; count--) {
      if (below(8) > 0) add_number();
      add(below(8) > 0 ? ';' : ':');
    }
    add_number();
    add(below(8) > 0 ? 'm' : (char)(0x40 + below(63)));
    if (below(2)) add('x');
  }
}

// MARK: - Rounds

// The output has the room that the header promises, in a block of exactly that size.
static void filter(void) {
  cn_forget_rendition();
  length = 0;
  // Nothing is left of the last round.
  add_text("\a\033[m");
  for (unsigned count = below(40); count > 0; count--) add_piece();
  for (size_t start = 0; start < length;) {
    size_t count = below(4) == 0 ? length - start : 1 + below(12);
    if (count > length - start) count = length - start;
    char *input = malloc(count), *output = malloc(count * CN_RENDITION_GROWTH);
    memcpy(input, text + start, count);
    if (cn_filter_rendition(input, count, output) > count * CN_RENDITION_GROWTH) fail("the filter writes more than it may");
    free(input);
    free(output);
    start += count;
  }
}

static void set_random(const char *name, const char *folder) {
  length = 0;
  switch (below(4)) {
  case 0: unsetenv(name); return;
  case 1:
    for (unsigned count = below(sizeof text); count > 0; count--) add((char)(1 + below(255)));
    break;
  case 2:
    for (unsigned count = below(6); count > 0; count--) add_text(below(2) ? ":" : folder);
    break;
  default: add_text(folder);
  }
  text[length] = 0;
  setenv(name, text, 1);
}

// Reads an entry of any length into buffers of any size, from folders of any name.
static void read_entry(const char *folder) {
  char path[4096];
  snprintf(path, sizeof path, "%s/e", folder);
  mkdir(path, 0700);
  snprintf(path, sizeof path, "%s/e/entry", folder);
  FILE *file = fopen(path, "w");
  if (file == NULL) fail("can't write an entry");
  size_t size = below(300);
  for (size_t index = 0; index < size; index++) fputc((int)below(256), file);
  fclose(file);
  set_random("TERMINFO", folder);
  set_random("TERMINFO_DIRS", folder);
  set_random("HOME", folder);
  char terminal[5000] = "entry";
  if (below(3) == 0) {
    size_t count = below(sizeof terminal);
    for (size_t index = 0; index < count; index++) terminal[index] = (char)(1 + below(255));
    terminal[count] = 0;
  }
  size_t capacity = 1 + below(400);
  unsigned char *buffer = malloc(capacity);
  if (cn_read_terminfo_entry(terminal, buffer, capacity) > capacity) fail("an entry is longer than its buffer");
  free(buffer);
}

static void survive(int number) {
  (void)number;
  fail("a child was not killed");
}

// Kills a child whose name, which /proc shows, may be anything.
static void kill_child(void) {
  char name[17];
  for (int index = 0; index < 16; index++) name[index] = below(2) ? (char)below(256) : ") R 1\n"[below(6)];
  name[16] = 0;
  int ready[2];
  if (pipe(ready) != 0) fail("no pipe");
  pid_t child = fork();
  if (child < 0) fail("no process");
  if (child == 0) {
    prctl(PR_SET_NAME, name);
    close(ready[1]);
    close(ready[0]);
    while (1) pause();
  }
  close(ready[1]);
  char byte;
  // It ends when the child has its name.
  while (read(ready[0], &byte, 1) < 0 && errno == EINTR) {
  }
  close(ready[0]);
  cp_kill_descendants(cp_now() + 1000);
  signal(SIGALRM, survive);
  alarm(30);
  int status;
  while (waitpid(child, &status, 0) < 0) {
  }
  alarm(0);
}

// Starts a program with any descriptors and limits, and reads the reports to their end.
static void start(void) {
  char *const arguments[] = {"sh", "-c", below(2) ? "exit 7" : "kill -9 $$", NULL};
  char *const environment[] = {NULL};
  struct cp_program program = {
      .path = below(8) == 0 ? "/nowhere" : "/bin/sh", .arguments = arguments, .environment = environment,
      .processor_seconds = below(3), .memory = below(2) ? 0 : (uint64_t)1 << (20 + below(20)),
  };
  int leader = -1, follower = -1;
  if (below(2) && cp_open_terminal((int)below(200), (int)below(200), &leader, &follower) != 0) fail("no terminal");
  program.has_terminal = leader >= 0;
  for (int index = 0; index < CP_DESCRIPTORS; index++) program.descriptors[index] = below(3) == 0 ? -1 : follower;
  struct cp_supervisor supervisor;
  if (cp_start(&program, &supervisor) != 0) fail("no supervisor");
  // It may have ended already.
  if (below(8) == 0 && write(supervisor.control, "", 1) != 1 && errno != EPIPE) fail("the supervisor takes no order");
  struct cp_report report;
  ssize_t count;
  while ((count = read(supervisor.reports, &report, sizeof report)) != 0) {
    if (count < 0 && errno == EINTR) continue;
    if (count != sizeof report || report.kind < CP_STARTED || report.kind > CP_SIGNALLED) fail("a report is none");
  }
  close(supervisor.control);
  close(supervisor.reports);
  cp_reap(&supervisor);
  if (leader >= 0) close(leader);
  if (follower >= 0) close(follower);
}

int main(int count, char **arguments) {
  if (count != 4) return 2;
  double seconds = atof(arguments[1]);
  seed = strtoull(arguments[2], NULL, 10);
  __sanitizer_set_death_callback(print_seed);
  // As the app does.
  signal(SIGPIPE, SIG_IGN);
  struct timespec begin, now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  unsigned long rounds = 0;
  do {
    state = seed;
    filter();
    read_entry(arguments[3]);
    if (below(50) == 0) kill_child();
    if (below(50) == 0) start();
    seed++;
    rounds++;
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while ((double)(now.tv_sec - begin.tv_sec) + (double)(now.tv_nsec - begin.tv_nsec) / 1e9 < seconds);
  printf("%lu rounds, no faults\n", rounds);
  return 0;
}
