import type { ComparisonStore } from '../comparison-store.ts';
import { type StopAsRewoundDeps, stopAsRewound } from './stop-as-rewound.ts';

/**
 * Remembers the newest payments that this process, or an earlier one with the same data folder, has
 * begun to send. A database that does not know one of them was restored to an earlier state.
 */
export interface DispatchJournal {
  /**
   * Notes a payment in the journal, after the database has stored that it is being sent and before
   * it is sent.
   */
  note(paymentId: string): Promise<void>;
  /** Stops payments over the node if the database has lost one of the noted payments. */
  check(): Promise<void>;
  /**
   * Forgets all noted payments. This is done when the database has to be compared with the node,
   * because the comparison finds all payments that are missing, not only noted ones.
   */
  forget(): Promise<void>;
}

/**
 * Port: stores the noted payments outside of the database, so that they are not lost when it is
 * restored to an earlier state.
 */
export interface DispatchRecord {
  read(): Promise<readonly string[]>;
  write(paymentIds: readonly string[]): Promise<void>;
}

export interface DispatchJournalDeps extends StopAsRewoundDeps {
  readonly comparisons: Pick<ComparisonStore, 'findLost' | 'stopAsRewound'>;
  /**
   * The file that stores the noted payments; null to remember them only while the process lives.
   */
  readonly record: DispatchRecord | null;
}

/**
 * The number of payments that are remembered. A database that is restored to an earlier state loses
 * its newest part, so a few of the newest payments are enough.
 */
const KEPT = 64;

export function createDispatchJournal(deps: DispatchJournalDeps): DispatchJournal {
  const { comparisons, record } = deps;
  let ids: readonly string[] = [];
  let isRead = record === null;
  let writing: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | null = null;

  const readOnce = async (): Promise<void> => {
    if (isRead || record === null) return;
    const earlier = await record.read();
    if (!isRead) ids = [...earlier, ...ids].slice(-KEPT);
    isRead = true;
  };
  /**
   * Writes the noted payments. Callers that wait share the next write, because a write that is
   * running may not include their payments.
   */
  const write = (): Promise<void> => {
    if (record === null) return Promise.resolve();
    next ??= writing.then(() => {
      next = null;
      const written = record.write(ids);
      writing = written.catch(() => undefined);
      return written;
    });
    return next;
  };
  const keep = async (kept: readonly string[]): Promise<void> => {
    if (kept.length === ids.length) return;
    ids = kept;
    await write();
  };

  return {
    note: async (paymentId) => {
      await readOnce();
      // A payment that is sent again and again takes only one place, so that it does not push out
      // the others.
      ids = [...ids.filter((id) => id !== paymentId), paymentId].slice(-KEPT);
      await write();
    },
    check: async () => {
      await readOnce();
      if (ids.length === 0) return;
      const asked = ids;
      const lost = await comparisons.findLost(asked);
      if (lost.length === 0) return;
      await stopAsRewound(deps, `payments that were sent are missing, ${lost[0]} among them`);
      await keep(ids.filter((id) => !asked.includes(id)));
    },
    forget: async () => {
      await readOnce();
      await keep([]);
    },
  };
}
