import { type SweepAccountsDeps, sweepAccounts } from '../workers/sweep-accounts.ts';
import type { Role } from './role.ts';

/** What is done for accounts without being asked, until the stop signal. */
export async function runAccountLoops(
  deps: SweepAccountsDeps & { readonly stop: AbortSignal },
  role: Role,
): Promise<void> {
  if (role !== 'api') await sweepAccounts(deps, deps.stop);
}
