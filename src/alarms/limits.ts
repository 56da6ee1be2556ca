/** Limits of alarms. Limits that several features use are in base/. */

/** The most alarms that the command `satchel alarms` lists. */
export const MAX_LISTED_ALARMS = 200;
/** The most entries of the log of operators' actions that the command for this log lists. */
export const MAX_LISTED_ACTIONS = 100;
