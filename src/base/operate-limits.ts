/** Alarms, jobs and deliveries are counted up to here. */
export const MAX_COUNTED = 10_000;
/** What an operator notes at a stop or an alarm. */
export const MAX_OPERATOR_NOTE = 300;
