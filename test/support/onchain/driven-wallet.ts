import type { Alarm } from '../../../src/alarms/alarm-store.ts';
import { createProcessStore } from '../../../src/background/sql/process-store.ts';
import { sat } from '../../../src/base/amount.ts';
import type { Clock } from '../../../src/base/clock.ts';
import { scriptOfAddress } from '../../../src/lightning/bitcoin/address.ts';
import { decodeTransaction, txidOf } from '../../../src/lightning/bitcoin/transaction.ts';
import type { ChainSpending } from '../../../src/lightning/chain-spending.ts';
import { openLndChainSpending } from '../../../src/lightning/lnd/chain-spending.ts';
import { openLndChainWallet } from '../../../src/lightning/lnd/chain-wallet.ts';
import { openLndNode } from '../../../src/lightning/lnd/node.ts';
import { NodeFault } from '../../../src/lightning/node-port.ts';
import { SERVICE_NODE } from '../../../src/lightning/simulator-protocol/network-protocol.ts';
import { createComparisonStore } from '../../../src/node/rewind/sql/comparison-store.ts';
import { createPaymentStopStore } from '../../../src/node/sql/payment-stop-store.ts';
import { createWithdrawalDriver } from '../../../src/onchain/drive-withdrawals.ts';
import {
  type LookAtChainDeps,
  lookAtChain,
  newLookMemory,
} from '../../../src/onchain/look-at-chain.ts';
import type { Withdrawal } from '../../../src/onchain/withdrawal.ts';
import type { SendDeps } from '../../../src/onchain/withdrawal-deps.ts';
import { lockIdOf } from '../../../src/onchain/withdrawal-label.ts';
import type { NewWithdrawal } from '../../../src/onchain/withdrawal-store.ts';
import { systemClock } from '../../../src/system/system-clock.ts';
import { systemRandom as random } from '../../../src/system/system-random.ts';
import type { Cleanup } from '../database.ts';
import { findInBooks } from '../find-in-books.ts';
import type { LndAccess } from '../lnd-peer.ts';
import { addUser, NODE_PUBKEY } from '../money-model/events.ts';
import { clockBetweenBlocks, startSimulatorHere } from '../simulator-here.ts';
import { startWithdrawalBench } from './withdrawal-bench.ts';
import { newWithdrawal } from './withdrawal-events.ts';

/** The ports between the driver of withdrawals and the world, which tests can replace. */
export type DrivenPorts = Pick<SendDeps, 'chainSpending' | 'withdrawals' | 'dispatchJournal'> &
  Pick<LookAtChainDeps, 'chainWallet'>;

/**
 * Opens withdrawals with a real database and the wallet of a simulated node, which begins with two
 * coins of 50,000,000 sat. Blocks come only when a test mines them.
 */
export async function startDrivenWallet(cleanup: Cleanup) {
  const sim = await startSimulatorHere({ clock: clockBetweenBlocks() });
  cleanup.after(() => sim.close());
  const access = {
    restUrl: sim.url(SERVICE_NODE),
    macaroonHex: sim.macaroon(SERVICE_NODE),
    tlsCaPem: null,
  };
  const mine = async (blocks = 1): Promise<void> => void (await sim.control('/mine', { blocks }));
  return { ...(await driveWallet(cleanup, access)), sim, mine };
}

/**
 * Opens withdrawals with a real database and the wallet of any node. `channels` may read the
 * balances of its channels.
 */
export async function driveWallet(cleanup: Cleanup, node: LndAccess, channels: LndAccess = node) {
  const bench = await startWithdrawalBench(cleanup);
  const { database, world, withdrawals } = bench;
  const clock = createAheadClock();
  const access = { ...node, clock: systemClock };
  const chainWallet = openLndChainWallet(access);
  const chainSpending = openLndChainSpending(access);
  const lightning = openLndNode({ ...channels, clock: systemClock });
  cleanup.after(() => lightning.close());
  cleanup.after(() => chainWallet.close());
  cleanup.after(() => chainSpending.close());
  const alarms: Alarm[] = [];
  const warnings: string[] = [];
  const noted: string[] = [];
  const stop: { reason: string | null } = { reason: null };
  const silent = () => undefined;
  const deps = {
    chainWallet,
    chainSpending,
    lightning,
    withdrawals,
    feeBumps: bench.feeBumps,
    deposits: bench.deposits,
    node: { pubkey: NODE_PUBKEY, alias: 'node', network: 'regtest' as const },
    clock,
    random,
    config: { isNodeShared: false },
    comparisons: createComparisonStore(database),
    stops: createPaymentStopStore(database),
    paymentStop: { stopReason: () => stop.reason },
    dispatchJournal: { note: async (id: string) => void noted.push(id) },
    alarms: {
      raiseAlarm: async (alarm: Alarm) => void alarms.push(alarm),
      endAlarm: async () => undefined,
      wasRaised: async (kind: Alarm['kind'], subject: string) =>
        alarms.some((alarm) => alarm.kind === kind && alarm.subject === subject),
    },
    log: {
      debug: silent,
      info: silent,
      warn: ({ error }: { readonly error?: unknown }, message: string) =>
        void warnings.push(`${message}: ${error}`),
      error: silent,
    },
    rules: {
      confirmations: [{ fromSat: 0n, confirmations: 3 }],
      minReceiveSat: sat(10_000n),
      minSendSat: sat(5000n),
      maxFeeRate: 200n,
    },
  };
  const processes = createProcessStore(database);

  /**
   * Lets a process take the lease from whoever has it, without looking at the chain yet. It has led
   * for so long that nothing of an earlier leader is still running, unless a test says otherwise.
   */
  const lead = async (
    wrap: (ports: DrivenPorts) => Partial<DrivenPorts> = (ports) => ports,
    begunAtMs = Number.NEGATIVE_INFINITY,
  ) => {
    await database.sql`update lease set holder_process_id = null where name = 'watch-chain'`;
    const lease = await processes.acquireLease('watch-chain', crypto.randomUUID(), 600_000);
    if (lease === null) throw new Error('the lease is free');
    const { fence } = lease;
    const memory = newLookMemory();
    const own = { ...deps, ...wrap(deps) };
    const driver = createWithdrawalDriver(own, { fence, memory, begunAtMs });
    const never = new AbortController().signal;
    return {
      fence,
      look: (isWhole = false) => lookAtChain(own, { fence, isWhole, memory }),
      drive: () => driver.drive(never),
    };
  };

  const order = async (
    userId: string,
    amountSat: bigint,
    changes: Partial<NewWithdrawal> = {},
  ): Promise<NewWithdrawal> => {
    const ordered = newWithdrawal(userId, {
      amountSat: sat(amountSat),
      heldSat: sat(amountSat + 10_000n),
      createdAt: clock.now(),
      ...changes,
    });
    const outcome = await withdrawals.order(ordered);
    if (outcome.kind !== 'ordered') throw new Error(`it is ordered, not ${outcome.kind}`);
    return ordered;
  };
  const find = async ({ id }: { readonly id: string }): Promise<Withdrawal> => {
    const found = await withdrawals.find(id);
    if (found === null) throw new Error('the withdrawal is there');
    return found;
  };
  return {
    ...bench,
    clock,
    deps,
    alarms,
    noted,
    warnings,
    stop,
    lead,
    order,
    find,
    fund: (fundedSat: number) => addUser(world, fundedSat),
    leases: async ({ id }: { readonly id: string }) =>
      (await chainSpending.listLeases()).filter(({ lockId }) => lockId === lockIdOf(id)),
    /** The amounts that transactions in blocks have paid to the address of this withdrawal. */
    paid: async ({ address }: { readonly address: string }) => {
      const script = scriptOfAddress(address, 'regtest');
      const listed = await chainWallet.transactions({ from: 0, to: null });
      const found = listed.flatMap(({ raw, block }) => {
        const transaction = decodeTransaction(Buffer.from(raw, 'hex'));
        const outputs = transaction?.outputs.filter((output) => output.script === script) ?? [];
        if (transaction === null || block === null) return [];
        return outputs.map(({ valueSat }) => ({ txid: txidOf(transaction), valueSat }));
      });
      return [...new Map(found.map((one) => [one.txid, one])).values()];
    },
    /** The sum that counts as the coins of the node, as of the last look. */
    coinsSat: async (): Promise<bigint> => {
      const [row] = await database.sql<{ coins_sat: bigint }[]>`select coins_sat from chain_cursor`;
      return row?.coins_sat ?? 0n;
    },
    findings: () => findInBooks(database),
    stopsStored: async () =>
      (await createPaymentStopStore(database).listStops()).map(({ reason }) => reason),
  };
}

export type DrivenWallet = Awaited<ReturnType<typeof startDrivenWallet>>;

/** The port with some of its answers changed. */
export const withSpending =
  (change: Partial<ChainSpending>) =>
  (ports: DrivenPorts): DrivenPorts => ({
    ...ports,
    chainSpending: { ...ports.chainSpending, ...change },
  });

interface AheadClock extends Clock {
  move(ms: number): void;
}

/** The wallet, which cannot list its transactions in blocks of these heights. */
export const withUnlistable =
  (heights: ReadonlySet<number>) =>
  (ports: DrivenPorts): Partial<DrivenPorts> => ({
    chainWallet: {
      ...ports.chainWallet,
      transactions: async ({ from, to }) => {
        for (const height of heights) {
          const isAsked = height >= from && height <= (to ?? height);
          if (isAsked) throw new NodeFault(`no list of block ${height}`);
        }
        return await ports.chainWallet.transactions({ from, to });
      },
    },
  });

/** A clock both of whose times a test can set forward. */
function createAheadClock(): AheadClock {
  let aheadMs = 0;
  return {
    now: () => new Date(systemClock.now().getTime() + aheadMs),
    monotonicMs: () => systemClock.monotonicMs() + aheadMs,
    sleep: (ms, signal) => systemClock.sleep(ms, signal),
    move: (ms) => {
      aheadMs += ms;
    },
  };
}
