import { setTimeout as wait } from 'node:timers/promises';
import { textField } from '../test/support/wallet-user.ts';
import type { Gauge } from './footprint.ts';
import { bearer } from './http-client.ts';
import { roundRobin } from './people.ts';
import { readProcessUsage } from './process-usage.ts';
import type { Stage } from './stage.ts';
import { median } from './window.ts';

const CALLERS = 4;
const LOOK_EVERY_MS = 500;
/** The growth of memory that is accepted, because garbage collection alone may cause it. */
const GROWTH_AT_MOST_MB = 10;

/**
 * Lets users create invoices for each other, pay them and look at their wallets, without pause.
 * Memory may grow in the first half; what counts is its growth from the third quarter to the last.
 */
export async function soak(stage: Stage, seconds: number): Promise<readonly Gauge[]> {
  const over = new AbortController();
  const residentMb: number[] = [];
  let rounds = 0;
  const live = async (_: unknown, caller: number): Promise<void> => {
    for (let n = caller; !over.signal.aborted; n += CALLERS) {
      await liveOnce(stage, n);
      rounds += 1;
    }
  };
  const living = Promise.all(Array.from({ length: CALLERS }, live));
  const endMs = performance.now() + seconds * 1000;
  while (performance.now() < endMs) {
    await Promise.race([wait(LOOK_EVERY_MS), living]);
    const usage = await readProcessUsage(stage.service.pid);
    if (usage !== null) residentMb.push(usage.residentBytes / 1e6);
  }
  over.abort();
  await living;
  return [
    { name: `soak of ${seconds} s`, value: rounds, unit: 'paid invoices', atMost: null },
    ...growthOf(residentMb),
  ];
}

async function liveOnce({ http, payers, payees }: Stage, n: number): Promise<void> {
  const payee = bearer(roundRobin(payees, n).token);
  const payer = bearer(roundRobin(payers, n).token);
  const created: unknown = JSON.parse(await http.post('/invoices', { amount: 1 }, payee));
  const invoice = textField(created, 'payment_request');
  await http.post('/payments/bolt11', { invoice }, payer);
  await http.get('/balance', payee);
  await http.get('/user/summary', payer);
  await http.get('/invoices', payee);
  await http.get(`/invoices/${textField(created, 'payment_hash')}`, payee);
}

function growthOf(residentMb: readonly number[]): readonly Gauge[] {
  if (residentMb.length === 0) return [];
  const quarter = (n: number): readonly number[] =>
    residentMb.slice((residentMb.length * n) / 4, (residentMb.length * (n + 1)) / 4);
  const growthMb = median(quarter(3)) - median(quarter(2));
  return [
    { name: 'resident memory after it', value: residentMb.at(-1) ?? 0, unit: 'MB', atMost: null },
    { name: 'growth in its last half', value: growthMb, unit: 'MB', atMost: GROWTH_AT_MOST_MB },
  ];
}
