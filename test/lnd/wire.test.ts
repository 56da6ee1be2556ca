import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Agent } from 'undici';
import { ensureSimulatedNetwork } from '../../src/adapters/simulated-network.ts';
import { controlOf } from '../../src/adapters/simulator-control.ts';
import { systemClock } from '../../src/adapters/system-clock.ts';
import { SERVICE_NODE } from '../../src/simulator/control/network-protocol.ts';
import type { LndAccess } from '../support/lnd-peer.ts';
import { openRegtest } from './regtest.ts';

/** What came back, with all that differs between any two nodes taken out. */
interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** Calls of which only the form of the answer counts; and calls that are refused, in words. */
const CALLS: readonly (readonly [method: 'GET' | 'POST', path: string, body?: object | string])[] =
  [
    ['GET', '/v1/getinfo'],
    ['GET', '/v1/balance/channels'],
    ['GET', '/v1/channels'],
    ['GET', '/v1/nothing'],
    ['POST', '/v1/getinfo', {}],
    ['POST', '/v1/invoices', { value_msat: '1500', memo: 'ä' }],
    ['POST', '/v1/invoices', { value_msat: '-1' }],
    ['POST', '/v1/invoices', { value: '1', value_msat: '1' }],
    ['POST', '/v1/invoices', { r_preimage: 'AAAA' }],
    ['POST', '/v1/invoices', { r_preimage: '??' }],
    ['POST', '/v1/invoices', { description_hash: 'AAAA' }],
    ['POST', '/v1/invoices', { expiry: '-5' }],
    ['POST', '/v1/invoices', { expiry: '99999999999' }],
    ['POST', '/v1/invoices', { memo: 'x'.repeat(1025) }],
    ['POST', '/v1/invoices', { nonsense: 1 }],
    ['POST', '/v1/invoices', '{'],
    ['GET', `/v1/invoice/${'ab'.repeat(32)}`],
    ['GET', '/v1/invoice/abcd'],
    ['GET', '/v1/invoice/zz'],
    ['GET', '/v1/htlc-resolution/1/0'],
    ['GET', '/v1/htlc-resolution/18446744073709551616/0'],
    ['GET', '/v1/htlc-resolution/1/x'],
    ['GET', '/v1/invoices?num_max_invoices=1&reversed=true'],
    ['GET', '/v1/invoices?num_max_invoices=x'],
    ['GET', '/v1/invoices?index_offset=999999999'],
    ['POST', '/v2/invoices/cancel', { payment_hash: Buffer.alloc(32, 7).toString('base64') }],
    ['POST', '/v2/invoices/cancel', { payment_hash: 'AAAA' }],
    ['POST', '/v2/invoices/settle', { preimage: Buffer.alloc(32, 7).toString('base64') }],
    ['GET', '/v1/payments?include_incomplete=true&max_payments=1&reversed=true'],
    ['GET', '/v1/payments?index_offset=999999999'],
    ['GET', `/v2/router/track/${Buffer.alloc(32, 7).toString('base64url')}=`],
    ['GET', '/v2/router/track/AAAA'],
    ['POST', '/v2/router/send', {}],
    ['POST', '/v2/router/send', { payment_request: 'lnbcrt1', dest: 'AAAA' }],
    ['POST', '/v2/router/send', { dest: 'AAAA', amt_msat: '1' }],
    ['POST', '/v2/router/send', { timeout_seconds: -1 }],
    ['GET', `/v1/graph/node/02${'ab'.repeat(32)}`],
    ['GET', '/v1/graph/node/02'],
    ['POST', '/v1/macaroon/checkpermissions', { fullMethod: '/lnrpc.Lightning/GetInfo' }],
    [
      'POST',
      '/v1/macaroon/checkpermissions',
      { fullMethod: '/lnrpc.Lightning/No', checkDefaultPermsFromFullMethod: true },
    ],
  ];

describe('the wire of LND and that of the simulated network', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let real: LndAccess;
  let simulated: LndAccess;

  before(async () => {
    real = (await openRegtest()).nodes.alice;
    const dataDir = await mkdtemp(join(tmpdir(), 'satchel-test-'));
    const options = { dataDir, log: SILENT, clock: systemClock };
    const { description: network } = await ensureSimulatedNetwork(options);
    cleanups.push(async () => {
      await controlOf(network).shutdown();
      await rm(dataDir, { recursive: true });
    });
    const node = network.nodes.find(({ name }) => name === SERVICE_NODE);
    assert(node !== undefined);
    simulated = { restUrl: node.restUrl, macaroonHex: node.macaroonHex, tlsCaPem: null };
    // Lists of both have something to show.
    for (const access of [real, simulated]) {
      await ask(access, 'POST', '/v1/invoices', {});
      const failing = { ...TO_NOBODY, payment_hash: randomBytes(32).toString('base64') };
      assert.equal((await ask(access, 'POST', '/v2/router/send', failing)).status, 200);
    }
  });
  after(async () => {
    for (const fn of cleanups) await fn();
  });

  for (const [method, path, body] of CALLS) {
    const shown = body === undefined ? '' : ` ${JSON.stringify(body).slice(0, 60)}`;
    test(`${method} ${path}${shown}`, async () => {
      const [wanted, is] = [
        await ask(real, method, path, body),
        await ask(simulated, method, path, body),
      ];
      assert.deepEqual(is, wanted);
    });
  }
});

async function ask(
  { restUrl, macaroonHex, tlsCaPem }: LndAccess,
  method: 'GET' | 'POST',
  path: string,
  body?: object | string,
): Promise<Reply> {
  const agent = new Agent(tlsCaPem === null ? {} : { connect: { ca: tlsCaPem } });
  const answer = await agent.request({
    origin: restUrl,
    path,
    method,
    headers: { 'grpc-metadata-macaroon': macaroonHex },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.body.text();
  await agent.close();
  // Of a stream its first message. Which space protobuf writes differs from build to build.
  const [line = ''] = text.replaceAll('\u00a0', ' ').split('\n');
  const value: unknown = JSON.parse(line);
  return { status: answer.statusCode, body: answer.statusCode === 200 ? formOf(value) : value };
}

/** Names and types; of a list, its first element. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [formOf(value[0])];
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  const isMap = Object.keys(value).every((key) => /^\d+$/.test(key));
  if (isMap) return {};
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, part]) => [name, formOf(part)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

const TO_NOBODY = {
  dest: Buffer.from(
    `02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5`,
    'hex',
  ).toString('base64'),
  amt_msat: '1000',
  timeout_seconds: 5,
  no_inflight_updates: true,
  final_cltv_delta: 40,
};

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
