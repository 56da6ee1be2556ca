import type { Payment } from '../../../src/ledger/payment.ts';
import { hashPreimage } from '../../../src/lightning/preimage.ts';
import type { Checker, Scene } from './checker.ts';

/** In the end a payment is settled, once and for what it cost, where the node paid it for us. */
export const paidAsProved: Checker = (scene) => {
  const { node } = scene;
  const byHash = settledByHash(scene);
  const faults = [...settledAsProved(scene)];
  for (const [index, hash] of node.ours) {
    const said = node.look(hash);
    if (said.kind !== 'succeeded' || said.paymentIndex !== index || byHash.has(hash)) continue;
    faults.push(`the node paid ${hash}, and no payment says so`);
  }
  return faults;
};

/** What is settled is so once, and for what it cost. */
export const settledAsProved: Checker = (scene) => {
  const byHash = settledByHash(scene);
  return [...byHash.values()]
    .flat()
    .flatMap((payment) => judge(payment, byHash, scene.node.look(payment.paymentHash)));
};

function settledByHash({ books }: Scene): ReadonlyMap<string, readonly Payment[]> {
  const settled = books.payments.filter(
    ({ path, state }) => path === 'node' && state === 'settled',
  );
  return Map.groupBy(settled, ({ paymentHash }) => paymentHash);
}

function judge(
  { id, paymentHash, preimage, amountMsat, feeMsat }: Payment,
  byHash: ReadonlyMap<string, readonly Payment[]>,
  said: ReturnType<Parameters<Checker>[0]['node']['look']>,
): readonly string[] {
  if (said.kind !== 'succeeded')
    return [`payment ${id} of ${paymentHash} is settled, but ${said.kind} at the node`];
  const isExact = amountMsat === said.amountMsat && feeMsat === said.feeMsat;
  if (!isExact) return [`payment ${id} cost something else than the node says`];
  const isProved = preimage !== null && isProof(preimage, paymentHash);
  if (!isProved) return [`payment ${id} has no proof`];
  const isOnly = byHash.get(paymentHash)?.length === 1;
  return isOnly ? [] : [`${paymentHash} is charged more than once`];
}

const isProof = (preimage: string, hash: string): boolean =>
  hashPreimage(Buffer.from(preimage, 'hex')) === hash;
