import { bytesToHex } from '../../../src/base/hex.ts';
import { scriptOfAddress } from '../../../src/lightning/bitcoin/address.ts';
import { note, type Simulation } from '../simulation.ts';
import { mineWith } from './chain-blocks.ts';
import { type ChainWorld, ratesOf } from './chain-world.ts';
import { pay } from './simulated-chain.ts';

const BLOCK_EVERY_MS = 5000;
/** Then all that is in blocks is deep, and no more come before something waits. */
const FINAL_BLOCKS = 10;
const FUNDED_SAT = 1_000_000n;

/** Nothing goes wrong any more: the operator funds the wallet, and blocks take what waits. */
export async function restOnChain(
  simulation: Simulation,
  world: ChainWorld,
  signal: AbortSignal,
): Promise<void> {
  const { says } = world.chain;
  says.isSynced = true;
  says.satPerKw = ratesOf(1n);
  await fundWallet(simulation, world);
  for (let empty = 0; !signal.aborted; ) {
    const minable = world.chain.blocks.listMinable().filter((txid) => !world.shunned.has(txid));
    empty = minable.length > 0 ? 0 : empty + 1;
    if (empty < FINAL_BLOCKS) mineWith(simulation, world, minable);
    await simulation.clock.sleep(BLOCK_EVERY_MS);
  }
}

/** So that no withdrawal waits for coins in the end. */
async function fundWallet(simulation: Simulation, { chain, random }: ChainWorld): Promise<void> {
  const script = scriptOfAddress(await chain.wallet.newAddress(), 'regtest') ?? '';
  const coin = { txid: bytesToHex(random.bytes(32)), index: 0 };
  const txid = chain.send({ ...pay([coin]), outputs: [{ script, valueSat: FUNDED_SAT }] });
  note(simulation, `the operator funds the wallet by ${txid.slice(0, 8)}`);
}
