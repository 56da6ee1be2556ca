/** Limits of background work. Those that several features use stand in base/. */

/** Background jobs that failed too often; hardly any service has many. */
export const MAX_SHOWN_JOBS = 1000;
