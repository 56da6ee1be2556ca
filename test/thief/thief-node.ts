import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { field, textField } from '../support/fields.ts';
import { callLnd, type SimulatorProcess } from '../support/simulator-process.ts';

/** The node of the thief, elsewhere in the simulated network. */
export const THIEFS_NODE = 'bob';
const SERVICE_NODE = 'satchel';

export interface Invoice {
  readonly text: string;
  /** Whether the thief has the money. */
  isPaid(): Promise<boolean>;
}

/** What the network itself tells of money, whatever the service believes. */
export interface ThiefsNode {
  newInvoice(amountSat: number): Promise<Invoice>;
  newAddress(): Promise<string>;
  /** What the thief holds, in channels and on the chain. */
  holdsMsat(): Promise<bigint>;
  /** What the node of the service holds, in channels and on the chain. */
  serviceHoldsMsat(): Promise<bigint>;
}

export function openThiefsNode({ network }: Pick<SimulatorProcess, 'network'>): ThiefsNode {
  const ask = async (node: string, path: string, body?: object) => {
    const answer = await callLnd(network, node, { path, ...(body !== undefined && { body }) });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };
  const channelsMsat = async (node: string): Promise<bigint> => {
    const balance = await ask(node, '/v1/balance/channels');
    return BigInt(textField(field(balance, 'local_balance'), 'msat'));
  };
  const holdsMsat = async (node: string): Promise<bigint> => {
    const wallet = textField(await ask(node, '/v1/balance/blockchain'), 'total_balance');
    return (await channelsMsat(node)) + BigInt(wallet) * 1000n;
  };
  return {
    newInvoice: async (amountSat) => {
      const made = await ask(THIEFS_NODE, '/v1/invoices', { value: String(amountSat) });
      const hash = Buffer.from(textField(made, 'r_hash'), 'base64').toString('hex');
      return {
        text: textField(made, 'payment_request'),
        isPaid: async () => {
          const { state } = await ask(THIEFS_NODE, `/v1/invoice/${hash}`);
          return state === 'SETTLED';
        },
      };
    },
    newAddress: async () => textField(await ask(THIEFS_NODE, '/v1/newaddress?type=4'), 'address'),
    holdsMsat: () => holdsMsat(THIEFS_NODE),
    serviceHoldsMsat: () => holdsMsat(SERVICE_NODE),
  };
}

/** Pays an invoice from a node, like anyone who has its macaroon. Returns the words of a refusal. */
export async function payFromNode(
  { network }: Pick<SimulatorProcess, 'network'>,
  node: string,
  invoice: string,
): Promise<string | null> {
  const order = { payment_request: invoice, timeout_seconds: 30, fee_limit_sat: '1000000' };
  const { status, body } = await callLnd(network, node, { path: '/v2/router/send', body: order });
  const result = field(body, 'result');
  if (status === 200 && field(result, 'status') === 'SUCCEEDED') return null;
  return JSON.stringify(result ?? body);
}

/** Leaves so much in the channels of the service's node as a small service has. */
export async function drainChannels(
  simulator: SimulatorProcess,
  leftSat: number,
  hubs: readonly string[],
): Promise<void> {
  for (const hub of hubs) {
    const { body } = await callLnd(simulator.network, hub, {
      path: '/v1/invoices',
      body: { value: String(500_000_000 - leftSat / hubs.length) },
    });
    await eventually('the channel is drained', async () => {
      const refused = await payFromNode(
        simulator,
        SERVICE_NODE,
        textField(body, 'payment_request'),
      );
      assert.equal(refused, null, refused ?? '');
      return true;
    });
  }
}
