/*
 * For LD_PRELOAD: while a file named by FAILING_IO stands, what a process writes to the files of a queue
 * fails as that file's first word says: "write" for EIO from each write, "sync" for EIO from each sync,
 * "readonly" for EROFS from each write, as of a file system that was mounted anew to be read only.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* The error number for this kind of call on this file; 0 if it is to go on as ever. */
static int failure(int file, int syncs)
{
	const char *name = getenv("FAILING_IO");
	int given = name ? open(name, O_RDONLY) : -1;
	if (given < 0)
		return 0;
	char word[16] = "";
	ssize_t got = read(given, word, sizeof word - 1);
	close(given);
	if (got <= 0)
		return 0;
	char link[64], path[4096];
	snprintf(link, sizeof link, "/proc/self/fd/%d", file);
	ssize_t length = readlink(link, path, sizeof path - 1);
	if (length < 0)
		return 0;
	path[length] = 0;
	if (!strstr(path, "/queue.db"))
		return 0;
	if (!strncmp(word, "sync", 4))
		return syncs ? EIO : 0;
	if (!strncmp(word, "readonly", 8))
		return syncs ? 0 : EROFS;
	return syncs ? 0 : EIO;
}

#define FAIL(file, syncs)                  \
	do {                               \
		int why = failure(file, syncs); \
		if (why) {                 \
			errno = why;       \
			return -1;         \
		}                          \
	} while (0)

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset)
{
	FAIL(file, 0);
	return NEXT(pwrite64)(file, bytes, length, offset);
}

ssize_t write(int file, const void *bytes, size_t length)
{
	FAIL(file, 0);
	return NEXT(write)(file, bytes, length);
}

int ftruncate64(int file, off64_t length)
{
	FAIL(file, 0);
	return NEXT(ftruncate64)(file, length);
}

int fsync(int file)
{
	FAIL(file, 1);
	return NEXT(fsync)(file);
}

int fdatasync(int file)
{
	FAIL(file, 1);
	return NEXT(fdatasync)(file);
}
