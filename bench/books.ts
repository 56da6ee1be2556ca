/**
 * Measures the checks of the books over a filled database: how long each takes, and for how long
 * its longest snapshot is open.
 *
 *     node bench/books.ts --payments 100000
 */
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { sat } from '../src/base/amount.ts';
import { openDatabase } from '../src/database/db.ts';
import { migrate } from '../src/database/migrate.ts';
import { SCHEMA_FOLDERS } from '../src/database/schema-files.ts';
import type { BooksFinding } from '../src/ledger/books/books-store.ts';
import { createBooksStore } from '../src/ledger/books/sql/books-store.ts';
import { systemClock as clock } from '../src/system/system-clock.ts';
import { systemRandom as random } from '../src/system/system-random.ts';
import { addUser, internalKeysend, NODE_PUBKEY } from '../test/support/money-model/events.ts';
import { createPostgresWorld } from '../test/support/money-model/postgres-world.ts';
import { fillWallet } from './growth/fill-wallet.ts';
import { startDatabaseServer } from './profile/database-server.ts';

const PAIRS = 50;
const NEW_PAYMENTS = 1000;

const { values } = parseArgs({ options: { payments: { type: 'string', default: '100000' } } });
const entries = Number(values.payments) / PAIRS;
assert(entries % 2 === 0 && entries > 0, `--payments is a multiple of ${2 * PAIRS}`);

const server = await startDatabaseServer(null);
const [url = '', ownerUrl = ''] = Object.values(await server.createDatabase('books'));
await migrate({ url: ownerUrl, serviceRole: 'satchel', folders: SCHEMA_FOLDERS });
const database = openDatabase({ url, applicationName: 'satchel bench', clock, random });
const books = createBooksStore(database);
try {
  const world = createPostgresWorld(database, false);
  await world.setBaseline(NODE_PUBKEY, 0n);
  const pairs: (readonly [string, string])[] = [];
  while (pairs.length < PAIRS) {
    const pair = [await addUser(world, 1_000_000), await addUser(world, 1_000_000)] as const;
    await fillWallet({ ownerUrl }, owner(pair[0]), owner(pair[1]), entries);
    pairs.push(pair);
    await world.budgets.setBudget(
      { userId: pair[0], grantId: 'bench' },
      { limitSat: sat(1_000_000n), askAboveSat: null, interval: 'year', expiresAt: null },
      new Date(),
    );
  }
  const admin = server.open('books');
  await admin.unsafe('vacuum analyze');
  await admin.end();
  await measure('the whole', async () => [(await books.checkBooks()).findings, null]);
  await measure('new lines, first time', newLines());
  await measure('sweep in slices', async () => {
    const findings = await books.checkSlice();
    return [findings ?? [], findings === null ? null : 'next'];
  });
  for (let count = 0; count < NEW_PAYMENTS; count += 1) {
    const [payer = '', payee = ''] = pairs[count % PAIRS] ?? [];
    await world.store.settleInternal([internalKeysend(payer, payee)]);
  }
  await measure(`new lines of ${NEW_PAYMENTS} payments`, newLines());
  await measure('new lines, none', newLines());
} finally {
  await database.close();
  await server.stop();
}

function owner(userId: string) {
  return { caller: { userId } };
}

function newLines(): () => Promise<readonly [readonly BooksFinding[], string | null]> {
  let fromUser: string | null = null;
  return async () => {
    const { findings, nextUser } = await books.checkNewLines(fromUser);
    fromUser = nextUser;
    return [findings, nextUser];
  };
}

/** Repeats a step until it says that nothing follows. */
async function measure(
  name: string,
  step: () => Promise<readonly [findings: readonly BooksFinding[], next: string | null]>,
): Promise<void> {
  const took: number[] = [];
  let next: string | null = null;
  do {
    const beganMs = clock.monotonicMs();
    const [findings, following] = await step();
    assert.deepEqual(findings, []);
    took.push(clock.monotonicMs() - beganMs);
    next = following;
  } while (next !== null);
  const sumMs = took.reduce((sum, ms) => sum + ms, 0);
  console.log(
    `${name}: ${sumMs.toFixed(0)} ms in ${took.length} snapshots, the longest ` +
      `${Math.max(...took).toFixed(0)} ms`,
  );
}
