import type { Clock } from '../../src/base/clock.ts';
import type { NwcRequestStore } from '../../src/nwc/nwc-request-store.ts';
import { createNwcRequestStore } from '../../src/nwc/sql/nwc-request-store.ts';
import type { TestDatabase } from '../support/database.ts';
import type { Connections } from '../support/wallet-memory/apps.ts';
import type { BookedRequest, Snapshot } from './storage.ts';

type Database = TestDatabase['database'];

/** Connections as rows: how pages write them is the business of other tests. */
export const createConnections = ({ sql }: Database): Connections => ({
  connect: async ({ grantId, deviceId, userId, kind, scopes, createdAt }) => {
    await sql`
      insert into app_grant (id, user_id, kind, name, scopes, created_at)
      values (${grantId}, ${userId}, ${kind}, 'an app', ${[...scopes].join(' ')}, ${createdAt})`;
    await sql`
      insert into grant_device (id, app_grant_id, name, created_at)
      values (${deviceId}, ${grantId}, 'an app', ${createdAt})`;
  },
  setScopes: async (grantId, scopes) => {
    if (scopes === null) await sql`update app_grant set revoked_at = now() where id = ${grantId}`;
    else {
      await sql`
        update app_grant set revoked_at = null, scopes = ${[...scopes].join(' ')}
        where id = ${grantId}`;
    }
  },
});

/** Longer than any test, in real time. */
const HELD_MS = 2 ** 31 - 1;

/** Leases are dated by the database: it gives long ones, and this ends them in virtual time. */
export function requestsInVirtualTime(database: Database, clock: Clock): NwcRequestStore {
  const store = createNwcRequestStore(database);
  const ends = new Map<string, number>();
  const endIn = (eventId: string, ms: number): void => {
    ends.set(eventId, clock.monotonicMs() + ms);
  };
  return {
    ...store,
    addRequest: async (request) => {
      const outcome = await store.addRequest({ ...request, leaseMs: HELD_MS });
      if (outcome.kind === 'added') endIn(request.eventId, request.leaseMs);
      return outcome;
    },
    putBack: async (eventId, afterMs) => {
      const answer = await store.putBack(eventId, HELD_MS);
      endIn(eventId, afterMs);
      return answer;
    },
    waitForPayment: async (eventId, paymentId) => {
      await store.waitForPayment(eventId, paymentId);
      ends.delete(eventId);
    },
    takeRequests: async (limit, leaseMs) => {
      const over = [...ends].filter(([, endMs]) => endMs <= clock.monotonicMs());
      await endLeases(
        database,
        over.map(([eventId]) => eventId),
      );
      const taken = await store.takeRequests(limit, HELD_MS);
      for (const { eventId } of taken) endIn(eventId, leaseMs);
      return taken.toSorted((one, other) => (one.eventId < other.eventId ? -1 : 1));
    },
  };
}

async function endLeases({ sql }: Database, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return;
  await sql`
    update nwc_request set lease_until = '-infinity'
    where encode(event_id, 'hex') = any (${[...eventIds]}) and lease_until is not null`;
}

export async function readRequests(
  sql: Database['sql'],
): Promise<Pick<Snapshot, 'requests' | 'refusedEvents'>> {
  const requests = await sql<BookedRequest[]>`
    select encode(event_id, 'hex') as "eventId", answer from nwc_request order by event_id`;
  const marks = await sql<{ event_id: string }[]>`
    select substr(key, 5) as event_id from idempotency_key i
    where key like 'nwc:%' and target_kind = 'payment'
      and not exists (select from payment p where p.id = i.target_id)`;
  return { requests, refusedEvents: marks.map(({ event_id }) => event_id) };
}
