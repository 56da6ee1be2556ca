/** Limits of background work. Limits that several features use are in base/. */

/** The most parked jobs, which failed too often, that a list shows; hardly any service has many. */
export const MAX_SHOWN_JOBS = 1000;
