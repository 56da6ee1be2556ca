/*
 * Moves the wall clock of a process by MOVED_CLOCK_SEC seconds, where it is loaded before the C
 * library (LD_PRELOAD). Clocks that measure time go on as they are.
 *
 * libfaketime does more, but shows the real time to a signal handler that interrupts a wait. Timeouts
 * of PostgreSQL, and with them its search for deadlocks, then never come.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static time_t moved_sec;
static int (*real_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("MOVED_CLOCK_SEC");
  moved_sec = text == NULL ? 0 : (time_t)atoll(text);
  real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
}

int clock_gettime(clockid_t clock, struct timespec *at) {
  /* Other libraries may ask while they are loaded. */
  if (real_clock_gettime == NULL) begin();
  const int status = real_clock_gettime(clock, at);
  if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    at->tv_sec += moved_sec;
  }
  return status;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  struct timespec now;
  const int status = clock_gettime(CLOCK_REALTIME, &now);
  (void)zone;
  at->tv_sec = now.tv_sec;
  at->tv_usec = now.tv_nsec / 1000;
  return status;
}

time_t time(time_t *at) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
  if (at != NULL) *at = now.tv_sec;
  return now.tv_sec;
}
