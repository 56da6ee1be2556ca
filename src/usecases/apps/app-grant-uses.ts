import type { AppGrantStore } from '../../access/app-grant.ts';
import type { FoundCaller } from '../../access/token-store.ts';
import type { Clock } from '../../base/clock.ts';
import { MAX_NOTED_USES } from '../../base/limits.ts';

/**
 * When apps used their grants and token families, to the minute: noted while a call is answered,
 * written later. What a dying process had noted is lost; the next call notes it again.
 */
export interface AppGrantUses {
  note(found: UsedToken): void;
  write(): Promise<void>;
}

export type UsedToken = Pick<FoundCaller, 'lastUsedAt' | 'familyId'> & {
  readonly caller: Pick<FoundCaller['caller'], 'grantId'>;
};

export interface AppGrantUsesDeps {
  readonly appGrants: Pick<AppGrantStore, 'noteUses'>;
  readonly clock: Clock;
}

const PRECISION_MS = 60_000;

export function createAppGrantUses({ appGrants, clock }: AppGrantUsesDeps): AppGrantUses {
  const notedAppGrants = new Set<string>();
  const notedFamilies = new Set<string>();
  // A call's statement does not return the family's last use, so this process remembers it.
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
      if (!isFresh && notedAppGrants.size < MAX_NOTED_USES) notedAppGrants.add(caller.grantId);
    },
    write: async () => {
      if (notedAppGrants.size + notedFamilies.size === 0) return;
      const uses = { appGrantIds: [...notedAppGrants], familyIds: [...notedFamilies] };
      notedAppGrants.clear();
      notedFamilies.clear();
      await appGrants.noteUses(uses, clock.now());
    },
  };
}
