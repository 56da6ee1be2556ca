import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { createAttemptStore } from '../../src/accounts/sql/attempt-store.ts';
import { WEB_GRANT } from '../../src/authorization/caller.ts';
import { createDailyAllowance } from '../../src/authorization/daily-allowance.ts';
import { createStorageAllowance } from '../../src/authorization/storage-allowance.ts';
import { DAY_SEC } from '../../src/base/durations.ts';
import { createInvoiceStore } from '../../src/invoices/sql/invoice-store.ts';
import type { Invoice } from '../../src/ledger/invoice.ts';
import { testDatabase } from '../support/database.ts';
import { addUser, later, NODE_PUBKEY, newInvoice } from '../support/money-model/events.ts';
import { madeBy } from '../support/money-model/made-by.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

/** How many invoices a user may make within a day, and how large they may be. */

const { database, statements } = await testDatabase({ after });
const world = createPostgresWorld(database);
await world.setBaseline(NODE_PUBKEY, 0n);

const PER_DAY = 100;
/** The part that a process lets through without a look at the database. */
const SHARE = PER_DAY / 20;
const BYTES_PER_INVOICE = 8192;

interface Wanted extends Partial<Invoice> {
  readonly key?: string | null;
  readonly grantId?: string;
}

/** A process. Each invoice expires at once, so that none counts as open. */
function startProcess() {
  const attempts = createAttemptStore(database);
  const stored = createDailyAllowance(attempts, 'stored', PER_DAY * BYTES_PER_INVOICE);
  const store = createInvoiceStore(database, 10, undefined, {
    count: createDailyAllowance(attempts, 'invoices', PER_DAY),
    storage: createStorageAllowance(stored),
  });
  const make = async (
    user: string,
    atSec: number,
    { key = null, grantId = 'grant', ...fields }: Wanted = {},
  ): Promise<string> => {
    const times = { createdAt: later(atSec), expiresAt: later(atSec) };
    const claim = key === null ? null : { key, requestHash: new Uint8Array(32) };
    const invoice = { ...newInvoice(user), ...times, ...fields };
    return (await store.insertInvoice(invoice, madeBy(grantId), claim)).kind;
  };
  const makeMany = async (user: string, howMany: number, fields: Partial<Invoice> = {}) => {
    let made = 0;
    for (let n = 0; n < howMany; n += 1) {
      // Open ones are counted again after a second.
      if ((await make(user, 2 * n, fields)) === 'inserted') made += 1;
    }
    return made;
  };
  return { make, makeMany };
}

test('a short expiry does not get around the number of invoices of a day', async () => {
  const [alice, bob] = [await addUser(world, 0), await addUser(world, 0)];
  const { make, makeMany } = startProcess();
  const made = await makeMany(alice, 2 * PER_DAY);
  assert(made >= PER_DAY && made <= PER_DAY + SHARE, `${made} were made`);
  assert.equal(await make(alice, 3 * PER_DAY + 200), 'too_many_new_invoices');
  assert.equal(await make(bob, 0), 'inserted', 'others have their own');
  const other = startProcess();
  const elsewhere = await other.makeMany(alice, PER_DAY);
  assert(elsewhere <= SHARE, `${elsewhere} in another process, as the rest is stored`);
  assert.equal(await make(alice, DAY_SEC), 'inserted');
});

test('nor does what stands in them', async () => {
  const alice = await addUser(world, 0);
  const { make, makeMany } = startProcess();
  const metadataJson = JSON.stringify({ text: 'x'.repeat(16_000) });
  const made = await makeMany(alice, PER_DAY, { metadataJson });
  const bytes = made * metadataJson.length;
  assert(bytes <= (PER_DAY + 2 * SHARE) * BYTES_PER_INVOICE, `${bytes} bytes`);
  assert(bytes >= (PER_DAY / 2) * BYTES_PER_INVOICE, `${bytes} bytes`);
  assert.equal(await make(alice, 2 * PER_DAY), 'storage_used_up');
  const byHand = await make(alice, 2 * PER_DAY, { grantId: WEB_GRANT });
  assert.equal(byHand, 'inserted', 'what people do themselves is counted apart');
});

test('a repeat finds what it made, beyond the limit too', async () => {
  const alice = await addUser(world, 0);
  const { make, makeMany } = startProcess();
  const key = randomUUID();
  assert.equal(await make(alice, 0, { key }), 'inserted');
  await makeMany(alice, 2 * PER_DAY);
  assert.equal(await make(alice, 401), 'too_many_new_invoices');
  assert.equal(await make(alice, 401, { key }), 'repeated');
});

test('who makes few costs no further statement', async () => {
  const alice = await addUser(world, 0);
  const { makeMany } = startProcess();
  const before = statements.length;
  assert.equal(await makeMany(alice, SHARE), SHARE);
  const asked = statements.slice(before).filter((text) => /insert into attempt/.test(text));
  assert.deepEqual(asked, []);
});
