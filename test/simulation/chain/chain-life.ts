import type { Dice } from '../dice.ts';
import { note, type Simulation } from '../simulation.ts';
import { reorganise, type ScenarioWorld, spendCoins, takeBlock } from './chain-blocks.ts';
import { type ChainWorld, ratesOf } from './chain-world.ts';
import { askForAddress, bumpPayment, payAddresses } from './strangers-on-chain.ts';
import { orderBitcoin, repeatBitcoin } from './withdrawal-orders.ts';

/**
 * What happens on the chain, beside all else that happens: people get addresses and are paid, they
 * send bitcoin, and blocks come and go.
 */

type ChainAction = (world: ScenarioWorld) => void;

const ACTIONS: readonly (readonly [weight: number, action: ChainAction])[] = [
  [14, takeBlock],
  [5, askForAddress],
  [9, payAddresses],
  [2, bumpPayment],
  [8, orderBitcoin],
  [5, repeatBitcoin],
  [2.5, reorganise],
  [1, spendCoins],
  [0.7, leasesAreLost],
  [0.6, walletIsRepaired],
  [0.4, addressesBeginAgain],
  [1, ratesChange],
  [0.6, nodeFallsBehind],
  [0.8, blocksAreUnlistable],
  [1, operatorStops],
];

const SHARES_OF_ONE = 10;

const BAG: readonly ChainAction[] = ACTIONS.flatMap(([weight, action]) =>
  Array(Math.round(weight * SHARES_OF_ONE)).fill(action),
);

/** Ends when all becomes quiet. */
export async function liveOnChain(simulation: Simulation, chain: ChainWorld): Promise<void> {
  const { clock, model } = simulation;
  const { dice } = chain;
  for (;;) {
    await clock.sleep(drawPauseMs(dice));
    if (model.isQuiet) return;
    dice.pick(BAG)({ simulation, chain });
  }
}

const drawPauseMs = (dice: Dice): number =>
  dice.chance(0.5) ? dice.between(1, 200) : dice.between(200, 3500);

/** LND was made anew from its words, or its file of leases is gone. */
function leasesAreLost({ simulation, chain }: ScenarioWorld): void {
  note(simulation, 'the wallet has lost its leases');
  chain.chain.leases.clear();
}

/** An operator has the wallet read everything again. */
function walletIsRepaired({ simulation, chain }: ScenarioWorld): void {
  note(simulation, 'the wallet is read again');
  chain.chain.rescan();
}

function addressesBeginAgain({ simulation, chain }: ScenarioWorld): void {
  note(simulation, 'the wallet gives its addresses once more');
  chain.chain.restartAddresses();
}

function ratesChange({ chain }: ScenarioWorld): void {
  chain.chain.says.satPerKw = ratesOf(chain.dice.pick([1n, 1n, 2n, 3n, 30n]));
}

/** For a while; see operator-stops.ts for other seeds. */
function operatorStops({ simulation, chain }: ScenarioWorld): void {
  const { clock, model, storage } = simulation;
  note(simulation, 'an operator stops what leaves');
  void storage
    .perform(() => storage.stopPayments())
    .then(async () => {
      model.isStopped = true;
      await clock.sleep(chain.dice.between(1, 8000));
      model.isStopped = false;
      await storage.perform(() => storage.liftPaymentStop());
    });
}

function nodeFallsBehind({ simulation, chain }: ScenarioWorld): void {
  const { clock } = simulation;
  const { says } = chain.chain;
  note(simulation, 'the node falls behind the chain');
  says.isSynced = false;
  void clock.sleep(chain.dice.between(1, 15_000)).then(() => {
    says.isSynced = true;
  });
}

/** For a while, the wallet fails at one of the newest blocks, or at what waits after it. */
function blocksAreUnlistable({ simulation, chain }: ScenarioWorld): void {
  const { clock } = simulation;
  const { dice } = chain;
  const { blocks, says } = chain.chain;
  const height = blocks.blocks.length - dice.between(0, 8);
  note(simulation, `the wallet cannot list block ${height}`);
  says.unlistable.add(height);
  void clock.sleep(dice.between(1, 60_000)).then(() => {
    says.unlistable.delete(height);
  });
}
