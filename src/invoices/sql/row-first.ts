import { MAX_COUNTED_USERS } from '../limits.ts';

/**
 * Remembers which new invoices must be written before the node makes them, because writing others
 * afterwards has failed lately. Otherwise, for as long as the database is away or a user asks for
 * more than their wallet may hold, each call would leave an invoice at the node that no one is told
 * of. Nothing depends on this memory: a process that lost it leaves one such invoice more.
 */
export interface RowFirst {
  isNeeded(userId: string): boolean;
  /** Writes of all users come first, until one is known to be safe. */
  noteFault(): void;
  noteWritten(): void;
  /** Writes of this user come first from now on. */
  noteRefusal(userId: string): void;
}

export function createRowFirst(): RowFirst {
  let isFaulty = false;
  // A set keeps insertion order: the first user was refused longest ago.
  const refused = new Set<string>();
  return {
    isNeeded: (userId) => isFaulty || refused.has(userId),
    noteFault: () => {
      isFaulty = true;
    },
    noteWritten: () => {
      isFaulty = false;
    },
    noteRefusal: (userId) => {
      refused.add(userId);
      const [oldest] = refused;
      if (refused.size > MAX_COUNTED_USERS && oldest !== undefined) refused.delete(oldest);
    },
  };
}
