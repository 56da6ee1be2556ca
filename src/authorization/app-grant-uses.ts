import type { Clock } from '../base/clock.ts';
import type { AppGrantStore, NotedRefusal } from './app-grant.ts';
import { grantRefusalOf } from './grant-refusal.ts';
import { MAX_NOTED_USES } from './limits.ts';
import type { FoundCaller } from './token-store.ts';

/**
 * Remembers when apps used their grants, token families and devices, to the minute, and what they
 * were refused. All this is noted in memory while a call is answered, and written to the database
 * later. If the process dies in between, the notes are lost; the next call makes new ones.
 */
export interface AppGrantUses {
  note(found: UsedToken): void;
  /** Notes that an app was refused something. Reasons that the user cannot change are not noted. */
  noteRefusal(grantId: string, kind: string): void;
  write(): Promise<void>;
}

export type UsedToken = Pick<FoundCaller, 'lastUsedAt' | 'familyId'> & {
  readonly caller: Pick<FoundCaller['caller'], 'grantId'>;
  /** The id of the device, for a connection that has devices. */
  readonly deviceId?: string;
};

export interface AppGrantUsesDeps {
  readonly appGrants: Pick<AppGrantStore, 'noteUses' | 'noteRefusals'>;
  readonly clock: Clock;
}

const PRECISION_MS = 60_000;

export function createAppGrantUses({ appGrants, clock }: AppGrantUsesDeps): AppGrantUses {
  const notedAppGrants = new Set<string>();
  // When a token family or device was last used is remembered in memory, because calls do not read
  // it from the database.
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

/** Remembers when this process last noted the use of each token family, or of each device. */
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
