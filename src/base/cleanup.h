/*
 * cleanup.h - scope-bound handles (files, library objects).
 *
 * Shape:   CLEANUP(fn) on a variable calls fn(&variable) at end of scope.
 * Owner:   memory belongs to an arena; only handles use these.
 * Errors:  none.
 * Source:  GCC and clang, attribute cleanup.
 */
#ifndef BASE_CLEANUP_H
#define BASE_CLEANUP_H

#define CLEANUP(fn) __attribute__((cleanup(fn)))

/* Define fn_p(T *) which calls fn on a non-NULL *p.  Pairs with CLEANUP. */
#define CLEANUP_FN(T, fn)               \
	static inline void fn##_p(T *p) \
	{                               \
		if (*p)                 \
			fn(*p);         \
	}

#endif
