import { LockdownFault } from '../base/fault.ts';
import type { LockdownStore } from './lockdown-store.ts';

/**
 * Throws a LockdownFault while sign-up and changes of accounts wait. The database refuses them as
 * well. It is asked first where the answer must be the same whether an account exists or not.
 */
export async function requireChangesAllowed(deps: {
  readonly lockdowns: Pick<LockdownStore, 'readLockdown'>;
}): Promise<void> {
  const lockdown = await deps.lockdowns.readLockdown();
  if (lockdown?.held.changes === true) throw new LockdownFault();
}
