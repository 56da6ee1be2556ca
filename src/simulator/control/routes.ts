import { accept, type Result, refuse } from '../../base/result.ts';
import { presentSimulatedNode } from '../../lightning/simulator-protocol/network-protocol.ts';
import { addInvoice, isPublic } from '../add-invoice.ts';
import {
  type ExternalResult,
  keysendFromExternalNode,
  payFromExternalNode,
} from '../external-payer.ts';
import { type Body, countOf, pubkeyOf, recordsOf, textOf } from './body-fields.ts';
import { mine, payOnChain, reorganise, replaceOnChain } from './chain.ts';
import type { ControlOptions } from './control-options.ts';
import { clearFaults, listFaults, setFault } from './faults.ts';

type Answer = Result<unknown, string>;
type ControlRoute = (options: ControlOptions, body: Body) => Answer | Promise<Answer>;

/** The calls of the control interface, by method and path. */
export const CONTROL_ROUTES: ReadonlyMap<string, ControlRoute> = new Map<string, ControlRoute>([
  ['GET /identity', ({ instanceId }) => accept({ instance_id: instanceId, pid: process.pid })],
  ['GET /nodes', (options) => accept(options.describeNodes().map(presentSimulatedNode))],
  ['POST /invoice', makeInvoice],
  ['POST /pay', payInvoice],
  ['POST /keysend', sendKeysend],
  ['POST /mine', mine],
  ['POST /onchain/pay', payOnChain],
  ['POST /onchain/replace', replaceOnChain],
  ['POST /reorg', reorganise],
  ['GET /faults', listFaults],
  ['POST /faults', setFault],
  ['DELETE /faults', clearFaults],
  ['POST /shutdown', shutDown],
]);

/** Makes an invoice of any node, with route hints if the node has no announced channel. */
function makeInvoice({ network }: ControlOptions, body: Body): Answer | Promise<Answer> {
  const name = textOf(body, 'node') ?? 'alice';
  const node = network.state.nodes.get(name);
  if (node === undefined) return refuse(`there is no node named ${name}`);
  const amountSat = countOf(body, 'amount_sat', 0);
  const expirySec = countOf(body, 'expiry_sec', 0);
  if (amountSat === null) return refuse('amount_sat is not a count of satoshis');
  if (expirySec === null) return refuse('expiry_sec is not a count of seconds');
  const added = addInvoice(network, node, {
    memo: textOf(body, 'memo') ?? '',
    valueMsat: BigInt(amountSat) * 1000n,
    descriptionHash: new Uint8Array(),
    expirySec: BigInt(expirySec),
    cltvExpiry: 0n,
    withPrivateHints: !isPublic(network, node),
    lock: { kind: 'preimage', preimage: network.random.bytes(32) },
  });
  if (!added.ok) return refuse(added.refusal.message);
  const { paymentRequest, paymentHash } = added.value;
  const answer = accept({ payment_request: paymentRequest, payment_hash: paymentHash });
  return new Promise((resolve) => network.afterDurable(() => resolve(answer)));
}

async function payInvoice({ network }: ControlOptions, body: Body): Promise<Answer> {
  const bolt11 = textOf(body, 'bolt11');
  const amountSat = countOf(body, 'amount_sat', 0);
  if (bolt11 === null) return refuse('bolt11 is missing');
  if (amountSat === null) return refuse('amount_sat is not a count of satoshis');
  const amountMsat = BigInt(amountSat) * 1000n;
  return presentPayment(
    await payFromExternalNode(network, { bolt11, amountMsat, from: textOf(body, 'from') }),
  );
}

async function sendKeysend({ network }: ControlOptions, body: Body): Promise<Answer> {
  const to = pubkeyOf(body, 'to');
  const amountSat = countOf(body, 'amount_sat', null);
  const records = recordsOf(body, 'records');
  if (to === null) return refuse('to is not a public key');
  if (amountSat === null || amountSat === 0) return refuse('amount_sat is not a positive count');
  if (records === null) return refuse('records maps decimal types to texts');
  return presentPayment(
    await keysendFromExternalNode(network, {
      to,
      amountMsat: BigInt(amountSat) * 1000n,
      records,
      from: textOf(body, 'from'),
      isAmp: body['amp'] === true,
    }),
  );
}

const presentPayment = (result: ExternalResult): Answer =>
  result.ok
    ? accept({
        status: 'SUCCEEDED',
        preimage: result.value.preimage,
        fee_msat: result.value.feeMsat.toString(),
      })
    : result;

function shutDown(options: ControlOptions): Answer {
  setImmediate(() => options.shutdown());
  return accept({});
}
