/** Runs of the schedule of backups that are remembered. */
export const MAX_BACKUP_RUNS = 1000;
/** On the command line. */
export const MAX_LISTED_BACKUPS = 100;
