/** Limits of alarms. Limits that several features use are in base/. */

/** The most alarms that the command for alarms lists. */
export const MAX_LISTED_ALARMS = 200;
/** The most entries of the operators' log that its command lists. */
export const MAX_LISTED_ACTIONS = 100;
