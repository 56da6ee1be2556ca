import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ActivityEntry,
  type ActivityParts,
  type ActivityPosition,
  type ListPart,
  NEWEST_ACTIVITY,
  type PlacedEntry,
} from '../../src/activity/activity-store.ts';
import { mergeActivity } from '../../src/activity/merge-activity.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { deriveSeed, runsOf, testSeed } from '../support/seeds.ts';

/** A record is its time and a name; both lists hold such. */
interface Item {
  readonly name: string;
  readonly atMs: number;
  /** Greater is newer. */
  readonly place: number;
  /** Whether a search finds it. */
  readonly isWanted: boolean;
}

const entryOf = ({ name }: Item): ActivityEntry & { readonly kind: 'settled' } => ({
  kind: 'settled',
  rail: 'lightning',
  movement: 'bolt11',
  body: name,
  bookedAt: new Date(0),
  grantId: null,
  payeeLink: null,
});

const nameOf = (entry: ActivityEntry): string => (entry.kind === 'settled' ? entry.body : '');

interface Bounds {
  readonly limit: number;
  readonly window: number;
}

/** As a store reads a list: so many items at most, of which so many at most are found. */
function readPart<Position>(
  items: readonly Item[],
  before: number,
  { limit, window }: Bounds,
  toPosition: (place: number) => Position,
): ListPart<ReturnType<typeof entryOf>, Position> {
  const older = items.filter(({ place }) => place < before);
  const looked = older.slice(0, window);
  const placed = (item: Item): PlacedEntry<ReturnType<typeof entryOf>, Position> => ({
    at: new Date(item.atMs),
    position: toPosition(item.place),
    entry: entryOf(item),
  });
  const entries = looked
    .filter(({ isWanted }) => isWanted)
    .slice(0, limit)
    .map(placed);
  const last = looked.at(-1);
  if (entries.length === limit) return { entries, end: entries.at(-1) ?? null };
  return { entries, end: older.length > looked.length && last ? placed(last) : null };
}

const toFailed = (place: number) => ({ createdAt: new Date(place), id: '' });

/** Payments are drawn as records, as the merge looks at places and times only. */
function readParts(
  lists: readonly [readonly Item[], readonly Item[]],
  before: ActivityPosition,
  bounds: Bounds,
): ActivityParts {
  const failed = readPart(lists[1], before.failedBefore.createdAt.getTime(), bounds, toFailed);
  const settled = readPart(lists[0], Number(before.settledBefore), bounds, BigInt);
  return Object.assign(
    { settled, deposits: [], pending: [], waiting: [] },
    { failed: Object.assign(failed) },
  );
}

test('pages of two lists show every wanted item once, by time, and come to an end', () => {
  for (let run = 0; run < runsOf(300); run += 1) {
    const seed = deriveSeed(testSeed(), run);
    const random = createSeededRandom(seed);
    const draw = (below: number): number => (random.bytes(1)[0] ?? 0) % below;
    const drawList = (name: string): readonly Item[] => {
      let atMs = 1000;
      return Array.from({ length: draw(40) }, (_, index) => {
        atMs += draw(3);
        const isWanted = draw(3) > 0;
        return { name: `${name}${index}`, atMs, place: index + 1, isWanted };
      }).toReversed();
    };
    const lists = [drawList('s'), drawList('f')] as const;
    const bounds = { limit: 1 + draw(8), window: 1 + draw(12) };
    const shown: string[] = [];
    const times = new Map(lists.flat().map(({ name, atMs }) => [name, atMs]));
    let before: ActivityPosition | null = NEWEST_ACTIVITY;
    for (let pages = 0; before !== null; pages += 1) {
      assert(pages < 200, `seed ${seed} comes to an end`);
      const merged = mergeActivity(readParts(lists, before, bounds), before, bounds.limit);
      assert(merged.entries.length <= bounds.limit);
      shown.push(...merged.entries.map(nameOf));
      before = merged.older;
    }
    const wanted = lists.flat().filter(({ isWanted }) => isWanted);
    assert.deepEqual(shown.toSorted(), wanted.map(({ name }) => name).toSorted(), `seed ${seed}`);
    const shownTimes = shown.map((name) => times.get(name) ?? 0);
    assert.deepEqual(
      shownTimes,
      shownTimes.toSorted((a, b) => b - a),
      `seed ${seed}`,
    );
  }
});
