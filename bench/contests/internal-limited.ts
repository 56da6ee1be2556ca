import { NO_LIMITS } from '../../src/authorization/user-limits.ts';
import { sat } from '../../src/base/amount.ts';
import { createUserLimitStore } from '../../src/ledger/sql/user-limit-store.ts';
import type { Contest } from '../contest.ts';
import type { Person } from '../people.ts';
import type { Stage } from '../stage.ts';
import { payInternally } from './internal.ts';

/** A limit above everything that is sent here. */
const MUCH = sat(1_000_000_000_000n);

/** Measures what limits of custody cost the payments of users who have them. */
export const internalLimited: Contest = {
  name: 'internal-limited',
  work: 'internal payments by users with limits of custody',
  bouts: [
    { callers: 16, atLeast: 0.8 },
    { callers: 64, atLeast: 0.8 },
  ],
  yardstick: 'the same by users without limits',
  async open(stage) {
    const half = stage.payers.length / 2;
    const [limited, free] = [stage.payers.slice(0, half), stage.payers.slice(half)];
    await setLimits(stage, limited, MUCH);
    return {
      ours: payInternally(stage, limited, stage.payees),
      yardstick: payInternally(stage, free, stage.payees),
      close: () => setLimits(stage, limited, 'default'),
    };
  },
};

async function setLimits(
  { beside }: Stage,
  people: readonly Person[],
  limit: typeof MUCH | 'default',
): Promise<void> {
  const store = createUserLimitStore(beside.database, NO_LIMITS);
  const now = beside.context.clock.now();
  for (const { caller } of people) {
    await store.setLimits(caller.userId, { maxBalance: limit, maxSendDay: limit }, now);
  }
}
