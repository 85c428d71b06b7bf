/*
 * A file system in user space that passes everything on to a folder and records what was done, in the
 * order in which it was done: so that what a disk may hold after a loss of power can be worked out.
 *
 *   recordfs FOLDER RECORD MOUNTPOINT
 *
 * Each entry of the record is a `struct entry`, two paths, and the bytes of a write. Nothing runs beside
 * anything else (-s), so the order is that of the answers. FOLDER itself is never synced: an entry that
 * says FSYNC is all that a sync does here.
 */
#define FUSE_USE_VERSION 31
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* The numbers are those of recorded.ts. */
enum { CREATE = 1, WRITE, TRUNCATE, FSYNC, MKDIR, UNLINK, RMDIR, RENAME, FSYNCDIR };

struct entry {
	uint64_t at; /* CLOCK_MONOTONIC, nanoseconds */
	uint64_t file;
	uint64_t offset;
	uint32_t what;
	uint32_t length;
	uint32_t path, other;
};

static char root[PATH_MAX];
static int record;

static void note(uint32_t what, uint64_t file, uint64_t offset, const char *bytes, size_t length,
		 const char *path, const char *other)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	struct entry entry = {
		.at = now.tv_sec * 1000000000ull + now.tv_nsec,
		.file = file,
		.offset = offset,
		.what = what,
		.length = length,
		.path = strlen(path),
		.other = strlen(other),
	};
	struct iovec parts[] = {
		{ &entry, sizeof entry },
		{ (void *)path, entry.path },
		{ (void *)other, entry.other },
		{ (void *)bytes, length },
	};
	ssize_t all = sizeof entry + entry.path + entry.other + length;
	if (writev(record, parts, 4) != all) {
		perror("recordfs: the record");
		abort();
	}
}

static uint64_t number_of(int file)
{
	struct stat found;
	return fstat(file, &found) < 0 ? 0 : found.st_ino;
}

static const char *under(char *buffer, const char *path)
{
	snprintf(buffer, PATH_MAX, "%s%s", root, path);
	return buffer;
}
#define REAL(path) under((char[PATH_MAX]){ 0 }, path)
#define ENDED(call) ((call) < 0 ? -errno : 0)

static void *begin(struct fuse_conn_info *connection, struct fuse_config *config)
{
	(void)connection;
	config->use_ino = 1;
	config->hard_remove = 1;
	config->nullpath_ok = 1;
	config->kernel_cache = 1;
	return NULL;
}

static int get_attributes(const char *path, struct stat *found, struct fuse_file_info *open_file)
{
	return ENDED(open_file ? fstat(open_file->fh, found) : lstat(REAL(path), found));
}

static int read_folder(const char *path, void *buffer, fuse_fill_dir_t fill, off_t offset,
		       struct fuse_file_info *open_file, enum fuse_readdir_flags flags)
{
	(void)path, (void)offset, (void)flags;
	DIR *folder = (DIR *)(uintptr_t)open_file->fh;
	rewinddir(folder);
	for (struct dirent *one = readdir(folder); one; one = readdir(folder))
		fill(buffer, one->d_name, NULL, 0, 0);
	return 0;
}

static int open_folder(const char *path, struct fuse_file_info *open_file)
{
	DIR *folder = opendir(REAL(path));
	open_file->fh = (uintptr_t)folder;
	return folder ? 0 : -errno;
}

static int release_folder(const char *path, struct fuse_file_info *open_file)
{
	(void)path;
	closedir((DIR *)(uintptr_t)open_file->fh);
	return 0;
}

static int open_one(const char *path, struct fuse_file_info *open_file)
{
	int file = open(REAL(path), open_file->flags & ~(O_APPEND | O_TRUNC | O_CREAT | O_EXCL));
	if (file < 0)
		return -errno;
	if (open_file->flags & O_TRUNC) {
		if (ftruncate(file, 0) < 0) {
			close(file);
			return -errno;
		}
		note(TRUNCATE, number_of(file), 0, "", 0, "", "");
	}
	open_file->fh = file;
	return 0;
}

static int create_one(const char *path, mode_t mode, struct fuse_file_info *open_file)
{
	int file = open(REAL(path), O_RDWR | O_CREAT | O_EXCL, mode);
	if (file < 0)
		return -errno;
	open_file->fh = file;
	note(CREATE, number_of(file), 0, "", 0, path, "");
	return 0;
}

static int release(const char *path, struct fuse_file_info *open_file)
{
	(void)path;
	close(open_file->fh);
	return 0;
}

static int read_bytes(const char *path, char *bytes, size_t length, off_t offset,
		      struct fuse_file_info *open_file)
{
	(void)path;
	ssize_t got = pread(open_file->fh, bytes, length, offset);
	return got < 0 ? -errno : got;
}

static int write_bytes(const char *path, const char *bytes, size_t length, off_t offset,
		       struct fuse_file_info *open_file)
{
	(void)path;
	ssize_t put = pwrite(open_file->fh, bytes, length, offset);
	if (put < 0)
		return -errno;
	note(WRITE, number_of(open_file->fh), offset, bytes, put, "", "");
	return put;
}

static int truncate_one(const char *path, off_t length, struct fuse_file_info *open_file)
{
	int file = open_file ? (int)open_file->fh : open(REAL(path), O_WRONLY);
	if (file < 0)
		return -errno;
	int ended = ENDED(ftruncate(file, length));
	if (ended == 0)
		note(TRUNCATE, number_of(file), length, "", 0, "", "");
	if (!open_file)
		close(file);
	return ended;
}

static int sync_one(const char *path, int data, struct fuse_file_info *open_file)
{
	(void)path, (void)data;
	note(FSYNC, number_of(open_file->fh), 0, "", 0, "", "");
	return 0;
}

static int sync_folder(const char *path, int data, struct fuse_file_info *open_file)
{
	(void)path, (void)data, (void)open_file;
	note(FSYNCDIR, 0, 0, "", 0, "", "");
	return 0;
}

static int make_folder(const char *path, mode_t mode)
{
	int ended = ENDED(mkdir(REAL(path), mode));
	if (ended == 0)
		note(MKDIR, 0, 0, "", 0, path, "");
	return ended;
}

static int remove_one(const char *path)
{
	int ended = ENDED(unlink(REAL(path)));
	if (ended == 0)
		note(UNLINK, 0, 0, "", 0, path, "");
	return ended;
}

static int remove_folder(const char *path)
{
	int ended = ENDED(rmdir(REAL(path)));
	if (ended == 0)
		note(RMDIR, 0, 0, "", 0, path, "");
	return ended;
}

static int rename_one(const char *from, const char *to, unsigned int flags)
{
	if (flags)
		return -EINVAL;
	int ended = ENDED(rename(REAL(from), REAL(to)));
	if (ended == 0)
		note(RENAME, 0, 0, "", 0, from, to);
	return ended;
}

static int change_mode(const char *path, mode_t mode, struct fuse_file_info *open_file)
{
	return ENDED(open_file ? fchmod(open_file->fh, mode) : chmod(REAL(path), mode));
}

static int change_owner(const char *path, uid_t user, gid_t group, struct fuse_file_info *open_file)
{
	return ENDED(open_file ? fchown(open_file->fh, user, group) : lchown(REAL(path), user, group));
}

static int set_times(const char *path, const struct timespec times[2],
		     struct fuse_file_info *open_file)
{
	return ENDED(open_file ? futimens(open_file->fh, times)
			       : utimensat(AT_FDCWD, REAL(path), times, AT_SYMLINK_NOFOLLOW));
}

static int free_space(const char *path, struct statvfs *found)
{
	(void)path;
	return ENDED(statvfs(root, found));
}

static const struct fuse_operations operations = {
	.init = begin,
	.getattr = get_attributes,
	.readdir = read_folder,
	.opendir = open_folder,
	.releasedir = release_folder,
	.open = open_one,
	.create = create_one,
	.release = release,
	.read = read_bytes,
	.write = write_bytes,
	.truncate = truncate_one,
	.fsync = sync_one,
	.fsyncdir = sync_folder,
	.mkdir = make_folder,
	.unlink = remove_one,
	.rmdir = remove_folder,
	.rename = rename_one,
	.chmod = change_mode,
	.chown = change_owner,
	.utimens = set_times,
	.statfs = free_space,
};

int main(int count, char **words)
{
	if (count != 4 || !realpath(words[1], root)) {
		fprintf(stderr, "recordfs FOLDER RECORD MOUNTPOINT\n");
		return 64;
	}
	record = open(words[2], O_WRONLY | O_CREAT | O_APPEND, 0600);
	if (record < 0) {
		perror(words[2]);
		return 73;
	}
	char *options[] = { words[0], "-f", "-s", "-o", "fsname=recordfs,subtype=recordfs", words[3] };
	return fuse_main(6, options, &operations, NULL);
}
