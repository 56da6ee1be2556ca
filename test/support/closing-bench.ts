import { closeAccount } from '../../src/account-closure/close-account.ts';
import { createClosingStore } from '../../src/account-closure/sql/closing-store.ts';
import { sat } from '../../src/base/amount.ts';
import { openDatabase } from '../../src/database/db.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { type Cleanup, testDatabase } from './database.ts';
import { eventually } from './eventually.ts';
import { createListeningLog } from './listening-log.ts';
import { NODE_PUBKEY } from './money-model/events.ts';
import { waitForLocksUntilDeadlock } from './money-model/many-at-once.ts';
import { createPostgresWorld } from './money-model/postgres-world.ts';

/** Accounts that close while others move money, each on a connection of its own. */
export async function openClosingBench(cleanup: Cleanup) {
  const { database, superuserUrl, ownerUrl } = await testDatabase(cleanup);
  const world = createPostgresWorld(database);
  await world.setBaseline(NODE_PUBKEY, 0n);
  await waitForLocksUntilDeadlock(ownerUrl);
  const parts = { clock: systemClock, random: systemRandom };
  const superuser = openDatabase({ url: superuserUrl, applicationName: 'holder', ...parts });
  cleanup.after(() => superuser.close());
  const node = { pubkey: NODE_PUBKEY, alias: 'node', network: 'regtest' } as const;
  const deps = {
    closings: createClosingStore(database),
    node,
    log: createListeningLog(),
    ...parts,
  };

  const waiting = (count: number) =>
    eventually(`${count} wait for a lock`, async () => {
      const rows = await superuser.sql<{ pid: number }[]>`
        select distinct l.pid from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and a.datname = current_database()`;
      return rows.length === count ? rows : null;
    });

  /** What `work` begins goes on after it, so it comes wrapped. */
  const whileHeld = <T>(
    hold: (sql: typeof superuser.sql) => Promise<unknown>,
    work: () => Promise<T>,
  ): Promise<T> =>
    superuser.transaction(async (sql) => {
      await hold(sql);
      return await work();
    });

  const holdWallet = (userId: string) => (sql: typeof superuser.sql) =>
    sql`select from wallet where user_id = ${userId} for no key update`;

  return {
    database,
    superuser,
    world,
    waiting,
    whileHeld,
    holdWallet,
    /** `closed`, or why not. */
    close: async (userId: string, givenUpSat = 0): Promise<string> => {
      const closed = await closeAccount(deps, { userId, givenUpSat: sat(BigInt(givenUpSat)) });
      return closed.ok ? 'closed' : closed.refusal.kind;
    },
    /** Both begin while the wallet is held, in this order, and go on when it is let go. */
    meet: async <First, Second>(
      userId: string,
      first: () => Promise<First>,
      second: () => Promise<Second>,
    ): Promise<[First, Second]> => {
      const { answers } = await whileHeld(holdWallet(userId), async () => {
        const begun = first();
        await waiting(1);
        const both = Promise.all([begun, second()]);
        await waiting(2);
        return { answers: both };
      });
      return await answers;
    },
  };
}

export const firstKind = async (
  answers: Promise<readonly { readonly kind: string }[]>,
): Promise<string> => (await answers)[0]?.kind ?? '';
