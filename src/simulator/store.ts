import { existsSync, mkdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { applyEntry, emptyNetwork } from './apply-entry.ts';
import { type Journal, openJournal, readJournal } from './journal.ts';
import type { NetworkState } from './network-state.ts';

const JOURNAL_FILE = 'journal.log';

export interface Store {
  readonly state: NetworkState;
  readonly journal: Journal;
  /** True when the folder held no network yet. */
  readonly isNew: boolean;
}

/** Reads what the last process left and opens the journal for more. */
export function openStore(dir: string): Store {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, JOURNAL_FILE);
  const state = emptyNetwork();
  let isNew = true;
  if (existsSync(path)) {
    const reading = readJournal(path);
    for (let next = reading.next(); ; next = reading.next()) {
      if (next.done === true) {
        truncateSync(path, next.value.validBytes);
        break;
      }
      applyEntry(state, next.value);
      isNew = false;
    }
  }
  return { state, journal: openJournal(path), isNew };
}
