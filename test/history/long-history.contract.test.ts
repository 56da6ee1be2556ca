import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MAX_RECORDS_AT_ONCE } from '../../src/base/limits.ts';
import type { HistoryQuery } from '../../src/history/history-store.ts';
import { beginHistory, listHistory } from '../../src/history/list-history.ts';
import { createHistoryStore } from '../../src/history/sql/history-store.ts';
import { testDatabase } from '../support/database.ts';
import {
  addUser,
  creditKeysend,
  internalKeysend,
  later,
  NODE_PUBKEY,
} from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

/** Pages that are longer than what is read at once. */

const { database, statements } = await testDatabase({ after });
const world = createPostgresWorld(database);
await world.setBaseline(NODE_PUBKEY, 0n);
const deps = { history: createHistoryStore(database) };
const [user, other] = [await addUser(world, 1_000_000), await addUser(world, 1_000_000)];

const COUNT = 2 * MAX_RECORDS_AT_ONCE + 20;

/** Every third goes out; five share each moment; the later created settles earlier. */
async function pay(place: number): Promise<string> {
  const [from, to] = place % 3 === 0 ? [user, other] : [other, user];
  const createdAt = later(10 + Math.floor(place / 5));
  const event = internalKeysend(from, to, { createdAt, settledAt: later(10_000 - place) });
  const receipt = { ...event.receipt, createdAt };
  const bodies = {
    payerRecord: JSON.stringify({ place, identifier: event.order.identifier }),
    payeeRecord: JSON.stringify({ place, identifier: receipt.identifier }),
  };
  const [answer] = await world.store.settleInternal([{ ...event, receipt, ...bodies }]);
  assert.equal(answer?.kind, 'settled');
  return (from === user ? event.order : receipt).identifier;
}

const identifiers: string[] = [];
for (let place = 0; place < COUNT; place += 1) identifiers.push(await pay(place));

const query = (fields: Partial<HistoryQuery>): HistoryQuery => ({
  userId: user,
  direction: 'both',
  createdAfter: null,
  createdBefore: null,
  since: null,
  before: null,
  settledSince: null,
  offset: 0,
  limit: 1000,
  ...fields,
});

async function list(fields: Partial<HistoryQuery>): Promise<readonly string[]> {
  const listed = await listHistory(deps, query(fields));
  assert(listed.ok);
  return listed.value;
}

/** Lists by pages that are read at once. */
async function listShortly(fields: Partial<HistoryQuery>): Promise<readonly string[]> {
  const bodies: string[] = [];
  for (let offset = 0; ; offset += 7) {
    const page = await list({ ...fields, offset, limit: 7 });
    bodies.push(...page);
    if (page.length < 7) return bodies;
  }
}

const WISHES: readonly Partial<HistoryQuery>[] = [
  {},
  { direction: 'incoming' },
  { direction: 'outgoing' },
  { createdAfter: later(12), createdBefore: later(30) },
  { since: identifiers[4] ?? '', before: identifiers[COUNT - 2] ?? '' },
  { settledSince: identifiers[0] ?? '' },
  { settledSince: identifiers[3] ?? '', direction: 'incoming', createdAfter: later(11) },
];

for (const input of WISHES) {
  test(`a long page is what short ones show: ${JSON.stringify(input)}`, async () => {
    const expected = await listShortly(input);
    assert(expected.length > 30);
    assert.deepEqual(await list(input), expected);
    for (const [offset, limit] of [
      [3, MAX_RECORDS_AT_ONCE],
      [3, MAX_RECORDS_AT_ONCE + 1],
      [0, 2 * MAX_RECORDS_AT_ONCE],
      [9, COUNT],
    ] as const) {
      const page = await list({ ...input, offset, limit });
      assert.deepEqual(page, expected.slice(offset, offset + limit), `${offset} ${limit}`);
    }
  });
}

test('a short page is one statement, and of a long one no more is read than asked for', async () => {
  for (const limit of [1, MAX_RECORDS_AT_ONCE]) {
    statements.length = 0;
    await list({ limit });
    assert.equal(statements.length, 1);
  }
  statements.length = 0;
  const begun = await beginHistory(deps, query({}));
  assert(begun.ok && begun.value.more !== null);
  assert.deepEqual([begun.value.bodies.length, statements.length], [MAX_RECORDS_AT_ONCE, 1]);
});

test('what settles between two parts moves nothing', async () => {
  const before = await list({});
  const begun = await beginHistory(deps, query({}));
  assert(begun.ok && begun.value.more !== null);
  const event = creditKeysend(user, { amountSat: 5, settledAt: later(20_000) });
  await world.store.credit([event]);
  const second = await begun.value.more();
  const bodies = [...begun.value.bodies, ...second.bodies];
  assert.deepEqual(bodies, before.slice(0, 2 * MAX_RECORDS_AT_ONCE));
  assert.equal((await list({})).length, before.length + 1);
  assert.deepEqual(await world.findings(), []);
});
