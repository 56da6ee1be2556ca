import type { ConnectionStore } from '../../access/connection.ts';
import type { FoundCaller } from '../../access/token-store.ts';
import type { Clock } from '../../base/clock.ts';
import { MAX_NOTED_USES } from '../../base/limits.ts';

/**
 * When apps used their connections, and which of their token families, to the minute: noted while a
 * call is answered, written later. What a dying process had noted is lost, and the next call notes
 * it again.
 */
export interface ConnectionUses {
  note(found: UsedToken): void;
  write(): Promise<void>;
}

export type UsedToken = Pick<FoundCaller, 'lastUsedAt' | 'familyId'> & {
  readonly caller: Pick<FoundCaller['caller'], 'grantId'>;
};

export interface ConnectionUsesDeps {
  readonly connections: Pick<ConnectionStore, 'noteUses'>;
  readonly clock: Clock;
}

const PRECISION_MS = 60_000;

export function createConnectionUses({ connections, clock }: ConnectionUsesDeps): ConnectionUses {
  const notedConnections = new Set<string>();
  const notedFamilies = new Set<string>();
  // The statement of a call does not say when a family was used last: this process remembers.
  const familyNotedAtMs = new Map<string, number>();

  const noteFamily = (id: string, nowMs: number): void => {
    if (nowMs - (familyNotedAtMs.get(id) ?? Number.NEGATIVE_INFINITY) < PRECISION_MS) return;
    if (familyNotedAtMs.size >= MAX_NOTED_USES) familyNotedAtMs.clear();
    familyNotedAtMs.set(id, nowMs);
    if (notedFamilies.size < MAX_NOTED_USES) notedFamilies.add(id);
  };

  return {
    note: ({ caller, lastUsedAt, familyId }) => {
      const nowMs = clock.now().getTime();
      if (familyId !== null) noteFamily(familyId, nowMs);
      const isFresh = lastUsedAt !== null && nowMs - lastUsedAt.getTime() < PRECISION_MS;
      if (!isFresh && notedConnections.size < MAX_NOTED_USES) notedConnections.add(caller.grantId);
    },
    write: async () => {
      if (notedConnections.size + notedFamilies.size === 0) return;
      const uses = { connectionIds: [...notedConnections], familyIds: [...notedFamilies] };
      notedConnections.clear();
      notedFamilies.clear();
      await connections.noteUses(uses, clock.now());
    },
  };
}
