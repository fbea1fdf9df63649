#include <sys/xattr.h>

// From <stdio.h>, which declares them only for GNU sources.
int renameat2(int oldFolder, const char *oldPath, int newFolder, const char *newPath, unsigned int flags);
#define RENAME_NOREPLACE (1 << 0)
