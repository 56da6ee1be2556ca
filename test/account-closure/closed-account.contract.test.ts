import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, describe, test } from 'node:test';
import { addConnection } from '../../src/apps/add-connection.ts';
import { createNwcKind } from '../../src/apps/nwc-keys/nwc-kind.ts';
import { createNwcKeyStore } from '../../src/apps/nwc-keys/sql/nwc-key-store.ts';
import { createConnectionStore } from '../../src/apps/sql/connection-store.ts';
import { createInvoiceStore } from '../../src/invoices/sql/invoice-store.ts';
import { createNwcRequestStore } from '../../src/nwc/sql/nwc-request-store.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { endLeftDeliveries } from '../../src/webhooks/end-left-deliveries.ts';
import { createDeliveryStore } from '../../src/webhooks/sql/delivery-store.ts';
import { createEndpointStore } from '../../src/webhooks/sql/endpoint-store.ts';
import { firstKind, openClosingBench } from '../support/closing-bench.ts';
import {
  addUser,
  creditInvoice,
  creditKeysend,
  creditUnclaimed,
  NODE_PUBKEY,
  newInvoice,
  payInvoice,
} from '../support/money-model/events.ts';
import { madeBy } from '../support/money-model/made-by.ts';
import { times } from '../support/money-model/many-at-once.ts';
import { newEndpoint } from '../support/webhooks/new-endpoint.ts';

const bench = await openClosingBench({ after });
const { close, database, superuser, world } = bench;
const invoices = createInvoiceStore(database);
afterEach(async () => assert.deepEqual(await world.findings(), []));

describe('a closed account', () => {
  test('holds up no one else in a list of credits, and the cursor waits for it', async () => {
    const [gone, other] = [await addUser(world), await addUser(world)];
    assert.equal(await close(gone), 'closed');
    const [late, fine] = [creditKeysend(gone), creditKeysend(other)];
    const answers = await world.store.credit([late, fine]);
    assert.deepEqual(
      answers.map(({ kind }) => kind),
      ['payee_closed', 'credited'],
    );
    assert.ok((await world.cursor(NODE_PUBKEY)) < late.settleIndex);
    const again = { ...creditUnclaimed({ settleIndex: late.settleIndex }), receipt: late.receipt };
    assert.equal(await firstKind(world.store.credit([again])), 'credited');
    assert.equal(await firstKind(world.store.credit([fine])), 'present');
    assert.equal(await world.cursor(NODE_PUBKEY), fine.settleIndex);
    assert.equal((await world.wallet(gone)).walletMsat, 0n);
  });

  test('takes nothing, whoever writes: the database refuses it', async () => {
    const gone = await addUser(world);
    assert.equal(await close(gone), 'closed');
    await assert.rejects(
      superuser.sql`update wallet set wallet_msat = 1000 where user_id = ${gone}`,
      /wallet_closed_is_empty/,
    );
    for (const change of [
      `name = 'Ada'`,
      `email = 'ada@example.com'`,
      'disabled_at = null',
      `time_zone = 'Europe/Berlin'`,
    ]) {
      await assert.rejects(
        superuser.sql.unsafe(`update wallet_user set ${change} where id = '${gone}'`),
        /wallet_user_closed_is_blank/,
      );
    }
  });

  test('that made an invoice too late gets nothing by it', async () => {
    const [gone, payer] = [await addUser(world), await addUser(world, 1000)];
    assert.equal(await close(gone), 'closed');
    const invoice = newInvoice(gone);
    await invoices.insertInvoice(invoice, madeBy('grant'), null);
    const kind = await firstKind(world.store.settleInternal([payInvoice(payer, invoice)]));
    assert.equal(kind, 'refused');
    assert.equal(
      await firstKind(world.store.credit([creditInvoice(invoice, true)])),
      'payee_closed',
    );
  });

  test('is told nothing more: endpoints end, and what waits for them, however much', async () => {
    const gone = await addUser(world, 30);
    const endpoints = times(3, () => newEndpoint(gone));
    for (const endpoint of endpoints) {
      assert.equal(await createEndpointStore(database).create(endpoint), 'created');
    }
    await superuser.sql`
      insert into webhook_delivery (endpoint_id, message_id, event_type, body, state, next_at)
      select e.id, gen_random_uuid(), 'invoice.incoming.settled', '{}', 'pending', now()
      from webhook_endpoint e, generate_series(1, 400) where e.user_id = ${gone}`;
    assert.equal(await close(gone, 30), 'closed');
    const deliveries = createDeliveryStore(database);
    const jobs = await superuser.sql<{ payload: string }[]>`
      select payload from job j join webhook_endpoint e on e.id = j.dedupe_key
      where j.kind = 'end-deliveries' and e.user_id = ${gone}`;
    assert.ok(jobs.length >= endpoints.length);
    for (const { payload } of jobs) {
      const order: unknown = JSON.parse(payload);
      await endLeftDeliveries({ deliveries }, order, new AbortController().signal);
    }
    const left = await superuser.sql`
      select e.id from webhook_endpoint e
      left join webhook_delivery d on d.endpoint_id = e.id and d.state <> 'cancelled'
      left join webhook_secret s on s.endpoint_id = e.id
      where e.user_id = ${gone}
        and (e.state <> 'deleted' or d.id is not null or s.endpoint_id is not null)`;
    assert.equal(left.length, 0);
  });
});

/** Books, what they name, and what ends, is blanked or pruned by itself. */
const KEPT = [
  'books_proven',
  'deposit',
  'onchain_address',
  ...['address_invoice', 'address_name', 'address_name_change', 'address_name_release'],
  ...[
    'app_grant',
    'budget',
    'idempotency_key',
    'invitation',
    'invoice',
    'notice_inbox',
    'outbox',
    'pay_order',
    'payment',
    'payment_batch',
  ],
  ...['personal_token', 'posting', 'receipt', 'settled_record', 'statement_close'],
  ...['statement_open', 'wallet', 'webhook_endpoint', 'withdrawal', 'zap_delivery'],
];

/**
 * Proofs of devices, which end with them and name no one; tokens, and what external relays are to be
 * told, are pruned by themselves.
 */
const KEPT_OF_DEVICES = [
  'lndhub_device',
  'lndhub_token',
  'nwc_key',
  'nwc_outside_change',
  'nwc_outside_key',
];

test('every table with rows of a device is emptied when its user leaves, or known to stay', async () => {
  await assertEmptied('device_id', KEPT_OF_DEVICES, (name) => new RegExp(`delete from ${name} `));
});

test('what apps of a closed account asked for is gone, also what was never answered', async () => {
  const gone = await addUser(world);
  const parts = { clock: systemClock, random: systemRandom };
  const nwcKeys = createNwcKeyStore(database);
  const kind = createNwcKind({
    ...parts,
    nwcKeys,
    addressNames: { findName: async () => null },
    addressDomain: () => 'pay.example',
    sealKey: async () => new Uint8Array(32).fill(7),
    relays: () => ['wss://wallet.example/relay'],
  });
  const added = await addConnection(
    { ...parts, connections: createConnectionStore(database) },
    kind,
    {
      userId: gone,
      name: 'Zeus',
      scopes: ['balance:read'],
      budget: null,
      expiresAt: null,
    },
  );
  assert(added.ok);
  const key = await nwcKeys.findKey(added.value.secret.clientPubkey);
  assert(key !== null);
  const requests = createNwcRequestStore(database);
  for (const eventId of ['ab'.repeat(32), 'cd'.repeat(32)]) {
    const request = { eventId, key, eventText: '{}', arrivedAt: new Date() };
    await requests.addRequest({ ...request, arrivalId: randomUUID(), leaseMs: 0 });
  }
  const answered = { eventId: 'ab'.repeat(32), caller: key, processId: randomUUID() };
  const answer = { ...answered, answer: '{}' };
  const { userId, grantId } = key;
  const mark = { userId, grantId, idempotencyKey: `nwc:${answer.eventId}` };
  const refused = { ...mark, requestHash: new Uint8Array(32), paymentId: randomUUID() };
  assert.equal(await requests.refusePayment(refused, answer), '{}');
  await superuser.sql`
    insert into nwc_publication (relay, device_id, kind, event, next_at, drop_at)
    values ('wss://relay.example', ${key.deviceId}, 23195, '{}', now(), now() + interval '1 hour')`;
  assert.equal(await close(gone), 'closed');
  const [left] = await superuser.sql<
    { requests: number; news: number; marks: number; names: string }[]
  >`
    select (select count(*)::int from nwc_request) as requests,
      (select count(*)::int from nwc_publication) as news,
      (select count(*)::int from idempotency_key where user_id = ${gone}) as marks,
      (select string_agg(name, ' ') from app_grant where user_id = ${gone}) as names`;
  assert.deepEqual(left, { requests: 0, news: 0, marks: 0, names: 'app' });
});

test('every table with rows of a user is emptied when they leave, or known to stay', async () => {
  await assertEmptied(
    'user_id',
    KEPT,
    (name) => new RegExp(`delete from ${name} where user_id = owner.id`),
  );
});

/** A closing deletes the rows of every table that has this column, except for those of `kept`. */
async function assertEmptied(
  column: string,
  kept: readonly string[],
  deletion: (name: string) => RegExp,
): Promise<void> {
  const rows = await superuser.sql<{ name: string }[]>`
    select distinct table_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = ${column} and table_type = 'BASE TABLE'`;
  const names = rows.map(({ name }) => name);
  assert.deepEqual(
    kept.filter((name) => !names.includes(name)),
    [],
  );
  const [blank] = await superuser.sql<{ source: string }[]>`
    select prosrc as source from pg_proc where proname = 'blank_account'`;
  const emptied = names.filter((name) => !kept.includes(name));
  assert.ok(emptied.length > 0);
  for (const name of emptied) assert.match(blank?.source ?? '', deletion(name));
}
