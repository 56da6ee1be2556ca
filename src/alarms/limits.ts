/** Limits of this feature. Those that several features use stand in base/. */

/** Alarms that the command lists. */
export const MAX_LISTED_ALARMS = 200;
/** Actions of the log that the command lists. */
export const MAX_LISTED_ACTIONS = 100;
