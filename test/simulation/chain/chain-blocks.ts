import { note, type Simulation } from '../simulation.ts';
import type { ChainWorld } from './chain-world.ts';
import { pay } from './simulated-chain.ts';

/** Blocks that come and go, and what others do with the coins of the node. */

export interface ScenarioWorld {
  readonly simulation: Simulation;
  readonly chain: ChainWorld;
}

/** A block that takes some of what waits. */
export function takeBlock({ simulation, chain }: ScenarioWorld): void {
  const share = chain.dice.pick([1, 0.8, 0.3]);
  const txids = chain.chain.blocks
    .listMinable()
    .filter((txid) => !chain.shunned.has(txid) && chain.dice.chance(share));
  mineWith(simulation, chain, txids);
}

/** Only with those that they spend. */
export function mineWith(
  simulation: Simulation,
  { chain }: ChainWorld,
  txids: readonly string[],
): void {
  const { blocks } = chain;
  const taken = new Set<string>();
  for (const txid of txids) {
    const inputs = chain.transactionOf(txid)?.inputs ?? [];
    const isReady = inputs.every((input) => blocks.isThere(input.txid) || taken.has(input.txid));
    if (isReady) taken.add(txid);
  }
  chain.mine(...taken);
  const shown = [...taken].map((txid) => txid.slice(0, 8)).join(' ');
  note(simulation, `block ${blocks.blocks.length - 1} has ${shown || 'nothing'}`);
}

/**
 * Another branch becomes the longer one. What was in the one that is left is in the new one too, or
 * waits again, or nobody takes it any more, or someone has spent the same in the new branch.
 */
export function reorganise({ simulation, chain }: ScenarioWorld): void {
  const { dice } = chain;
  const { clock } = simulation;
  const depth = dice.pick([1, 1, 2, 2, 3, 4]);
  // LND's wallet goes wrong where the depth is even.
  const left = chain.chain.reorganise(depth, depth % 2 === 0 && dice.chance(0.7));
  note(simulation, `the newest ${depth} blocks are left`);
  const txids = left.flatMap((block) => block.txids);
  const fates = txids.map((txid) => ({ txid, fate: drawFate(chain) }));
  for (const { txid, fate } of fates) {
    if (fate === 'conflict') spendAgain(simulation, chain, txid);
    if (fate === 'never' && chain.sent.includes(txid)) chain.shunned.add(txid);
  }
  const isSlow = dice.chance(0.5);
  const blocksCount = depth + dice.between(1, 2);
  const takeNext = (place: number): void => {
    const minable = chain.chain.blocks.listMinable().filter((txid) => !chain.shunned.has(txid));
    const wanted = minable.filter((txid) =>
      fates.some((one) => one.txid === txid && one.fate === 'same')
        ? dice.chance(0.5)
        : dice.chance(0.2),
    );
    mineWith(simulation, chain, wanted);
    if (place + 1 >= blocksCount) return;
    if (isSlow) void clock.sleep(dice.between(1, 1500)).then(() => takeNext(place + 1));
    else takeNext(place + 1);
  };
  if (isSlow) void clock.sleep(dice.between(1, 1500)).then(() => takeNext(0));
  else takeNext(0);
}

const drawFate = ({ dice }: ChainWorld): 'same' | 'waits' | 'never' | 'conflict' => {
  if (dice.chance(0.5)) return 'same';
  if (dice.chance(0.5)) return 'waits';
  return dice.chance(0.4) ? 'never' : 'conflict';
};

/** Whoever has the keys spends the same otherwise. */
function spendAgain(simulation: Simulation, chain: ChainWorld, txid: string): void {
  const transaction = chain.chain.transactionOf(txid);
  if (transaction === null) return;
  const rival = chain.chain.spendOtherwise(transaction);
  note(simulation, `${txid.slice(0, 8)} is to be replaced by ${rival.slice(0, 8)}`);
  mineSoon(simulation, chain, rival);
}

/** A block has it soon, and sometimes that block is left again. */
function mineSoon(simulation: Simulation, chain: ChainWorld, txid: string): void {
  const { dice } = chain;
  void simulation.clock.sleep(dice.between(1, 3000)).then(() => {
    mineWith(simulation, chain, [txid]);
  });
}

/** Another program spends coins of the wallet: leased ones, or those of what was published. */
export function spendCoins({ simulation, chain }: ScenarioWorld): void {
  const { dice } = chain;
  const open = chain.chain.published
    .map(({ txid }) => txid)
    .filter((txid) => chain.chain.depthOf(txid) === 0 && chain.chain.blocks.isPossible(txid));
  if (open.length > 0 && dice.chance(0.6)) {
    spendAgain(simulation, chain, dice.pick(open));
    return;
  }
  const leased = [...chain.chain.leases.values()].filter(
    (coin) => !chain.chain.blocks.spendersOf(coin).some(chain.chain.blocks.isPlaced),
  );
  if (leased.length === 0) return;
  const rival = chain.chain.spendOtherwise(pay([dice.pick(leased)]));
  note(simulation, `another program spends a leased coin by ${rival.slice(0, 8)}`);
  if (dice.chance(0.8)) mineSoon(simulation, chain, rival);
}
