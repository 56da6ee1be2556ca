import { Agent, request } from 'undici';
import { accept, type Result, refuse } from '../../base/result.ts';
import type { ExternalPayment, SimulatorControl } from '../simulator-protocol/control-protocol.ts';
import { type NetworkDescription, parseNode } from '../simulator-protocol/network-protocol.ts';

const IDENTITY_TIMEOUT_MS = 2000;
/**
 * Connects to the simulated network without a proxy, although the environment may name one for all
 * other connections.
 */
const DIRECT = new Agent();

export function controlOf(network: NetworkDescription): SimulatorControl {
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: Fields) =>
    callControl(network, { method, path, ...(body === undefined ? {} : { body }) });
  return {
    async identity() {
      const answer = await callControl(network, {
        method: 'GET',
        path: '/identity',
        timeoutMs: IDENTITY_TIMEOUT_MS,
      });
      if (!answer.ok) return null;
      const { instance_id: instanceId, pid } = fieldsOf(answer.value);
      if (typeof instanceId !== 'string' || typeof pid !== 'number') return null;
      return { instanceId, pid };
    },
    async nodes() {
      const answer = await call('GET', '/nodes');
      if (!answer.ok) return answer;
      const list = Array.isArray(answer.value) ? answer.value : [];
      return accept(list.map(parseNode).filter((node) => node !== null));
    },
    async invoice(order) {
      const { amountSat, node, memo, expirySec } = order;
      const body = { amount_sat: amountSat, node, memo, expiry_sec: expirySec };
      const answer = await call('POST', '/invoice', body);
      if (!answer.ok) return answer;
      const { payment_request: paymentRequest, payment_hash: paymentHash } = fieldsOf(answer.value);
      return accept({ paymentRequest: String(paymentRequest), paymentHash: String(paymentHash) });
    },
    async pay({ bolt11, amountSat, from }) {
      return presentPayment(await call('POST', '/pay', { bolt11, amount_sat: amountSat, from }));
    },
    async keysend({ to, amountSat, records, from, isAmp }) {
      const body = { to, amount_sat: amountSat, records, from, amp: isAmp };
      return presentPayment(await call('POST', '/keysend', body));
    },
    async mine(blocks) {
      return heightIn(await call('POST', '/mine', { blocks }));
    },
    async reorganise({ depth, newBlocks, replace }) {
      return heightIn(await call('POST', '/reorg', { depth, new_blocks: newBlocks, replace }));
    },
    async payOnChain({ address, amountSat, outputs }) {
      return txidIn(
        await call('POST', '/onchain/pay', { address, amount_sat: amountSat, outputs }),
      );
    },
    async replaceOnChain(txid) {
      return txidIn(await call('POST', '/onchain/replace', { txid }));
    },
    async faults() {
      const answer = await call('GET', '/faults');
      if (!answer.ok) return answer;
      return accept(Array.isArray(answer.value) ? answer.value : []);
    },
    async setFault({ paymentHash, forMs, amountMsat, ...order }) {
      const numbers = { payment_hash: paymentHash, for_ms: forMs, amount_msat: amountMsat };
      return await call('POST', '/faults', { ...order, ...numbers });
    },
    async clearFaults(kind) {
      const answer = await call('DELETE', '/faults', kind === null ? {} : { kind });
      return answer.ok ? accept(Number(fieldsOf(answer.value)['cleared'])) : answer;
    },
    async shutdown() {
      const answer = await call('POST', '/shutdown');
      return answer.ok ? accept(undefined) : answer;
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

interface ControlCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: Fields;
  readonly timeoutMs?: number;
}

/**
 * Calls the control interface without a time limit, as a simulated payee may hold a payment for any
 * time.
 */
async function callControl(
  network: NetworkDescription,
  { method, path, body, timeoutMs }: ControlCall,
): Promise<Result<unknown, string>> {
  try {
    const response = await request(`${network.controlUrl}${path}`, {
      dispatcher: DIRECT,
      method,
      headers: { authorization: `Bearer ${network.controlToken}` },
      headersTimeout: timeoutMs ?? 0,
      bodyTimeout: timeoutMs ?? 0,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const value: unknown = await response.body.json();
    if (response.statusCode === 200) return accept(value);
    return refuse(String(fieldsOf(value)['error'] ?? `status ${response.statusCode}`));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refuse(`the simulated network does not answer: ${why}`);
  }
}

const heightIn = (answer: Result<unknown, string>): Result<number, string> =>
  answer.ok ? accept(Number(fieldsOf(answer.value)['block_height'])) : answer;

const txidIn = (answer: Result<unknown, string>): Result<string, string> =>
  answer.ok ? accept(String(fieldsOf(answer.value)['txid'])) : answer;

function presentPayment(answer: Result<unknown, string>): Result<ExternalPayment, string> {
  if (!answer.ok) return answer;
  const { status, preimage, fee_msat: feeMsat } = fieldsOf(answer.value);
  return accept({ status: String(status), preimage: String(preimage), feeMsat: String(feeMsat) });
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? { ...value } : {};
