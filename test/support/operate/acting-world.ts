import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import type { ActionsPort } from '../../../src/admin/pages/actions-port.ts';
import type { OperatorAction } from '../../../src/alarms/operator-action-store.ts';
import { createOperatorActionStore } from '../../../src/alarms/operator-log/sql/action-store.ts';
import { createAlarmStore } from '../../../src/alarms/sql/alarm-store.ts';
import { msat, sat } from '../../../src/base/amount.ts';
import { DAY_SEC } from '../../../src/base/durations.ts';
import { createBooksStore } from '../../../src/ledger/books/sql/books-store.ts';
import { NodeFault, type NodePayment } from '../../../src/lightning/node-port.ts';
import type { NewWithdrawal } from '../../../src/onchain/withdrawal-store.ts';
import { systemClock } from '../../../src/system/system-clock.ts';
import { type AccountWorld, type AccountWorldOptions, startAccounts } from '../account-world.ts';
import type { Cleanup } from '../database.ts';
import {
  addUser,
  creditUnclaimed,
  NODE_PUBKEY,
  newSecret,
  reserveEvent,
  type Secret,
} from '../money-model/events.ts';
import { createPostgresWorld } from '../money-model/postgres-world.ts';
import { withdrawalSteps } from '../onchain/withdrawal-bench.ts';
import { newWithdrawal } from '../onchain/withdrawal-events.ts';
import { CHANNEL_POINT, QUIET_CHAIN } from '../quiet-chain.ts';

/** What the node answers; a test changes it. */
export interface NodeWords {
  payment: NodePayment;
  isTried: boolean;
  isAway: boolean;
}

/** Pages with rows that operators do something about, and a node that a test speaks for. */
export interface ActingWorld extends AccountWorld, ActingRows {
  readonly says: NodeWords;
}

export interface ActingRows {
  readonly owner: postgres.Sql;
  /** On its way, with money held for it; answers its id. */
  addPayment(secret?: Secret, payerId?: string): Promise<string>;
  /** With money of their own, in place of that of all payments. */
  addPayer(): Promise<string>;
  /** Adds one that may have been sent; answers its order. */
  addUnknownWithdrawal(): Promise<NewWithdrawal>;
  addUnclaimed(): Promise<string>;
  addParkedJob(): Promise<string>;
  /** Raised once, or once more. */
  addAlarm(subject?: string): Promise<string>;
  /** Newest first. */
  actionLog(limit?: number): Promise<readonly OperatorAction[]>;
  booksBalance(): Promise<void>;
}

export const newNodeWords = (): NodeWords => ({
  payment: { kind: 'in_flight', paymentIndex: 7n },
  isTried: true,
  isAway: false,
});

/** A node that says this, and is the one of the rows. */
export const actingNode = (says: NodeWords): Pick<ActionsPort, 'node' | 'lightning'> => ({
  node: { network: 'regtest', pubkey: NODE_PUBKEY, alias: 'our-node' },
  lightning: lightningOf(says),
});

interface ActingOptions extends Pick<AccountWorldOptions, 'operator'> {
  /** Null or absent: bitcoin addresses are off. */
  readonly onchain?: ActionsPort['onchain'];
}

export async function startActing(
  cleanup: Cleanup,
  { operator, onchain = null }: ActingOptions = {},
): Promise<ActingWorld> {
  const says = newNodeWords();
  const actions = { ...actingNode(says), onchain };
  const world = await startAccounts(cleanup, { ...(operator && { operator }), actions });
  return { ...world, ...(await addActingRows(world, cleanup)), says };
}

export async function addActingRows(
  { database, ownerUrl }: Pick<AccountWorld, 'database' | 'ownerUrl'>,
  cleanup: Cleanup,
): Promise<ActingRows> {
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  cleanup.after(() => owner.end());
  const money = createPostgresWorld(database, false);
  await money.setBaseline(NODE_PUBKEY, 0n);
  const addPayer = () => addUser(money, 1_000_000);
  const payer = await addPayer();
  const actions = createOperatorActionStore(database);
  const alarms = createAlarmStore(database);
  const { withdrawals } = withdrawalSteps(database);
  return {
    owner,
    addPayer,
    addPayment: async (secret = newSecret(), payerId = payer) => {
      const event = reserveEvent(payerId, { secret });
      const { id } = event.order;
      assert.equal((await money.store.reserve([event]))[0]?.kind, 'reserved');
      for (const state of ['dispatching', 'in_flight']) {
        await owner`update payment set state = ${state} where id = ${id}`;
      }
      await owner`
        update payment set index_before = 6, acknowledged_index = 7, request_ended_at = now()
        where id = ${id}`;
      return id;
    },
    addUnknownWithdrawal: async () => {
      const ordered = newWithdrawal(payer);
      assert.equal((await withdrawals.order(ordered)).kind, 'ordered');
      await owner`update withdrawal set state = 'unknown' where id = ${ordered.id}`;
      return ordered;
    },
    addUnclaimed: async () => {
      const event = creditUnclaimed();
      assert.equal((await money.store.credit([event]))[0]?.kind, 'credited');
      return event.receipt.id;
    },
    addParkedJob: async () => {
      const [row] = await owner<{ id: string }[]>`
        insert into job (kind, payload, run_at, max_attempts, parked_at, last_error)
        values ('test', '{}', now(), 3, now(), 'it broke') returning id`;
      return String(row?.id);
    },
    addAlarm: async (subject = randomUUID()) => {
      await alarms.raiseAlarm({ kind: 'job_parked', subject, detail: 'it broke' });
      const [row] = await owner<{ id: string }[]>`select id from alarm where subject = ${subject}`;
      return row?.id ?? '';
    },
    actionLog: (limit = 100) => actions.list({ kind: null, who: null, after: null, limit }),
    booksBalance: async () => {
      const { findings } = await createBooksStore(database).checkBooks();
      assert.deepEqual(findings, []);
    },
  };
}

function lightningOf(says: NodeWords): ActionsPort['lightning'] {
  const startedAt = new Date(systemClock.now().getTime() - 9 * DAY_SEC * 1000);
  const watchedSec = BigInt(8 * DAY_SEC);
  const answer = async <T>(said: T): Promise<T> => {
    if (says.isAway) throw new NodeFault('the node is away');
    return said;
  };
  return {
    connectionsOpened: 0,
    send: () => answer(says.payment),
    balances: () => answer(NO_BALANCES),
    payment: () => answer(says.payment),
    follow: () => answer(says.payment),
    info: () =>
      answer({
        pubkey: NODE_PUBKEY,
        alias: 'our-node',
        network: 'regtest',
        synced: true,
        ...QUIET_CHAIN,
        blockHeight: 2000,
        version: '0.20.1-beta',
      }),
    attempts: async () =>
      says.isTried
        ? {
            state: 'in_flight',
            attempts: [{ state: 'in_flight', startedAt, channelId: '101', expiryHeight: 1000 }],
          }
        : null,
    channels: async () => [
      {
        channelPoint: CHANNEL_POINT,
        peerPubkey: `02${'cd'.repeat(32)}`,
        isActive: true,
        isAnnounced: true,
        ids: ['101'],
        htlcHashes: [],
        capacitySat: sat(1000n),
        localSat: sat(500n),
        remoteSat: sat(500n),
        watchedSec,
        onlineSec: watchedSec,
      },
    ],
  };
}

const NO_BALANCES = {
  localMsat: msat(0n),
  remoteMsat: msat(0n),
  unsettledLocalMsat: msat(0n),
  openingLocalMsat: msat(0n),
  chainMsat: msat(0n),
};
