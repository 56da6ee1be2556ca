import { accept, type Result, refuse } from '../../base/result.ts';
import { presentSimulatedNode } from '../../lightning/simulated-network.ts';
import { addInvoice, isPublic } from '../add-invoice.ts';
import type { ControlOptions } from './control-options.ts';
import { outsideKeysend, outsidePay } from './outside-payer.ts';

type Body = Readonly<Record<string, unknown>>;
type Answer = Result<unknown, string>;
type ControlRoute = (options: ControlOptions, body: Body) => Answer | Promise<Answer>;

export const CONTROL_ROUTES: ReadonlyMap<string, ControlRoute> = new Map<string, ControlRoute>([
  ['GET /identity', ({ instanceId }) => accept({ instance_id: instanceId, pid: process.pid })],
  ['GET /nodes', (options) => accept(options.describeNodes().map(presentSimulatedNode))],
  ['POST /invoice', makeInvoice],
  ['POST /pay', outsidePay],
  ['POST /keysend', outsideKeysend],
  [
    'POST /shutdown',
    (options) => {
      setImmediate(() => options.shutdown());
      return accept({});
    },
  ],
]);

const MEMO_DEFAULT = '';

/** An invoice of an outside node; without an announced channel it carries hints. */
function makeInvoice({ network }: ControlOptions, body: Body): Answer | Promise<Answer> {
  const name = typeof body['node'] === 'string' ? body['node'] : 'alice';
  const node = network.state.nodes.get(name);
  if (node === undefined) return refuse(`there is no node ${name}`);
  const amountSat = Number(body['amount_sat'] ?? 0);
  if (!Number.isSafeInteger(amountSat) || amountSat < 0) return refuse('amount_sat is not a count');
  const expirySec = Number(body['expiry_sec'] ?? 0);
  const added = addInvoice(network, node, {
    memo: typeof body['memo'] === 'string' ? body['memo'] : MEMO_DEFAULT,
    valueMsat: BigInt(amountSat) * 1000n,
    descriptionHash: new Uint8Array(),
    expirySec: BigInt(Number.isSafeInteger(expirySec) ? expirySec : 0),
    cltvExpiry: 0n,
    withPrivateHints: !isPublic(network, node),
    lock: { kind: 'preimage', preimage: network.random.bytes(32) },
  });
  if (!added.ok) return refuse(added.refusal.message);
  const { paymentRequest, paymentHash } = added.value;
  return new Promise((resolve) => {
    network.afterDurable(() =>
      resolve(accept({ payment_request: paymentRequest, payment_hash: paymentHash })),
    );
  });
}
