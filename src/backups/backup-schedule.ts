import type { NewAction } from '../alarms/operator-log/operator-action.ts';
import { HOUR_SEC, MINUTE_SEC } from '../base/durations.ts';

/**
 * Intervals between backups from which operators choose. Each divides a day, so that backups are
 * made at the same times each day.
 */
export const BACKUP_INTERVALS_SEC = [1, 2, 3, 4, 6, 8, 12, 24].map((hours) => hours * HOUR_SEC);
export const MAX_KEPT_BACKUPS = 10_000;
export const DEFAULT_KEPT_BACKUPS = 14;

/** The schedule that operators have chosen on the page. */
export interface ChosenSchedule {
  /** Seconds between backups; null if the service makes none on schedule. */
  readonly everySec: number | null;
  /** The time of day in UTC, in seconds, of one of the backups. */
  readonly atSec: number;
  readonly keep: number;
}

/** The schedule of backups that is in force, from the settings and from the operators' choice. */
export interface BackupSchedule extends ChosenSchedule {
  /**
   * Which parts of the schedule the settings (environment variables) fix, so that operators cannot
   * change them on the page.
   */
  readonly isFixed: { readonly every: boolean; readonly keep: boolean };
}

/**
 * The parts of the schedule that the settings (environment variables) fix; null for a part that
 * operators choose on a page.
 */
export interface FixedSchedule {
  readonly everySec: number | null;
  readonly keep: number | null;
}

export type BackupProgress = 'running' | 'waiting';

/** Port: the schedule of backups, and an operator's orders to make a backup at once. */
export interface BackupScheduleStore {
  readSchedule(): Promise<BackupSchedule>;
  saveSchedule(chosen: ChosenSchedule, action: NewAction): Promise<void>;
  /** Makes the jobs of this database follow the schedule in force. */
  applySchedule(): Promise<void>;
  /**
   * Orders a backup for an operator. If another backup is being made, the ordered one is made after
   * it.
   */
  requestBackup(action: NewAction): Promise<void>;
  /** The progress of the present backup; null while no job makes one or waits to. */
  readProgress(): Promise<BackupProgress | null>;
}

const NEVER_CHOSEN: ChosenSchedule = { everySec: null, atSec: 0, keep: DEFAULT_KEPT_BACKUPS };

/**
 * Computes the schedule in force: where the settings (environment variables) fix a part, they
 * override the choice on the page.
 */
export const scheduleInForce = (
  fixed: FixedSchedule,
  chosen: ChosenSchedule | null,
): BackupSchedule => {
  const { everySec, atSec, keep } = chosen ?? NEVER_CHOSEN;
  return {
    everySec: fixed.everySec ?? everySec,
    atSec: fixed.everySec === null ? atSec : 0,
    keep: fixed.keep ?? keep,
    isFixed: { every: fixed.everySec !== null, keep: fixed.keep !== null },
  };
};

/** The time when the next backup is due; null without a schedule. */
export function nextBackupAt(
  { everySec, atSec }: Pick<BackupSchedule, 'everySec' | 'atSec'>,
  now: Date,
): Date | null {
  if (everySec === null) return null;
  const slot = Math.floor((now.getTime() / 1000 - atSec) / everySec);
  return new Date(((slot + 1) * everySec + atSec) * 1000);
}

/** Writes a time of day as people do: `03:00`. */
export function timeOfDay(atSec: number): string {
  const minutes = Math.floor(atSec / MINUTE_SEC);
  return [Math.floor(minutes / 60), minutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** Reads a time of day such as `03:00` as seconds; undefined for any other text. */
export function readTimeOfDay(text: string): number | undefined {
  const [hours = '', minutes = '', ...rest] = text.trim().split(':');
  const hour = readWhole(hours, 0, 23);
  const minute = readWhole(minutes, 0, 59);
  if (rest.length > 0 || hour === undefined || minute === undefined) return undefined;
  return hour * HOUR_SEC + minute * MINUTE_SEC;
}

/**
 * Reads the interval that was chosen in a form; undefined for a text that is none of the choices.
 */
export const readInterval = (text: string): number | undefined =>
  BACKUP_INTERVALS_SEC.find((sec) => String(sec) === text);

export const readKept = (text: string): number | undefined =>
  readWhole(text.trim(), 1, MAX_KEPT_BACKUPS);

function readWhole(text: string, min: number, max: number): number | undefined {
  const value = text === '' ? Number.NaN : Number(text);
  return Number.isInteger(value) && value >= min && value <= max ? value : undefined;
}

/** A schedule as it was typed, in which a field that cannot be read is undefined. */
export type TypedSchedule = {
  readonly [Field in keyof ChosenSchedule]: ChosenSchedule[Field] | undefined;
};

export type ScheduleCheck =
  | { readonly kind: 'fit'; readonly chosen: ChosenSchedule }
  | { readonly kind: 'wrong'; readonly field: 'every' | 'at' | 'keep' };

/**
 * Checks a schedule typed by an operator. For a part that the settings fix, what was typed is
 * ignored.
 */
export function checkSchedule(
  typed: TypedSchedule,
  { isFixed, ...present }: BackupSchedule,
): ScheduleCheck {
  const { everySec, atSec } = isFixed.every ? present : typed;
  const { keep } = isFixed.keep ? present : typed;
  if (everySec === undefined) return { kind: 'wrong', field: 'every' };
  if (atSec === undefined) return { kind: 'wrong', field: 'at' };
  if (keep === undefined) return { kind: 'wrong', field: 'keep' };
  return { kind: 'fit', chosen: { everySec, atSec, keep } };
}
