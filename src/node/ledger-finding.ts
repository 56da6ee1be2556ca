import type { LedgerEntry } from './node-ledger-store.ts';

/** Something that has left the node without an order of this service. */
export interface LedgerFinding {
  readonly entry: LedgerEntry;
  /** What it is, as a sentence for operators. */
  readonly detail: string;
  /** Whether a person must have ordered it. A node closes channels by force by itself too. */
  readonly isTheft: boolean;
}

/** What a process remembers from one look to the next. The next process finds all of it again. */
export interface LedgerMemory {
  /** The newest listed transactions that are known to be ours. */
  fine: ReadonlySet<string>;
  /** How often a transaction was seen whose label is ours, and that the database lacks. */
  awaited: ReadonlyMap<string, number>;
  /** The subjects of alarms that were raised. */
  readonly told: Set<string>;
  /** Notes the newest block, with which closed channels may have been added. */
  noteHeight(height: number): void;
  /** Whether the next look has to list closed channels too. */
  takesClosed(): boolean;
}

/** How many looks after a new block list closed channels, as a node takes a while to note them. */
const LOOKS_AFTER_BLOCK = 3;

export function newLedgerMemory(): LedgerMemory {
  let newestHeight: number | null = null;
  let looksLeft = 0;
  return {
    fine: new Set(),
    awaited: new Map(),
    told: new Set(),
    noteHeight(height) {
      if (height === newestHeight) return;
      newestHeight = height;
      looksLeft = LOOKS_AFTER_BLOCK;
    },
    takesClosed() {
      if (looksLeft === 0) return false;
      looksLeft -= 1;
      return true;
    },
  };
}
