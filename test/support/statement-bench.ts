import postgres from 'postgres';
import { createActivityStore } from '../../src/activity/sql/activity-store.ts';
import { msat, sat } from '../../src/base/amount.ts';
import { assert } from '../../src/base/assert.ts';
import { createRateStore } from '../../src/fiat/sql/rate-store.ts';
import { createStatementStore } from '../../src/statements/sql/statement-store.ts';
import type { StatementMonth } from '../../src/statements/statement.ts';
import { type StatementFormat, writeStatement } from '../../src/statements/write-statement.ts';
import { type Cleanup, testDatabase } from './database.ts';
import {
  addUser,
  creditKeysend,
  failedEnd,
  internalKeysend,
  NODE_PUBKEY,
  OWNER,
  reserveEvent,
  settledEnd,
} from './money-model/events.ts';
import { createPostgresWorld } from './money-model/postgres-world.ts';

export type StatementBench = Awaited<ReturnType<typeof startStatementBench>>;

/**
 * Opens wallets whose money moves at times that the test chooses. All of these times are long past,
 * so that the clock of the test decides which months are over.
 */
export async function startStatementBench(cleanup: Cleanup) {
  const { database, serviceUrl, ownerUrl, superuserUrl } = await testDatabase(cleanup);
  const superuser = postgres(superuserUrl, { max: 1 });
  cleanup.after(() => superuser.end());
  // With this setting the superuser can change rows that no one else may change.
  await superuser`set session_replication_role = replica`;
  const world = createPostgresWorld(database, false);
  await world.setBaseline(NODE_PUBKEY, 0n);
  const statements = createStatementStore(database);
  const activity = createActivityStore(database);
  const rates = createRateStore(database);

  /** Runs `work`, and changes what it has booked as if that had happened at another time. */
  const bookAt = async <T>(at: Date, work: () => Promise<T>): Promise<T> => {
    const done = await work();
    await superuser`
      update settled_record set booked_at = ${at} where booked_at > now() - interval '1 day'`;
    return done;
  };

  const readParts = async (
    userId: string,
    month: StatementMonth,
    format: StatementFormat,
    currency: string | null = null,
  ) => {
    let text = '';
    const deps = { statements, activity, rates };
    for await (const part of writeStatement(deps, { userId, currency }, month, format))
      text += part;
    return text;
  };

  return {
    database,
    superuser,
    serviceUrl,
    ownerUrl,
    world,
    statements,
    bookAt,
    readParts,
    addUser: () => addUser(world),
    credit: async (userId: string, amountSat: number, at: Date, settledAt = at) => {
      const event = creditKeysend(userId, { amountSat, settledAt });
      await bookAt(at, async () => {
        const [answer] = await world.store.credit([event]);
        assert(answer?.kind === 'credited', 'it is credited');
      });
    },
    payInside: async (payer: string, payee: string, amountMsat: bigint, at: Date) => {
      const order = { amountMsat: msat(amountMsat), createdAt: at, settledAt: at };
      const event = internalKeysend(payer, payee, order);
      return await bookAt(at, async () => {
        const [answer] = await world.store.settleInternal([event]);
        return answer?.kind === 'settled';
      });
    },
    /** Reserves a payment; null when the balance does not suffice. */
    send: async (userId: string, amountMsat: bigint, feeReserveSat: number, at: Date) => {
      const order = { amountMsat: msat(amountMsat), feeReserveSat, createdAt: at };
      const event = reserveEvent(userId, order);
      const [answer] = await world.store.reserve([event]);
      if (answer?.kind !== 'reserved') return null;
      await world.beginDispatch(event.order.id, OWNER);
      return event;
    },
    settle: async (
      { order }: ReturnType<typeof reserveEvent>,
      feeMsat: bigint,
      at: Date,
    ): Promise<void> => {
      await bookAt(at, () =>
        world.store.resolve([settledEnd(order, { feeMsat: msat(feeMsat), at })]),
      );
    },
    fail: async ({ order }: ReturnType<typeof reserveEvent>, at: Date): Promise<void> => {
      await world.store.resolve([{ ...failedEnd(order.id), at }]);
    },
    /** Computes statements until nothing is left, by two callers at once, in steps of this size. */
    reckon: async (userId: string, now: Date, step = 1000): Promise<void> => {
      const once = async (): Promise<string> => {
        const [row] = await database.sql<{ answer: string }[]>`
          select reckon_statement(${userId}, ${now}, ${step}) as answer`;
        return row?.answer ?? '';
      };
      let answers = ['more'];
      while (answers.includes('more')) answers = await Promise.all([once(), once()]);
      assert(!answers.includes('unequal'), 'records lead to the balance');
    },
    /** Sets the time zone of a user, as if they had chosen it at that time. */
    chooseZone: async (userId: string, zone: string | null, at: Date): Promise<void> => {
      await superuser`
        update wallet_user set time_zone = ${zone}, time_zone_since = ${at} where id = ${userId}`;
    },
    totalSat: async (userId: string): Promise<bigint> => {
      const { walletMsat, heldMsat } = await world.wallet(userId);
      return sat((walletMsat + heldMsat) / 1000n);
    },
  };
}
