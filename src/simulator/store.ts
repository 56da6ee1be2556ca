import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { applyEntry, emptyNetwork } from './apply-entry.ts';
import { type Journal, journalLine, openJournal, readJournal } from './journal.ts';
import type { NetworkState } from './network-state.ts';
import { snapshotEntries } from './snapshot.ts';

const JOURNAL_FILE = 'journal.log';
/** The length from which a journal is compacted. A shorter one is read quickly anyway. */
const MIN_COMPACTED_ENTRIES = 20_000;

export interface Store {
  readonly state: NetworkState;
  readonly journal: Journal;
  /** Whether the network is new, because its folder contained none. */
  readonly isNew: boolean;
}

export interface StoreOptions {
  readonly minCompactedEntries?: number;
}

/**
 * Reads the journal that the last process left, compacts it if that is worthwhile, and opens it for
 * appending.
 */
export function openStore(dir: string, options: StoreOptions = {}): Store {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, JOURNAL_FILE);
  const state = emptyNetwork();
  const entryCount = existsSync(path) ? replay(path, state) : 0;
  const minEntries = options.minCompactedEntries ?? MIN_COMPACTED_ENTRIES;
  if (entryCount >= minEntries && entryCount > 2 * thingCount(state)) compact(path, state);
  return { state, journal: openJournal(path), isNew: entryCount === 0 };
}

/**
 * Applies all entries of the journal, cuts off an entry that a crash left unfinished, and returns
 * the number of entries.
 */
function replay(path: string, state: NetworkState): number {
  const reading = readJournal(path);
  let entryCount = 0;
  let next = reading.next();
  while (next.done !== true) {
    applyEntry(state, next.value);
    entryCount += 1;
    next = reading.next();
  }
  truncateSync(path, next.value.validBytes);
  return entryCount;
}

function thingCount(state: NetworkState): number {
  let count = state.chain.transactions.size;
  for (const { invoices, payments } of state.nodes.values()) {
    count += invoices.added.length + payments.byIndex.length;
  }
  return count;
}

const BATCH_LINES = 1000;

/**
 * Replaces the whole journal at once, so that after a crash either the old or the new one is there.
 */
function compact(path: string, state: NetworkState): void {
  const newPath = `${path}.new`;
  const file = openSync(newPath, 'w', 0o600);
  let lines: string[] = [];
  for (const entry of snapshotEntries(state)) {
    lines.push(journalLine(entry));
    if (lines.length < BATCH_LINES) continue;
    appendFileSync(file, lines.join(''));
    lines = [];
  }
  appendFileSync(file, lines.join(''));
  fsyncSync(file);
  closeSync(file);
  renameSync(newPath, path);
}
