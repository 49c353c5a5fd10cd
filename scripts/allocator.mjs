/**
 * Variables of the C library's allocator for processes that serve. Threads of native parts allocate in arenas of their own,
 * which glibc never gives back: with one arena, and trimmed early, memory that was freed is free.
 */
export const ALLOCATOR = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };
