import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Alarm } from '../../../src/alarms/alarm-store.ts';
import { sat } from '../../../src/base/amount.ts';
import { getAddress } from '../../../src/onchain/get-address.ts';
import {
  type LookAtChainDeps,
  lookAtChain,
  newLookMemory,
} from '../../../src/onchain/look-at-chain.ts';
import { createDepositStore } from '../../../src/onchain/sql/deposit-store.ts';
import { systemClock as clock } from '../../../src/system/system-clock.ts';
import { systemRandom as random } from '../../../src/system/system-random.ts';
import { testDatabase } from '../database.ts';
import { findInBooks } from '../find-in-books.ts';
import { NODE_PUBKEY } from '../money-model/events.ts';
import { createPostgresWorld } from '../money-model/postgres-world.ts';
import { createFakeChain } from './fake-chain.ts';
import { WITHOUT_WITHDRAWALS } from './without-withdrawals.ts';

/** The fence of the leading process, as long as no lease says otherwise. */
export const LEADING = 1n;

export type DepositBench = Awaited<ReturnType<typeof startBench>>;

/** Registers a test of deposits, after which the books have to balance. */
export const depositTest = (
  name: string,
  work: (bench: DepositBench, t: TestContext) => Promise<void>,
): void => {
  test(name, async (t) => {
    const bench = await startBench(t);
    await work(bench, t);
    assert.deepEqual(await bench.findings(), []);
  });
};

/**
 * Opens deposits with a real database and a chain in memory. Deposits need three confirmations, six
 * from 1,000,000 sat on, and wait while an address has less than 10,000 sat.
 */
async function startBench(t: TestContext) {
  const opened = await testDatabase(t);
  const { database, superuserUrl } = opened;
  const world = createPostgresWorld(database, false);
  const chain = createFakeChain();
  const deposits = createDepositStore(database);
  const alarms: Alarm[] = [];
  const silent = () => undefined;
  const deps: LookAtChainDeps = {
    chainWallet: chain.wallet,
    deposits,
    node: { pubkey: NODE_PUBKEY, alias: 'node', network: 'regtest' },
    clock,
    random,
    ...WITHOUT_WITHDRAWALS,
    alarms: {
      ...WITHOUT_WITHDRAWALS.alarms,
      raiseAlarm: async (alarm) => void alarms.push(alarm),
      wasRaised: async (kind, subject) =>
        alarms.some((alarm) => alarm.kind === kind && alarm.subject === subject),
    },
    log: { debug: silent, info: silent, warn: silent, error: silent },
    rules: {
      confirmations: [
        { fromSat: sat(0n), confirmations: 3 },
        { fromSat: sat(1_000_000n), confirmations: 6 },
      ],
      minReceiveSat: sat(10_000n),
      minSendSat: sat(5000n),
      maxFeeRate: 200n,
    },
  };
  const addressOf = (userId: string) =>
    getAddress({ ...deps, chainWallet: chain.wallet }, { userId, grantId: 'web' });
  const memory = newLookMemory();
  const look = (isWhole = false) => lookAtChain(deps, { fence: LEADING, isWhole, memory });
  const balanceSat = async (userId: string) => (await world.wallet(userId)).walletMsat / 1000n;
  const findings = () => findInBooks(database);
  return {
    opened,
    database,
    superuserUrl,
    world,
    chain,
    deposits,
    deps,
    alarms,
    addressOf,
    look,
    balanceSat,
    findings,
  };
}
