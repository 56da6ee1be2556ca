import { isLate, isMissing } from '../../backups/backup-run-store.ts';
import { STALE_CHECKPOINT_MS } from '../../base/limits.ts';
import { isLongInFlight } from '../../payments/payment-config.ts';
import { PROOF_PATH } from '../../proof/pages/proof-paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { STALE_GAUGE_MS } from '../gauges/gauge-limits.ts';
import type { Overview } from '../read-overview.ts';
import {
  ALARMS_PATH,
  BOOKS_PATH,
  JOBS_PATH,
  NODE_PATH,
  PAYMENTS_PATH,
  UNCLAIMED_PATH,
} from './operate-paths.ts';

/** A problem of the service that a person has to look at, and the page that tells more. */
export interface HealthIssue {
  readonly text: string;
  readonly path: string;
  /** Whether the problem endangers money. */
  readonly isGrave: boolean;
}

/** Finds the problems of the service that a person has to look at, the gravest first. */
export function findHealthIssues(texts: PageTexts, overview: Overview): readonly HealthIssue[] {
  const { report, installation, openAlarms, backups, jobs, checkpointAt, newest } = overview;
  const { digits } = texts.format;
  const words = texts.overview.trouble;
  const findings = report.books?.findingsCount ?? 0;
  const grave = [
    report.solvency.isCovered === false && to(NODE_PATH, words.notCovered),
    findings > 0 && to(BOOKS_PATH, words.books({ count: digits(findings) })),
    installation.isStandbyAway && to(NODE_PATH, words.standbyAway),
    report.stops.length > 0 && to(NODE_PATH, words.stopped),
  ];
  const others = [
    report.node === null && to(NODE_PATH, words.nodeAway),
    openAlarms > 0 && to(ALARMS_PATH, words.alarms({ count: digits(openAlarms) })),
    isLongOpen(overview) && to(PAYMENTS_PATH, words.longOpen),
    jobs.parked > 0 && to(JOBS_PATH, words.parked({ count: digits(jobs.parked) })),
    isMissing(backups) && to(BOOKS_PATH, words.noBackup),
    isLate(backups) && to(BOOKS_PATH, words.lateBackup),
    report.solvency.unclaimedMsat > 0n && to(UNCLAIMED_PATH, words.unclaimed),
    installation.hasOutgrownSettings && to(BOOKS_PATH, words.outgrown),
    isOverdue(newest?.takenAt, STALE_GAUGE_MS, overview) && to(JOBS_PATH, words.noSamples),
    isOverdue(checkpointAt, STALE_CHECKPOINT_MS, overview) && to(PROOF_PATH, words.staleCheckpoint),
  ];
  return [
    ...found(grave).map((one) => ({ ...one, isGrave: true })),
    ...found(others).map((one) => ({ ...one, isGrave: false })),
  ];
}

type Told = Omit<HealthIssue, 'isGrave'>;

const to = (path: string, text: string): Told => ({ path, text });

const found = (all: readonly (Told | false)[]): readonly Told[] =>
  all.filter((one) => one !== false);

const isLongOpen = ({ report, now }: Overview): boolean =>
  report.pending.some(({ createdAt }) => isLongInFlight(createdAt, now));

/**
 * Whether something is overdue that should happen regularly. If it has never happened it is not
 * overdue, because a new service has to start first.
 */
export const isOverdue = (
  time: Date | null | undefined,
  limitMs: number,
  { now }: Pick<Overview, 'now'>,
): boolean => time != null && now.getTime() - time.getTime() > limitMs;
