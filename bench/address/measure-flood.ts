import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { type RunningAttack, startAttack } from '../abuse/start-attack.ts';
import type { Gauge } from '../footprint.ts';
import { bearer } from '../http-client.ts';
import type { LndStage } from '../lnd-stage.ts';
import { roundRobin } from '../people.ts';
import { median, quantile } from '../window.ts';
import { callbackPath, fromNetwork, nameEveryone } from './addresses.ts';
import { openRemains, type Remains } from './remains.ts';

export interface FloodSize {
  readonly callbacks: number;
  /** The number of parts in which the flood comes, with pauses in between. */
  readonly parts: number;
}

export const FLOOD_SIZES = {
  full: { callbacks: 10_000, parts: 5 },
  quick: { callbacks: 2000, parts: 2 },
};

const NETWORKS = 50;
/** The rate of the flood, which is ten times what each of its networks is allowed. */
const CALLBACKS_PER_SEC = 500;
const SLOWER_AT_MOST = 2;
const GROWTH_AT_MOST_PERCENT = 5;
/** The time until a network may again ask for as many invoices at once as at first. */
const LIMITS_RECOVER_MS = 25_000;
/** The number of the first network that does not take part in the flood. */
const HONEST_NETWORK = 1000;
const HONEST_PER_PART = 5;

/**
 * Lets strangers ask for as many invoices as they can, half of them for one address. Measures what
 * others notice of it, what is left once the invoices have expired, and whether the database grows
 * when the flood comes again.
 */
export async function measureFlood(stage: LndStage, size: FloodSize): Promise<readonly Gauge[]> {
  const names = await nameEveryone(stage);
  const remains = await openRemains(stage);
  try {
    // The first vacuum adds free space maps to all tables, so it comes before the measurement.
    await remains.vacuum();
    // Code that has run only a few times is slow, so these calls do not count.
    await measureOthers(stage, (done) => done < 50);
    const noticed = await floodBesideOthers(stage, names, size);
    const first = await lookAndPrune(remains);
    await remains.vacuum();
    await wait(LIMITS_RECOVER_MS);
    await startFlood(stage, names, size.callbacks).ended;
    const sizeBytes = await remains.databaseBytes();
    const second = await lookAndPrune(remains);
    const growth = (sizeBytes / first.sizeBytes - 1) * 100;
    return [
      ...noticed,
      gauge('open invoices after the flood', first.open, '', null),
      gauge('the same, after the second flood', second.open, '', null),
      gauge('time to prune an invoice', first.pruneMs, 'ms', null),
      gauge('of them left here after the prune', first.leftHere, '', 0),
      gauge('of them left at the node', first.leftAtNode, '', 0),
      gauge('growth by a second flood', growth, '%', GROWTH_AT_MOST_PERCENT),
    ];
  } finally {
    await remains.close();
  }
}

const gauge = (name: string, value: number, unit: string, atMost: number | null): Gauge => ({
  name,
  value,
  unit,
  atMost,
});

async function lookAndPrune(remains: Remains) {
  const sizeBytes = await remains.databaseBytes();
  const open = await remains.openInvoices();
  assert(open.length > 0, 'the flood gets some invoices');
  const begunMs = performance.now();
  await remains.prune();
  const pruneMs = (performance.now() - begunMs) / open.length;
  const leftHere = (await remains.openInvoices()).length;
  const leftAtNode = await remains.countAtNode(open);
  return { sizeBytes, open: open.length, pruneMs, leftHere, leftAtNode };
}

function startFlood({ origin }: LndStage, names: readonly string[], count: number): RunningAttack {
  const ask = (name: string, network: number) => ({
    method: 'GET' as const,
    path: callbackPath(name),
    headers: fromNetwork(network),
  });
  const requests = Array.from({ length: NETWORKS * names.length }, (_, n) =>
    ask(n % 2 === 0 ? roundRobin(names, 0) : roundRobin(names, n), n % NETWORKS),
  );
  const plan = { origin, address: '127.0.0.1', perSec: CALLBACKS_PER_SEC, count };
  return startAttack({ ...plan, readsAnswers: true, requests });
}

async function floodBesideOthers(
  stage: LndStage,
  names: readonly string[],
  { callbacks, parts }: FloodSize,
): Promise<readonly Gauge[]> {
  const ratios: Others[] = [];
  let refused = 0;
  for (let part = 0; part < parts; part += 1) {
    const flood = startFlood(stage, names, callbacks / parts);
    const beside = await measureOthers(stage, () => flood.isRunning);
    await flood.ended;
    refused += await askHonestly(stage, roundRobin(names, 0), part);
    const quiet = await measureOthers(stage, (done) => done < beside.rounds);
    ratios.push({
      balanceMs: beside.balanceMs / quiet.balanceMs,
      invoiceMs: beside.invoiceMs / quiet.invoiceMs,
      paymentMs: beside.paymentMs / quiet.paymentMs,
    });
  }
  const slower = (of: string, ratio: (one: Others) => number): Gauge =>
    gauge(`beside a flood: p95 of ${of}`, median(ratios.map(ratio)), 'times', SLOWER_AT_MOST);
  return [
    slower('GET /balance', ({ balanceMs }) => balanceMs),
    slower('POST /invoices', ({ invoiceMs }) => invoiceMs),
    slower('POST /payments/bolt11', ({ paymentMs }) => paymentMs),
    gauge(`honest payers refused, of ${parts * HONEST_PER_PART}`, refused, '', 0),
  ];
}

/**
 * Asks for invoices from networks that take no part in the flood, for the address that gets most of
 * it.
 */
async function askHonestly({ http }: LndStage, name: string, part: number): Promise<number> {
  let refused = 0;
  for (let n = 0; n < HONEST_PER_PART; n += 1) {
    const network = HONEST_NETWORK + part * HONEST_PER_PART + n;
    const answer = await http.get(callbackPath(name), fromNetwork(network));
    if (!answer.includes('"pr":"')) refused += 1;
  }
  return refused;
}

interface Others {
  readonly balanceMs: number;
  readonly invoiceMs: number;
  readonly paymentMs: number;
}

/**
 * Measures the calls of users of the service, made one after the other: the 95th percentile of each
 * kind.
 */
async function measureOthers(
  { http, payers }: LndStage,
  goesOn: (done: number) => boolean,
): Promise<Others & { readonly rounds: number }> {
  const headers = payers.map(({ token }) => bearer(token));
  const [balances, invoices, payments]: [number[], number[], number[]] = [[], [], []];
  let rounds = 0;
  for (; rounds === 0 || goesOn(rounds); rounds += 1) {
    const [payee, payer] = [roundRobin(headers, rounds), roundRobin(headers, rounds + 1)];
    await timed(balances, () => http.get('/balance', payee));
    const made = await timed(invoices, () => http.post('/invoices', { amount: 1 }, payee));
    const { payment_request: invoice } = JSON.parse(made);
    await timed(payments, () => http.post('/payments/bolt11', { invoice }, payer));
  }
  return {
    rounds,
    balanceMs: quantile(balances, 0.95),
    invoiceMs: quantile(invoices, 0.95),
    paymentMs: quantile(payments, 0.95),
  };
}

async function timed(into: number[], act: () => Promise<string>): Promise<string> {
  const begunMs = performance.now();
  const answer = await act();
  into.push(performance.now() - begunMs);
  return answer;
}
