import { bytesToHex } from '../../../src/base/hex.ts';
import { scriptOfAddress } from '../../../src/lightning/bitcoin/address.ts';
import { getAddress } from '../../../src/onchain/get-address.ts';
import { noteBug } from '../model.ts';
import { call } from '../orders.ts';
import { note, type Simulation } from '../simulation.ts';
import type { ScenarioWorld } from './chain-blocks.ts';
import { type ChainWorld, strangeScript } from './chain-world.ts';
import { type PaidOutput, pay } from './simulated-chain.ts';

/** Addresses of users, and the strangers who pay them. */

export function askForAddress({ simulation, chain }: ScenarioWorld): void {
  const { model } = simulation;
  const { user, caller } = chain.dice.pick(model.people);
  void call(simulation, async (parts) => {
    const { onchain } = parts;
    if (onchain === null) return;
    const deps = { ...parts, chainWallet: onchain.chainWallet };
    const address = await getAddress(deps, { userId: user.id, grantId: caller.grantId });
    const isNew = !chain.told.some((one) => one.address === address);
    if (isNew) chain.told.push({ address, userId: user.id });
    if (isNew) note(simulation, `${user.name} is told the address ${address.slice(-8)}`);
  }).catch((error: unknown) => noteBug(model, error));
}

/** In one transaction several people may be paid, or one of them twice. */
export function payAddresses({ simulation, chain }: ScenarioWorld): void {
  const { dice } = chain;
  if (chain.told.length === 0) {
    askForAddress({ simulation, chain });
    return;
  }
  const outputs = Array.from({ length: dice.pick([1, 1, 1, 2, 3]) }, () => drawOutput(chain));
  const change = { script: strangeScript(chain), valueSat: 100_000n };
  const coin = { txid: bytesToHex(chain.random.bytes(32)), index: 0 };
  const txid = chain.chain.send({ ...pay([coin]), outputs: [change, ...outputs] });
  chain.sent.push(txid);
  const shown = outputs.map(({ valueSat }) => `${valueSat} sat`).join(' and ');
  note(simulation, `a stranger sends ${shown} by ${txid.slice(0, 8)}`);
}

/** Mostly to the addresses that were told of last, and less than is credited alone. */
function drawOutput({ dice, told }: ChainWorld): PaidOutput {
  const { address } = dice.pick(dice.chance(0.7) ? told.slice(-3) : told);
  const script = scriptOfAddress(address, 'regtest') ?? '';
  if (dice.chance(0.25)) return { script, valueSat: BigInt(dice.between(330, 1999)) };
  const most = dice.chance(0.3) ? 9000 : 4999;
  return { script, valueSat: BigInt(dice.between(2000, most)) };
}

/** With a higher fee, which their change or the paid amount bears; or to someone else. */
export function bumpPayment({ simulation, chain }: ScenarioWorld): void {
  const { dice } = chain;
  const open = chain.sent.filter(
    (txid) => chain.chain.blocks.isWaiting(txid) && chain.chain.depthOf(txid) === 0,
  );
  if (open.length === 0) return;
  const txid = dice.pick(open);
  const transaction = chain.chain.transactionOf(txid);
  const [change, ...paid] = transaction?.outputs ?? [];
  if (transaction === null || change === undefined) return;
  const feeSat = BigInt(dice.between(1, 200));
  const isTaken = dice.chance(0.3);
  const outputs = [
    { ...change, valueSat: change.valueSat - feeSat },
    ...(isTaken ? [] : paid.map((output) => lower(chain, output, feeSat))),
  ];
  const other = chain.chain.send({ ...pay(transaction.inputs), outputs });
  chain.sent.push(other);
  // A miner may have seen the first one only.
  if (dice.chance(0.2)) resend(simulation, chain, txid);
  note(simulation, `the stranger replaces ${txid.slice(0, 8)} by ${other.slice(0, 8)}`);
}

const lower = ({ dice }: ChainWorld, output: PaidOutput, feeSat: bigint): PaidOutput =>
  output.valueSat > 1000n && dice.chance(0.3)
    ? { ...output, valueSat: output.valueSat - feeSat }
    : output;

function resend({ clock }: Simulation, { chain, dice }: ChainWorld, txid: string): void {
  void clock.sleep(dice.between(1, 5000)).then(() => {
    const one = chain.blocks.find(txid);
    if (one !== undefined && chain.blocks.isPossible(txid)) chain.blocks.send(one);
  });
}
