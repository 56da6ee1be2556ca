/** Limits of background work. Those that several features use stand in base/. */

/** Parked jobs, which failed too often, that a list shows at most; hardly any service has many. */
export const MAX_SHOWN_JOBS = 1000;
