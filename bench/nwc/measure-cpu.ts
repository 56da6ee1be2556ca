import assert from 'node:assert/strict';
import { findEventProblem } from '../../src/nostr/event.ts';
import { makeAnswerEvent } from '../../src/nwc/answer-event.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { createBills } from '../bills.ts';
import type { Gauge } from '../footprint.ts';
import { roundRobin } from '../people.ts';
import { readFamilyCpuMs, readParent, readProcessUsage } from '../process-usage.ts';
import type { Stage } from '../stage.ts';
import { runWindow } from '../window.ts';
import { type BenchApp, connectApps, signRequest } from './bench-app.ts';
import { relayUrl } from './contests.ts';
import { openRelayClient } from './relay-client.ts';

const APPS = 16;

/** Measures where the time of a request goes, in milliseconds of processor time. */
export async function measureCpu(stage: Stage, calls: number): Promise<readonly Gauge[]> {
  const apps = await connectApps(stage, stage.payers, APPS);
  const bills = await createBills(stage.beside, stage.payees, calls);
  const [first] = apps;
  assert(first !== undefined, 'there are apps');
  const crypto = measureCrypto(first);
  return [
    ...(await split(stage, apps, 'get_balance', { calls, crypto, params: () => ({}) })),
    ...(await split(stage, apps, 'pay_invoice', {
      calls,
      crypto,
      params: (n) => ({ invoice: roundRobin(bills, n).bolt11 }),
    })),
  ];
}

interface SplitOptions {
  readonly calls: number;
  /** The processor time of cryptography per request, in milliseconds. */
  readonly crypto: number;
  readonly params: (n: number) => object;
}

async function split(
  stage: Stage,
  apps: readonly BenchApp[],
  method: string,
  { calls, crypto, params }: SplitOptions,
): Promise<readonly Gauge[]> {
  const url = relayUrl(stage);
  const clients = await Promise.all(apps.map((app) => openRelayClient(url, app)));
  const requests = Array.from({ length: calls }, (_, n) =>
    signRequest(roundRobin(apps, n), method, params(n)),
  );
  const before = await readUsage(stage);
  await runWindow({ calls, callers: APPS }, (n) =>
    roundRobin(clients, n).ask(roundRobin(requests, n)),
  );
  const after = await readUsage(stage);
  for (const client of clients) await client.close();
  const service = (after.service - before.service) / calls;
  const database = (after.database - before.database) / calls;
  const gauge = (part: string, value: number): Gauge => ({
    name: `${method}: CPU of ${part}`,
    value,
    unit: 'ms',
    atMost: null,
  });
  return [
    gauge('signatures and encryption', crypto),
    gauge('database', database),
    gauge('the rest of the service', service - crypto),
  ];
}

async function readUsage({ service, beside }: Stage) {
  const usage = await readProcessUsage(service.pid);
  const [row] = await beside.database.query(
    (sql) => sql<{ pid: number }[]>`select pg_backend_pid() as pid`,
  );
  const server = row === undefined ? null : await readParent(row.pid);
  assert(usage !== null && server !== null, 'the kernel counts');
  return { service: usage.cpuMs, database: await readFamilyCpuMs(server) };
}

const CRYPTO_ROUNDS = 500;

/** Measures the cryptography of a request alone: verifying, decrypting, encrypting and signing. */
function measureCrypto(app: BenchApp): number {
  const { secret: privateKey, clientPubkey, walletPubkey, conversation } = app;
  const side = { privateKey, walletPubkey: clientPubkey, clientPubkey: walletPubkey, conversation };
  const requests = Array.from({ length: CRYPTO_ROUNDS }, () => signRequest(app, 'get_balance', {}));
  const before = process.cpuUsage();
  for (const { id, created_at, content, ...rest } of requests) {
    assert.equal(findEventProblem({ id, created_at, content, ...rest }), null);
    assert(conversation.decrypt(content, 'nip44_v2').ok);
    const request = { eventId: id, createdAt: created_at };
    const answer = { ok: true, result: { balance: 1_000_000 } } as const;
    const order = {
      request,
      scheme: 'nip44_v2',
      method: 'get_balance',
      answer,
      nowSec: 0,
    } as const;
    makeAnswerEvent(side, order, systemRandom);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / CRYPTO_ROUNDS;
}
