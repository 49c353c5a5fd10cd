/**
 * Variables of the C library's allocator for processes that serve. Threads of native parts allocate in separate arenas,
 * which glibc never returns to the system. With a single arena that is trimmed early, freed memory is returned.
 */
export const ALLOCATOR = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };
