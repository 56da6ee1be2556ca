import { accept, type Result, refuse } from '../../base/result.ts';
import { advanceChain, mineBlocks } from '../chain/advance-chain.ts';
import { blockHeight } from '../chain/blocks.ts';
import { payFromOutside, replaceFromOutside } from '../chain/outside.ts';
import * as reorganisation from '../chain/reorganise.ts';
import type { Network } from '../network.ts';
import { type Body, countOf, textOf, textsOf } from './body-fields.ts';
import type { ControlOptions } from './control-options.ts';

type Answer = Result<unknown, string>;

const MAX_BLOCKS = 1000;
const MAX_DEPTH = 100;

export async function mine({ network }: ControlOptions, body: Body): Promise<Answer> {
  const count = countOf(body, 'blocks', 1);
  if (count === null || count > MAX_BLOCKS) return refuse(`blocks is a count up to ${MAX_BLOCKS}`);
  mineBlocks(network, count);
  return await answerWith(network, { block_height: blockHeight(network) });
}

/** Lets an outsider pay to an address, with one or several outputs of a single transaction. */
export async function payOnChain({ network }: ControlOptions, body: Body): Promise<Answer> {
  const address = textOf(body, 'address');
  const amountSat = countOf(body, 'amount_sat', null);
  const outputs = countOf(body, 'outputs', 1);
  if (address === null) return refuse('address is missing');
  if (amountSat === null || amountSat === 0) return refuse('amount_sat is not a positive count');
  if (outputs === null || outputs < 1 || outputs > MAX_OUTPUTS) {
    return refuse(`outputs is a count from 1 to ${MAX_OUTPUTS}`);
  }
  advanceChain(network);
  const payment = { address, amountSat: BigInt(amountSat) };
  const paid = payFromOutside(network, new Array(outputs).fill(payment));
  return paid.ok ? await answerWith(network, { txid: paid.value }) : paid;
}

const MAX_OUTPUTS = 100;

/** Spends the inputs of an unconfirmed transaction by another one. */
export async function replaceOnChain({ network }: ControlOptions, body: Body): Promise<Answer> {
  advanceChain(network);
  const replaced = replaceFromOutside(network, textOf(body, 'txid') ?? '');
  return replaced.ok ? await answerWith(network, { txid: replaced.value }) : replaced;
}

export async function reorganise({ network }: ControlOptions, body: Body): Promise<Answer> {
  const depth = countOf(body, 'depth', null);
  const newBlocks = countOf(body, 'new_blocks', (depth ?? 0) + 1);
  const replaced = textsOf(body, 'replace') ?? [];
  if (depth === null || depth < 1 || depth > MAX_DEPTH) {
    return refuse(`depth is a count from 1 to ${MAX_DEPTH}`);
  }
  if (newBlocks === null || newBlocks > MAX_BLOCKS) {
    return refuse(`new_blocks is a count up to ${MAX_BLOCKS}`);
  }
  advanceChain(network);
  const done = reorganisation.reorganise(network, { depth, newBlocks, replaced });
  return done.ok ? await answerWith(network, { block_height: done.value }) : done;
}

const answerWith = (network: Network, value: object): Promise<Answer> =>
  new Promise((resolve) => network.afterDurable(() => resolve(accept(value))));
