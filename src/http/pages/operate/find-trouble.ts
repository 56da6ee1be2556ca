import { STALE_CHECKPOINT_MS } from '../../../base/proof-limits.ts';
import { LONG_OPEN_MS, STALE_GAUGE_MS } from '../../../operations/gauge-limits.ts';
import type { Overview } from '../../../usecases/operations/read-overview.ts';
import type { PageTexts } from '../texts/page-texts.ts';

/** Something that a person has to look at, and where more is said of it. */
export interface Trouble {
  readonly text: string;
  readonly path: string;
  /** Money is in question. */
  readonly isGrave: boolean;
}

const NODE_PATH = '/operate/node';

/** The gravest first; empty when all is well. */
export function findTrouble(texts: PageTexts, overview: Overview): readonly Trouble[] {
  const { report, alarms, jobs, checkpointAt } = overview;
  const { digits } = texts.figures;
  const words = texts.overview.trouble;
  const findings = report.books?.findingsCount ?? 0;
  const grave = [
    report.solvency.isCovered === false && words.notCovered,
    findings > 0 && words.books(digits(findings)),
    report.stops.length > 0 && words.stopped,
  ];
  const others = [
    report.node === null && words.nodeAway,
    alarms.length > 0 && words.alarms(digits(alarms.length)),
    isLongOpen(overview) && words.longOpen,
    jobs.parked > 0 && words.parked(digits(jobs.parked)),
    isOverdue(overview.newest?.takenAt, STALE_GAUGE_MS, overview) && words.noSamples,
  ];
  const stale = isOverdue(checkpointAt, STALE_CHECKPOINT_MS, overview);
  return [
    ...told(grave).map((text) => ({ text, path: NODE_PATH, isGrave: true })),
    ...told(others).map((text) => ({ text, path: NODE_PATH, isGrave: false })),
    ...(stale ? [{ text: words.staleCheckpoint, path: '/proof', isGrave: false }] : []),
  ];
}

const told = (texts: readonly (string | false)[]): readonly string[] =>
  texts.filter((text) => text !== false);

const isLongOpen = ({ report, now }: Overview): boolean =>
  report.pending.some(({ createdAt }) => now.getTime() - createdAt.getTime() > LONG_OPEN_MS);

/** What never happened is not overdue: a new service has to begin. */
export const isOverdue = (
  time: Date | null | undefined,
  limitMs: number,
  { now }: Pick<Overview, 'now'>,
): boolean => time != null && now.getTime() - time.getTime() > limitMs;
