import { path, wholeNumber } from './forms.ts';
import { optional } from './variable.ts';

const MONTH_SEC = 2_678_400;

/** Settings of the backups that the service makes on schedule (docs/backups.md). */
export const BACKUP_VARIABLES = {
  backupEvery: optional(
    'SATCHEL_BACKUP_EVERY',
    wholeNumber(1, MONTH_SEC),
    'Seconds between backups that the service makes itself. Default: as set on the page Books.',
  ),
  backupKeep: optional(
    'SATCHEL_BACKUP_KEEP',
    wholeNumber(1, 10_000),
    'How many of these backups are kept, the newest ones. Default: as set on the page Books; 14.',
  ),
  backupFolder: optional(
    'SATCHEL_BACKUP_FOLDER',
    path,
    'Folder for these backups, and nothing else. Default: backups in the data folder.',
  ),
  backupKeyFile: optional(
    'SATCHEL_BACKUP_KEY_FILE',
    path,
    'File with 64 hex digits. With it every backup is encrypted, and a restore needs it.',
  ),
};
