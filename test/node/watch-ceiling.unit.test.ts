import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Alarm } from '../../src/alarms/alarm-store.ts';
import { msat, type Sat, sat, satToMsat } from '../../src/base/amount.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { owedMsat } from '../../src/node/solvency-store.ts';
import { type Holdings, proposeSweep, watchCeiling } from '../../src/node/watch-ceiling.ts';
import { checkProperty } from '../support/check-property.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const COLD = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

interface Says {
  hotLimitSat: Sat | null;
  channelsSat: bigint;
  confirmedSat: bigint;
  walletsSat: bigint;
  heldSat: bigint;
  isAway: boolean;
}

/** A managed node that holds 600,000 sat in channels and 500,000 in its wallet. */
function watch(changes: Partial<Says> = {}, coldAddress: string | null = COLD) {
  const says: Says = {
    hotLimitSat: sat(1_000_000n),
    channelsSat: 600_000n,
    confirmedSat: 500_000n,
    walletsSat: 300_000n,
    heldSat: 20_000n,
    isAway: false,
    ...changes,
  };
  const clock = createVirtualClock();
  const open = new Map<string, Alarm>();
  const balances = async () => {
    if (says.isAway) throw new NodeFault('away');
    return {
      localMsat: satToMsat(sat(says.channelsSat)),
      remoteMsat: msat(0n),
      unsettledLocalMsat: msat(0n),
      openingLocalMsat: msat(0n),
      chainMsat: msat(0n),
    };
  };
  const deps = {
    lightning: { balances },
    management: {
      walletBalance: async () => ({
        confirmedSat: sat(says.confirmedSat),
        unconfirmedSat: sat(0n),
        lockedSat: sat(0n),
        reservedSat: sat(10_000n),
      }),
    },
    chainSpending: null,
    solvency: {
      readObligations: async () => ({
        walletsMsat: satToMsat(sat(says.walletsSat)),
        heldNotInFlightMsat: satToMsat(sat(says.heldSat)),
        unclaimedMsat: msat(0n),
      }),
    },
    node: { pubkey: '02aa', alias: 'ours', network: 'regtest' },
    ceiling: { hotLimitSat: says.hotLimitSat, coldAddress },
    alarms: {
      raiseAlarm: async (alarm: Alarm) => void open.set(alarm.kind, alarm),
      endAlarm: async ({ kind }: Pick<Alarm, 'kind'>) => void open.delete(kind),
    },
    clock,
    random: createSeededRandom(1),
    log: createListeningLog(),
  } as const;
  const stop = new AbortController();
  void watchCeiling(deps, stop.signal);
  return { says, clock, open, end: () => stop.abort() };
}

test('what is above the limit raises one alarm with a proposal, and ends it by leaving', async () => {
  const { says, clock, open, end } = watch();
  await clock.advance(1000);
  assert.equal(
    open.get('hot_limit_passed')?.detail,
    'the node holds 1100000 sat in its channels and its wallet, and SATCHEL_HOT_LIMIT is ' +
      `1000000 sat: up to 100000 sat of the wallet, fees included, can be moved to ${COLD} ` +
      '(SATCHEL_COLD_ADDRESS)',
  );
  says.isAway = true;
  await clock.advance(180_000);
  assert.equal(open.size, 1, 'a node that is away proves nothing');
  says.isAway = false;
  says.confirmedSat = 400_000n;
  await clock.advance(61_000);
  assert.equal(open.size, 0);
  end();
});

test('what users are owed is never proposed', async () => {
  const { clock, open, end } = watch({ walletsSat: 1_090_000n, heldSat: 10_000n });
  await clock.advance(1000);
  assert.match(open.get('hot_limit_passed')?.detail ?? '', /nothing of it can be moved/);
  end();
});

test('without a limit there is no alarm, and without a cold address no address in it', async () => {
  const unlimited = watch({ hotLimitSat: null });
  const unnamed = watch({}, null);
  await unlimited.clock.advance(61_000);
  await unnamed.clock.advance(1000);
  assert.equal(unlimited.open.size, 0);
  assert.match(unnamed.open.get('hot_limit_passed')?.detail ?? '', /can be moved$/);
  unlimited.end();
  unnamed.end();
});

test('after a proposed sweep, all that users are owed and what is held are still there', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 12n });
  checkProperty(
    fc.property(fc.tuple(amount, amount, amount, amount, amount, amount, amount), (drawn) => {
      const [channels, wallet, free, wallets, held, unclaimed, limit] = drawn;
      const holdings: Holdings = {
        channelsMsat: msat(channels),
        walletMsat: msat(wallet),
        freeMsat: msat(free < wallet ? free : wallet),
        obligations: {
          walletsMsat: msat(wallets),
          heldNotInFlightMsat: msat(held),
          unclaimedMsat: msat(unclaimed),
        },
      };
      const movedMsat = satToMsat(proposeSweep(holdings, sat(limit)));
      assert(movedMsat >= 0n && movedMsat <= holdings.freeMsat);
      if (movedMsat === 0n) return;
      assert(channels + wallet - movedMsat >= owedMsat(holdings.obligations));
      assert(channels + wallet - movedMsat >= satToMsat(sat(limit)));
      assert(holdings.freeMsat - movedMsat >= held);
    }),
  );
});
