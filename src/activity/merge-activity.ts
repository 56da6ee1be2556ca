import {
  type ActivityEntry,
  type ActivityParts,
  type ActivityPosition,
  type ListPart,
  type ListPlace,
  OLDEST_ACTIVITY,
} from './activity-store.ts';

export interface MergedActivity {
  /** The entries on this page, newest first: settled records together with failed payments. */
  readonly entries: readonly ActivityEntry[];
  /** The position where the next page begins; null if nothing is older. */
  readonly older: ActivityPosition | null;
  /**
   * The time back to which both settled records and failed payments were read; null if nothing is
   * older.
   */
  readonly lookedBackTo: Date | null;
}

/**
 * Merges records and failed payments into one page. Each list was read back to some time. Entries
 * older than the later of these times are not shown, because the other list could hold something
 * newer that was not read yet.
 */
export function mergeActivity(
  { settled, failed }: ActivityParts,
  before: ActivityPosition,
  limit: number,
): MergedActivity {
  const ends = [settled.end, failed.end].filter((end) => end !== null).map(({ at }) => at);
  const horizon = ends.reduce((latest, at) => (at > latest ? at : latest), new Date(0));
  const isSeen = ({ at }: { readonly at: Date }): boolean => at >= horizon;
  const candidates = [
    ...settled.entries.filter(isSeen).map(({ at, entry }) => ({ at, entry, list: 'settled' })),
    ...failed.entries.filter(isSeen).map(({ at, entry }) => ({ at, entry, list: 'failed' })),
  ];
  // JavaScript's sort is stable, so entries of one list keep their order if their times are equal.
  candidates.sort((one, other) => other.at.getTime() - one.at.getTime());
  const shown = candidates.slice(0, limit);
  const countOf = (wanted: string): number => shown.filter(({ list }) => list === wanted).length;
  const settledPlace = placeBehind(settled, countOf('settled'), before.settledBefore);
  const failedPlace = placeBehind(failed, countOf('failed'), before.failedBefore);
  const hasOlder = settledPlace !== null || failedPlace !== null;
  return {
    entries: shown.map(({ entry }) => entry),
    older: hasOlder
      ? {
          settledBefore: settledPlace ?? OLDEST_ACTIVITY.settledBefore,
          failedBefore: failedPlace ?? OLDEST_ACTIVITY.failedBefore,
        }
      : null,
    lookedBackTo: hasOlder && ends.length > 0 ? horizon : null,
  };
}

/**
 * The position in one of the merged lists after those of its entries that the page shows; null at
 * the end of that list.
 */
function placeBehind<Position>(
  { entries, end }: ListPart<unknown, Position>,
  shownCount: number,
  begin: Position,
): Position | null {
  if (shownCount === entries.length) return end?.position ?? null;
  const last: ListPlace<Position> | undefined = entries[shownCount - 1];
  return last?.position ?? begin;
}
