import { msat } from '../../src/base/amount.ts';
import type { LightningNode, SendOrder, SendOutcome } from '../../src/lightning/node-port.ts';
import { lndAgainst } from './lnd-against-script.ts';
import { BOLT11, PAYMENT_HASH, PREIMAGE } from './lnd-messages.ts';
import type { Reply } from './scripted-server.ts';

export const ORDER: SendOrder = {
  kind: 'bolt11',
  bolt11: BOLT11,
  paymentHash: PAYMENT_HASH,
  amountMsat: null,
  maxFeeMsat: msat(10_000n),
  timeoutSec: 60,
};

/** The translation of `succeededMessage`. */
export const SUCCEEDED = {
  kind: 'succeeded',
  paymentIndex: 1003n,
  preimage: PREIMAGE,
  amountMsat: 1500n,
  feeMsat: 1000n,
};

export interface Sent {
  readonly outcome: SendOutcome;
  readonly acknowledged: readonly bigint[];
}

export async function send(node: LightningNode, order: SendOrder = ORDER): Promise<Sent> {
  const acknowledged: bigint[] = [];
  const outcome = await node.send(order, {
    signal: new AbortController().signal,
    onAcknowledged: (paymentIndex) => acknowledged.push(paymentIndex),
  });
  return { outcome, acknowledged };
}

/** Sends a payment to a node that answers by this script. */
export async function sendTo(answer: (reply: Reply) => void | Promise<void>): Promise<Sent> {
  const { node } = await lndAgainst((_request, reply) => answer(reply));
  return send(node);
}
