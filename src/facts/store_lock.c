/* Of two who miss the same entry, one makes it and the other waits. */
#include "facts/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { WAIT_MS = 20, WAIT_MAX_MS = 600 * 1000 };

/* Ends with its owner, however that ends. */
static bool wait_for(int fd)
{
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	const struct timespec t = {0, WAIT_MS * 1000000L};

	for (int ms = 0; ms < WAIT_MAX_MS; ms += WAIT_MS) {
		if (fcntl(fd, F_SETLK, &lock) == 0)
			return true;
		if (errno != EACCES && errno != EAGAIN && errno != EINTR)
			break;
		(void)nanosleep(&t, NULL);
	}
	return false;
}

void store_lock(struct store *s, const char *kind, struct str digest)
{
	struct arena a = {0};
	const char *path = store_path(&a, kind, digest);

	store_unlock(s);
	(void)store_make_dir(s, kind, path);
	(void)snprintf(s->lock_name, sizeof s->lock_name, "%s.lock", path);
	s->lock = openat(s->dir, s->lock_name,
	                 O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	s->locked = s->lock >= 0;
	if (s->locked && !wait_for(s->lock))
		store_unlock(s);
	arena_free(&a);
}

/* Whoever waits for a file that is gone looks for the entry first. */
void store_unlock(struct store *s)
{
	if (!s->locked)
		return;
	(void)unlinkat(s->dir, s->lock_name, 0);
	(void)close(s->lock);
	s->locked = false;
}
