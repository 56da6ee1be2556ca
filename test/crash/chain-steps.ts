import { textField } from '../support/fields.ts';
import { noteOrdered } from './chain-answers.ts';
import { CHAIN_PATH, type ChainOrder } from './chain-book.ts';
import { externalAddress } from './chain-side.ts';
import type { Load } from './load.ts';
import type { Step } from './load-steps.ts';
import type { Wallet } from './wallets.ts';

/** What people do with bitcoin: it comes to addresses of wallets, goes to others, and blocks come. */
export const CHAIN_MIX: readonly (readonly [weight: number, step: Step])[] = [
  [12, receiveOnChain],
  [14, sendOnChain],
  [5, sendOnChainInside],
  [8, mineOne],
];

export async function receiveOnChain(load: Load): Promise<void> {
  const { dice, simulator, wallets } = load;
  const address = await addressOf(load, dice.pick(wallets));
  if (address === null) return;
  await simulator.payOnChain({ address, amountSat: dice.between(10_000, 40_000) });
}

async function sendOnChain(load: Load): Promise<void> {
  const address = await externalAddress(load.network).catch(() => null);
  if (address !== null) await order(load, load.dice.pick(load.wallets), address, null);
}

async function sendOnChainInside(load: Load): Promise<void> {
  const [payer, payee] = load.dice.shuffle(load.wallets);
  if (payer === undefined || payee === undefined) return;
  const address = await addressOf(load, payee);
  if (address !== null) await order(load, payer, address, payee);
}

async function mineOne({ simulator }: Load): Promise<void> {
  await simulator.mine(1);
}

/** The address that a wallet is shown now; null when it hears of none. */
async function addressOf({ book, call }: Load, wallet: Wallet): Promise<string | null> {
  const answer = await call(wallet, { path: '/onchain/address' });
  if (answer?.status !== 200) return null;
  const address = textField(answer.body, 'address');
  book.chain.addresses.set(address, wallet);
  return address;
}

async function order(
  load: Load,
  payer: Wallet,
  address: string,
  payee: Wallet | null,
): Promise<void> {
  const { book, call, dice } = load;
  const body = {
    address,
    amount: dice.between(5000, 9000),
    speed: dice.pick(['slow', 'normal', 'fast']),
  };
  const key = `bitcoin ${load.newTag()}`;
  const ordered: ChainOrder = { payer, payee, key, body, id: null, isRefused: false, end: null };
  book.chain.orders.push(ordered);
  const times = dice.chance(0.2) ? 2 : 1;
  const calls = Array.from({ length: times }, () => call(payer, { path: CHAIN_PATH, body, key }));
  const answers = await Promise.all(calls);
  for (const answer of answers) noteOrdered(book, ordered, answer);
  // The one that was refused may have come before the one that no one heard of.
  if (answers.includes(null)) ordered.isRefused = false;
}
