import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { databaseWithout } from '../support/guards/database-without.ts';
import { hangDoors } from '../support/guards/doors.ts';
import type { GuardName } from '../support/guards/guards.ts';
import { type Harm, rushEverywhere } from '../support/guards/rushes.ts';
import { NODE_PUBKEY } from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

interface Loss {
  readonly without: readonly GuardName[];
  /** What the checks find; none where another guard still keeps the money right. */
  readonly damage?: string;
  /** The guards that throw out calls which should have waited their turn, or been answered no. */
  readonly heldBy?: readonly string[];
}

const PAID_ONCE: readonly GuardName[] = [
  'lock of invoices',
  'lock of wallets',
  'one internal payment per hash',
  'one internal receipt per invoice',
  'one cancellation per invoice',
  'one number per line of a statement',
  'one record per identifier',
  'one number per record',
];

const LOSSES: readonly Loss[] = [
  // Without the lock of a wallet nothing protects its budgets; its money is protected by the numbers
  // of its statement, then by its floor.
  {
    without: ['lock of wallets'],
    heldBy: ['posting_statement'],
    damage: '6 orders overspent a budget',
  },
  {
    without: ['lock of wallets', 'one number per line of a statement'],
    heldBy: ['wallet_wallet_msat_check'],
    damage: 'a statement has no gap',
  },
  {
    without: ['lock of wallets', 'one number per line of a statement', 'floor under the balance'],
    damage: '6 orders overdrew a wallet',
  },
  // Payers of one invoice also wait for the wallet of its owner.
  { without: ['lock of invoices'] },
  {
    without: PAID_ONCE,
    heldBy: ['wallet_wallet_msat_check'],
    damage: '4 users paid one invoice',
  },
  { without: ['lock of the cursor'], heldBy: ['receipt_credited_once'] },
  {
    without: ['lock of the cursor', 'one credit per receipt'],
    damage: '4 credits of one receipt to unclaimed',
  },
  {
    without: ['lock of payments that end'],
    heldBy: ['transfer_payment_ends_once', 'payment … cannot go from settled to failed'],
  },
  {
    without: ['lock of payments that end', 'one end per payment', 'no way back from an end'],
    heldBy: ['settled_record_pkey'],
    damage: '2 ends of one payment, one of them a refund',
  },
  // These stand alone.
  {
    without: ['one live payment per hash over the node'],
    damage: '4 users pay one hash over the node',
  },
  {
    without: ['one thing per key'],
    heldBy: ['more than one row returned by a subquery used as an expression'],
    damage: 'one key did 2 things',
  },
  { without: ['lock of batch items'], damage: 'an item that was given up is sent' },
  { without: ['proof of what is settled'], damage: 'a payment is settled without its proof' },
  // All constraints that a lock stands in for: while the locks are there, no one misses them.
  {
    without: [
      'one number per line of a statement',
      'floor under the balance',
      'one internal payment per hash',
      'one internal receipt per invoice',
      'one cancellation per invoice',
      'one record per identifier',
      'one number per record',
      'one credit per receipt',
      'one end per payment',
      'no way back from an end',
    ],
  },
];

/** Migrations with something forgotten, against many connections at once. */
describe('when calls meet', () => {
  test('nothing is damaged and no one is thrown out, with all guards', async (t) => {
    const harm = await meet(await testDatabase(t));
    assert.deepEqual(harm, { damage: [], thrownOut: [] });
  });

  for (const { without, damage, heldBy = [] } of LOSSES) {
    test(`without ${without.join(', ')}: ${damage ?? 'the money stays right'}`, async (t) => {
      const harm = await meet(await databaseWithout(without, t));
      assert.deepEqual([...harm.thrownOut].sort(), [...heldBy].sort());
      if (damage === undefined) assert.deepEqual(harm.damage, []);
      else assert.match(harm.damage.join('\n'), new RegExp(damage));
    });
  }
});

async function meet(opened: TestDatabase): Promise<Harm> {
  const { database } = opened;
  const world = createPostgresWorld(database);
  await world.setBaseline(NODE_PUBKEY, 0n);
  const doors = await hangDoors(opened, 'satchel test');
  try {
    return await rushEverywhere({ database, world, doors });
  } finally {
    await doors.close();
  }
}
