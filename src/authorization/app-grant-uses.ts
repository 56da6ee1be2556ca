import type { Clock } from '../base/clock.ts';
import type { AppGrantStore, NotedRefusal } from './app-grant.ts';
import { grantRefusalOf } from './grant-refusal.ts';
import { MAX_NOTED_USES } from './limits.ts';
import type { FoundCaller } from './token-store.ts';

/**
 * Remembers when apps used their grants, token families and devices, to the minute, and what they
 * were refused. It is noted while a call is answered and written later. A dying process loses what
 * it had not written; the next call notes it again.
 */
export interface AppGrantUses {
  note(found: UsedToken): void;
  /** Notes that an app was refused something, unless its user can do nothing about it. */
  noteRefusal(grantId: string, kind: string): void;
  write(): Promise<void>;
}

export type UsedToken = Pick<FoundCaller, 'lastUsedAt' | 'familyId'> & {
  readonly caller: Pick<FoundCaller['caller'], 'grantId'>;
  /** The device, where the app grant has devices. */
  readonly deviceId?: string;
};

export interface AppGrantUsesDeps {
  readonly appGrants: Pick<AppGrantStore, 'noteUses' | 'noteRefusals'>;
  readonly clock: Clock;
}

const PRECISION_MS = 60_000;

export function createAppGrantUses({ appGrants, clock }: AppGrantUsesDeps): AppGrantUses {
  const notedAppGrants = new Set<string>();
  // The last uses of token families and devices, which no call reads from the database, are
  // remembered here.
  const families = createNotedParts();
  const devices = createNotedParts();
  const refusals = new Map<string, NotedRefusal>();

  const writeUses = async (): Promise<void> => {
    const uses = {
      appGrantIds: takeAll(notedAppGrants),
      familyIds: takeAll(families.noted),
      deviceIds: takeAll(devices.noted),
    };
    if (Object.values(uses).every(({ length }) => length === 0)) return;
    await appGrants.noteUses(uses, clock.now());
  };
  const writeRefusals = async (): Promise<void> => {
    if (refusals.size === 0) return;
    const noted = new Map(refusals);
    refusals.clear();
    await appGrants.noteRefusals(noted);
  };

  return {
    note: ({ caller, lastUsedAt, familyId, deviceId }) => {
      const nowMs = clock.now().getTime();
      if (familyId !== null) families.note(familyId, nowMs);
      if (deviceId !== undefined) devices.note(deviceId, nowMs);
      const isFresh = lastUsedAt !== null && nowMs - lastUsedAt.getTime() < PRECISION_MS;
      if (!isFresh && notedAppGrants.size < MAX_NOTED_USES) notedAppGrants.add(caller.grantId);
    },
    noteRefusal: (grantId, kind) => {
      const reason = grantRefusalOf(kind);
      if (reason === null || (refusals.size >= MAX_NOTED_USES && !refusals.has(grantId))) return;
      refusals.set(grantId, { reason, at: clock.now() });
    },
    write: async () => {
      await writeUses();
      await writeRefusals();
    },
  };
}

interface NotedParts {
  readonly noted: Set<string>;
  note(id: string, nowMs: number): void;
}

/** Remembers when this process last noted each token family or device. */
function createNotedParts(): NotedParts {
  const noted = new Set<string>();
  const notedAtMs = new Map<string, number>();
  return {
    noted,
    note: (id, nowMs) => {
      if (nowMs - (notedAtMs.get(id) ?? Number.NEGATIVE_INFINITY) < PRECISION_MS) return;
      if (notedAtMs.size >= MAX_NOTED_USES) notedAtMs.clear();
      notedAtMs.set(id, nowMs);
      if (noted.size < MAX_NOTED_USES) noted.add(id);
    },
  };
}

function takeAll(noted: Set<string>): readonly string[] {
  const ids = [...noted];
  noted.clear();
  return ids;
}
