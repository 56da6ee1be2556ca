import { connect } from './client.ts';
import { withFaults } from './database-fault.ts';

/** Advisory locks that live as long as one connection. */
export interface AdvisoryLocks {
  lockShared(key: bigint): Promise<void>;
  unlockShared(key: bigint): Promise<void>;
  tryLock(key: bigint): Promise<boolean>;
  onClosed(callback: () => void): void;
  close(): Promise<void>;
}

export async function openLockSession(url: string): Promise<AdvisoryLocks> {
  const { sql, client, close } = await withFaults(() => connect(lockConnection(url)));
  return {
    async lockShared(key) {
      await withFaults(() => sql`select pg_advisory_lock_shared(${key})`);
    },
    async unlockShared(key) {
      await withFaults(() => sql`select pg_advisory_unlock_shared(${key})`);
    },
    async tryLock(key) {
      const [row] = await withFaults(
        () => sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${key}) as taken`,
      );
      return row?.taken ?? false;
    },
    onClosed: (callback) => void client.once('end', callback),
    close,
  };
}

/**
 * Options of a connection that takes advisory locks. Its statements have no time limit, as some
 * wait for a lock.
 */
const lockConnection = (url: string) => ({
  url,
  applicationName: 'satchel locks',
  statementTimeoutMs: 0,
  lockTimeoutMs: 0,
  onStatement: null,
});
