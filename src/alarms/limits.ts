/** Limits of alarms. Those that several features use stand in base/. */

/** The most alarms that the command lists. */
export const MAX_LISTED_ALARMS = 200;
/** Entries of the operators' log that the command lists. */
export const MAX_LISTED_ACTIONS = 100;
