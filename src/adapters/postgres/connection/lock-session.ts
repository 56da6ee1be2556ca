import { withFaults } from './database-fault.ts';
import { DedicatedConnection } from './dedicated-connection.ts';
import type { Sql } from './sql.ts';

/** Advisory locks that live as long as one connection. */
export interface LockSession {
  lockShared(key: bigint): Promise<void>;
  unlockShared(key: bigint): Promise<void>;
  tryLock(key: bigint): Promise<boolean>;
  onClosed(callback: () => void): void;
  close(): Promise<void>;
}

export async function openLockSession(url: string): Promise<LockSession> {
  const connection = await withFaults(() => DedicatedConnection.open(lockConnection(url)));
  const run = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
    withFaults(() => connection.use(work));
  return {
    async lockShared(key) {
      await run((sql) => sql`select pg_advisory_lock_shared(${key})`);
    },
    async unlockShared(key) {
      await run((sql) => sql`select pg_advisory_unlock_shared(${key})`);
    },
    async tryLock(key) {
      const [row] = await run(
        (sql) => sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${key}) as taken`,
      );
      return row?.taken ?? false;
    },
    onClosed: (callback) => connection.onClosed(callback),
    close: () => connection.close(),
  };
}

/** Waiting is the point of a lock: no statement limit. */
const lockConnection = (url: string) => ({
  url,
  applicationName: 'satchel locks',
  statementTimeoutMs: 0,
  lockTimeoutMs: 0,
  onStatement: null,
});
