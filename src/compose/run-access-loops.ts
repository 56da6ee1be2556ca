import { writeConnectionUses } from '../workers/write-connection-uses.ts';
import type { AccessParts } from './compose-access.ts';
import type { Role } from './role.ts';
import type { Surroundings } from './surroundings.ts';

/** What is done for apps without being asked, until the signal. */
export async function runAccessLoops(
  deps: AccessParts & Surroundings,
  role: Role,
  stop: AbortSignal,
): Promise<void> {
  if (role !== 'worker') await writeConnectionUses(deps, stop);
}
