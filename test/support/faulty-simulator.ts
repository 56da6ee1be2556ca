import assert from 'node:assert/strict';
import type { FaultName } from '../../src/lightning/simulator-protocol/fault-protocol.ts';
import type { FaultOrder } from '../../src/simulator/fault-registry.ts';
import {
  base64Url,
  hexOfBase64,
  objectIn,
  type RawAnswer,
  type SimulatorHere,
  startSimulatorHere,
} from './simulator-here.ts';

/** A simulator with the steps that tests of its faults have in common. */
export interface FaultySimulator {
  readonly here: SimulatorHere;
  set(kind: FaultName, order?: Partial<FaultOrder>): void;
  /** Sets a fault over the control interface. A fault of scope `now` happens at once. */
  act(kind: FaultName, order?: object): Promise<ControlAnswer>;
  control(path: string, body: object): Promise<ControlAnswer>;
  invoiceOf(
    node: string,
    body?: object,
  ): Promise<{ readonly bolt11: string; readonly hash: string }>;
  send(bolt11: string): Promise<RawAnswer>;
  track(hash: string): Promise<RawAnswer>;
  newestInvoice(node: string): Promise<Record<string, unknown>>;
  streamIsOpen(): true | null;
}

export interface ControlAnswer {
  readonly status: number;
  readonly json: unknown;
}

export async function openFaultySimulator(): Promise<FaultySimulator> {
  const here = await startSimulatorHere();
  const { network, description } = here.simulator;
  const control = async (path: string, body: object): Promise<ControlAnswer> => {
    const response = await fetch(`${description.controlUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${description.controlToken}`, connection: 'close' },
      body: JSON.stringify(body),
    });
    return { status: response.status, json: await response.json() };
  };
  return {
    here,
    control,
    set(kind, order = {}) {
      network.faults.set({ node: 'satchel', ...order, kind });
    },
    act: (kind, order = {}) => control('/faults', { kind, ...order }),
    async invoiceOf(node, body = { value: '1000' }) {
      const { json } = await here.call(node, '/v1/invoices', body);
      return { bolt11: String(json['payment_request']), hash: hexOfBase64(json['r_hash']) };
    },
    send: (bolt11) =>
      here.call('satchel', '/v2/router/send', {
        payment_request: bolt11,
        fee_limit_sat: '100',
        no_inflight_updates: true,
      }),
    track: (hash) =>
      here.call('satchel', `/v2/router/track/${base64Url(hash)}?no_inflight_updates=true`),
    async newestInvoice(node) {
      const { json } = await here.call(node, '/v1/invoices?reversed=true&num_max_invoices=1');
      assert(Array.isArray(json['invoices']));
      return objectIn({ invoice: json['invoices'][0] }, 'invoice');
    },
    streamIsOpen: () => (network.openStreams.size > 0 ? true : null),
  };
}
