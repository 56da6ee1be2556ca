import type { NwcKey } from '../../../src/apps/nwc-keys/nwc-key-store.ts';
import { ALL_SCOPES, type Scope } from '../../../src/authorization/scope.ts';
import type { ProcessStore } from '../../../src/background/process-store.ts';
import type { Clock } from '../../../src/base/clock.ts';
import type {
  ExternalKey,
  ExternalRequest,
  NewPublication,
  NwcExternalStore,
} from '../../../src/nwc/external-store.ts';

/**
 * What the database stores for external relays, and the lease of the process that talks to them.
 */
export interface ExternalMemory {
  readonly store: NwcExternalStore;
  readonly processes: Pick<ProcessStore, 'acquireLease' | 'releaseLease'>;
  readonly requests: Map<string, ExternalRequest>;
  readonly publications: Map<bigint, MemoryPublication>;
  /** Adds a key, or changes its scopes; null ends it. */
  setScopes(key: NwcKey, scopes: readonly Scope[] | null): void;
  addPublication(publication: NewPublication): void;
  /**
   * Ends the lease as if its holder could not be reached, so that another process may take over.
   */
  expireLease(): void;
  infoAtOf(key: NwcKey): number | null;
}

export interface MemoryPublication extends NewPublication {
  dueAtMs: number;
  attempts: number;
}

const AGAIN_MS = 2000;

export function createExternalMemory(clock: Clock): ExternalMemory {
  const keys = new Map<string, { readonly key: NwcKey; scopes: readonly Scope[] | null }>();
  const told = new Map<string, { readonly infoAt: number; readonly scopes: string | null }>();
  const requests = new Map<string, ExternalRequest>();
  const publications = new Map<bigint, MemoryPublication>();
  let newestId = 0n;
  let lease = { holder: '', fence: 0n, isExpired: true };

  const list = (): ExternalKey[] =>
    [...keys.values()].map(({ key, scopes }) => ({
      key,
      scopes: scopes === null ? null : new Set(scopes),
      storedScopes: scopes === null ? null : scopes.join(' '),
      infoAt: told.get(key.deviceId)?.infoAt ?? null,
    }));
  const addPublication = (publication: NewPublication): void => {
    newestId += 1n;
    publications.set(newestId, { ...publication, dueAtMs: clock.monotonicMs(), attempts: 0 });
  };
  const store: NwcExternalStore = {
    listKeys: async () => [...keys.values()].map(({ key }) => key),
    findKeysToTell: async (_, limit) =>
      list()
        .filter(
          ({ key, storedScopes }) => storedScopes !== (told.get(key.deviceId)?.scopes ?? null),
        )
        .slice(0, limit),
    pageLiveKeys: async (_, after, limit) =>
      list()
        .filter(({ key, scopes }) => scopes !== null && key.deviceId > (after ?? ''))
        .toSorted((one, other) => (one.key.deviceId < other.key.deviceId ? -1 : 1))
        .slice(0, limit),
    tell: async (now, news, { fence }) => {
      if (fence !== lease.fence) return false;
      for (const { deviceId, infoAt, storedScopes } of now) {
        told.set(deviceId, { infoAt, scopes: storedScopes });
      }
      for (const publication of news) addPublication(publication);
      return true;
    },
    findBehind: async () => [],
    publishInfoEvent: async (_, news, { fence }) => {
      if (fence !== lease.fence) return false;
      for (const publication of news) addPublication(publication);
      return true;
    },
    addRequest: async (offer) => {
      if (offer.fence !== lease.fence) return { kind: 'fenced' };
      if (requests.has(offer.request.eventId)) return { kind: 'known' };
      requests.set(offer.request.eventId, offer);
      return { kind: 'added', wentBackAt: null };
    },
    takePublications: async (relays, limit, { fence }) => {
      if (fence !== lease.fence) return [];
      const due = [...publications]
        .filter(
          ([, { relay, dueAtMs }]) => relays.includes(relay) && dueAtMs <= clock.monotonicMs(),
        )
        .slice(0, limit);
      for (const [, publication] of due) {
        publication.dueAtMs = clock.monotonicMs() + AGAIN_MS * 2 ** publication.attempts;
        publication.attempts += 1;
      }
      return due.map(([id, { relay, event }]) => ({ id, relay, event }));
    },
    endPublications: async (ids) => {
      for (const id of ids) publications.delete(id);
    },
    retryPublicationsNow: async (relay) => {
      for (const publication of publications.values()) {
        if (publication.relay === relay) publication.dueAtMs = clock.monotonicMs();
      }
    },
    countPublications: async () => publications.size,
    prunePublications: async () => 0,
    pruneChanges: async () => 0,
  };
  return {
    store,
    requests,
    publications,
    addPublication,
    processes: {
      acquireLease: async (_, processId) => {
        if (lease.holder !== processId && !lease.isExpired) return null;
        const fence = lease.holder === processId ? lease.fence : lease.fence + 1n;
        lease = { holder: processId, fence, isExpired: false };
        return { fence };
      },
      releaseLease: async (_, processId) => {
        if (lease.holder === processId) lease = { ...lease, holder: '', isExpired: true };
      },
    },
    setScopes: (key, scopes = ALL_SCOPES) => void keys.set(key.deviceId, { key, scopes }),
    expireLease: () => {
      lease = { ...lease, isExpired: true };
    },
    infoAtOf: ({ deviceId }) => told.get(deviceId)?.infoAt ?? null,
  };
}
