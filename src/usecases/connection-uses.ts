import type { ConnectionStore } from '../access/connection.ts';
import type { Clock } from '../base/clock.ts';
import { MAX_NOTED_USES } from '../base/limits.ts';

/**
 * When apps used their connections, to the minute: noted while a call is answered, written later.
 * What a dying process had noted is lost, and the next call notes it again.
 */
export interface ConnectionUses {
  note(connectionId: string, lastUsedAt: Date | null): void;
  write(): Promise<void>;
}

export interface ConnectionUsesDeps {
  readonly connections: Pick<ConnectionStore, 'noteUses'>;
  readonly clock: Clock;
}

const PRECISION_MS = 60_000;

export function createConnectionUses({ connections, clock }: ConnectionUsesDeps): ConnectionUses {
  const noted = new Set<string>();
  return {
    note: (connectionId, lastUsedAt) => {
      const isFresh =
        lastUsedAt !== null && clock.now().getTime() - lastUsedAt.getTime() < PRECISION_MS;
      if (!isFresh && noted.size < MAX_NOTED_USES) noted.add(connectionId);
    },
    write: async () => {
      if (noted.size === 0) return;
      const ids = [...noted];
      noted.clear();
      await connections.noteUses(ids, clock.now());
    },
  };
}
