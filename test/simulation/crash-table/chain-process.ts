import { sat } from '../../../src/base/amount.ts';
import type { Clock } from '../../../src/base/clock.ts';
import { newUuid } from '../../../src/base/id.ts';
import type { Log } from '../../../src/base/log.ts';
import { createNotifier, type Notifier } from '../../../src/base/notifier.ts';
import type { Random } from '../../../src/base/random.ts';
import type { NodeIdentity } from '../../../src/lightning/node-identity.ts';
import { comparePayments } from '../../../src/node/compare-payments.ts';
import type { PaymentStop } from '../../../src/node/payment-stop.ts';
import { createDispatchJournal } from '../../../src/node/rewind/dispatch-journal.ts';
import { createStartupCheck } from '../../../src/node/startup-check.ts';
import { createStoredStops } from '../../../src/node/stored-stops.ts';
import { watchStops } from '../../../src/node/watch-stops.ts';
import { type RunOnchainDeps, runOnchain } from '../../../src/onchain/run-onchain.ts';
import type { ChainStores } from '../../support/wallet-memory/chain.ts';
import { createDice } from '../dice.ts';
import { createLife, type Life } from '../life.ts';
import { linkNode } from '../node-link.ts';
import { clockOf } from '../service-process.ts';
import type { SimulatedNode } from '../simulated-node.ts';
import type { PlainStores } from '../storage.ts';
import { createWeather, databaseFault } from '../weather.ts';
import { type Wire, wired } from '../wire.ts';

/** What one process reaches, with a listener in between. */
export interface ChainReach extends ChainStores {
  readonly chainWallet: RunOnchainDeps['chainWallet'];
  readonly chainSpending: NonNullable<RunOnchainDeps['chainSpending']>;
  readonly stores: Pick<PlainStores, 'alarms' | 'comparisons' | 'processes' | 'stops'>;
}

export interface ChainProcessDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly node: SimulatedNode;
  readonly reach: ChainReach;
  /** A mistake that is to be found. */
  readonly bend: ((reach: ChainReach) => ChainReach) | null;
}

/** A process of the service, as far as it has to do with withdrawals. */
export interface ChainProcess {
  readonly life: Life;
  readonly stopNow: AbortController;
  readonly reach: ChainReach;
  readonly clock: Clock;
  readonly paymentStop: PaymentStop;
  readonly ordered: Notifier;
  readonly node: NodeIdentity;
}

export function startChainProcess(deps: ChainProcessDeps): ChainProcess {
  const { random, node } = deps;
  const life = createLife();
  const clock = clockOf(deps.clock, life);
  const weather = createWeather(createDice(random), deps.clock);
  const wire: Wire = {
    ...{ life, weather, newFault: databaseFault },
    perform: (call) => call(),
    isAway: () => false,
  };
  const wiredReach = reachOver(deps.reach, wire);
  const reach = deps.bend?.(wiredReach) ?? wiredReach;
  const config = { isNodeShared: false };
  const lightning = linkNode({ node, life, weather, onHandedOver: () => undefined });
  const { identity } = node.scripted;
  const base = { ...reach.stores, config, clock, random, log: SILENT, lightning, node: identity };
  const dispatchJournal = createDispatchJournal({ ...base, record: null });
  const storedStops = createStoredStops({ ...base, dispatchJournal });
  const startupCheck = createStartupCheck(base);
  const paymentStop: PaymentStop = {
    stopReason: () => startupCheck.stopReason() ?? storedStops.stopReason(),
  };
  const ordered = createNotifier();
  const stopNow = new AbortController();
  const all = {
    ...{ ...base, ...reach, dispatchJournal, storedStops, startupCheck, paymentStop },
    ...{
      ordered,
      rules: RULES,
      hasStandbys: false,
      hasAddresses: true,
      processId: newUuid(clock, random),
    },
  };
  const start = async (): Promise<void> => {
    await life.step();
    await Promise.all(
      [watchStops, comparePayments, runOnchain].map((loop) => loop(all, stopNow.signal)),
    );
  };
  void start();
  return { life, stopNow, reach, clock, paymentStop, ordered, node: identity };
}

export const RULES: RunOnchainDeps['rules'] = {
  confirmations: [{ fromSat: 0n, confirmations: 3 }],
  minReceiveSat: sat(10_000n),
  minSendSat: sat(5000n),
  maxFeeRate: 200n,
};

const silent = (): void => undefined;
export const SILENT: Log = { debug: silent, info: silent, warn: silent, error: silent };

function reachOver(reach: ChainReach, wire: Wire): ChainReach {
  const { stores, chainWallet } = reach;
  return {
    withdrawals: wired(() => reach.withdrawals, wire),
    deposits: wired(() => reach.deposits, wire),
    feeBumps: wired(() => reach.feeBumps, wire),
    chainWallet: { ...wired(() => chainWallet, wire), changes: chainWallet.changes },
    chainSpending: wired(() => reach.chainSpending, wire),
    stores: {
      alarms: wired(() => stores.alarms, wire),
      comparisons: wired(() => stores.comparisons, wire),
      processes: wired(() => stores.processes, wire),
      stops: wired(() => stores.stops, wire),
    },
  };
}
