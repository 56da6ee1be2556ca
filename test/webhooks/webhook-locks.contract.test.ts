import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Database } from '../../src/database/db.ts';
import { createMoneyStore } from '../../src/ledger/sql/money-store.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import {
  addUser,
  creditKeysend,
  internalKeysend,
  NODE_PUBKEY,
  NOW,
} from '../support/money-model/events.ts';
import { createEndpointBench, type EndpointBench } from '../support/webhooks/endpoint-bench.ts';

const INCOMING = 'invoice.incoming.settled';
const OUTGOING = 'invoice.outgoing.settled';

/** A settlement that is written and not committed yet: endpoints of its user wait for it. */
describe('a settlement and a change of endpoints, at the same time', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let opened: TestDatabase;
  let bench: EndpointBench;

  before(async () => {
    opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
    bench = createEndpointBench(opened);
    await bench.world.setBaseline(NODE_PUBKEY, 0n);
  });
  after(async () => {
    for (const cleanup of cleanups) await cleanup();
  });
  afterEach(async () => assert.deepEqual(await bench.findings(), []));

  const CHANGES: Readonly<
    Record<string, (user: string, active: string, disabled: string) => Promise<unknown>>
  > = {
    'a first endpoint, and another': (user) => bench.add(user),
    'another filter': (user, id) => bench.edit(user, id, { filterTypes: [OUTGOING] }),
    off: (user, id) => bench.edit(user, id, { isEnabled: false }),
    'off, by ourselves': async (_, id) => {
      const { sql } = opened.database;
      await sql`select disable_webhook_endpoints(${sql.array([id], TEXTS)}, 'gone', now())`;
    },
    on: (user, _, id) => bench.edit(user, id, { isEnabled: true }),
    deleted: (user, id) =>
      bench.endpoints.delete({ userId: user, clientId: null, grantId: null }, id, NOW),
  };

  for (const [name, change] of Object.entries(CHANGES)) {
    test(`W24 W40 ${name}: after it, and not in between`, async () => {
      const user = await addUser(bench.world, 10_000);
      const active = await bench.add(user, { filterTypes: [INCOMING] });
      const disabled = await bench.add(user);
      await bench.edit(user, disabled, { isEnabled: false });
      await bench.world.store.credit([creditKeysend(user)]);
      const settlement = await beginSettlement(opened.database, user);
      let isChanged = false;
      const changed = change(user, active, disabled).then(() => {
        isChanged = true;
      });
      const waits = await eventually('the change waits, or is made', async () => {
        const [row] = await opened.database.sql<{ count: bigint }[]>`
          select count(*) from pg_locks where not granted`;
        return isChanged || (row?.count ?? 0n) > 0n ? { isChanged } : null;
      });
      assert.deepEqual(waits, { isChanged: false });
      await settlement.commit();
      await changed;
    });
  }

  test('W24 a first endpoint waits for the settlement before it', async () => {
    const user = await addUser(bench.world, 10_000);
    const settlement = await beginSettlement(opened.database, user);
    const added = bench.add(user);
    await settlement.commit();
    assert.deepEqual(await bench.deliveries(await added), []);
  });
});

const TEXTS = 1009;

/** Everything of it is written, and its wallet is locked, until `commit`. */
async function beginSettlement(database: Database, userId: string) {
  const written = Promise.withResolvers<void>();
  const committed = Promise.withResolvers<void>();
  const store = createMoneyStore({
    clock: systemClock,
    random: systemRandom,
    database: {
      ...database,
      query: (work) =>
        database.transaction(async (sql) => {
          const answer = await work(sql);
          written.resolve();
          await committed.promise;
          return answer;
        }),
    },
  });
  const settled = store.settleInternal([internalKeysend(userId, userId)]);
  await Promise.race([written.promise, settled]);
  return {
    commit: async () => {
      committed.resolve();
      assert.deepEqual(
        (await settled).map(({ kind }) => kind),
        ['settled'],
      );
    },
  };
}
