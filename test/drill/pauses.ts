import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { World } from '../crash/world.ts';
import { eventually } from '../support/eventually.ts';
import { textField } from '../support/fields.ts';

/** What callers notice of a strike: seen and told, and never asserted. */
export interface Pauses {
  /** From here on the time counts. */
  begin(): void;
  /** Waits until a caller's write was acknowledged that began after the strike. */
  untilPaidAgain(): Promise<void>;
  /** Payments over the node leave again. */
  noteExternal(): void;
  notes(): readonly string[];
  end(): Promise<void>;
}

const LOOK_EVERY_MS = 300;

/** One caller who makes invoices and reads, all the time. */
export async function watchPauses({ client, wallets, book }: World): Promise<Pauses> {
  const [wallet] = wallets;
  assert(wallet !== undefined, 'there are wallets');
  let struckMs = performance.now();
  let externalMs: number | null = null;
  let isOver = false;
  const longest = { reads: 0, writes: 0 };
  const lastBegun = { reads: performance.now(), writes: performance.now() };
  const statuses = new Map<number, number>();
  const look = async (what: 'reads' | 'writes', ask: () => Promise<boolean>): Promise<void> => {
    let lastMs = performance.now();
    while (!isOver) {
      const begunMs = performance.now();
      if (await ask()) {
        const nowMs = performance.now();
        longest[what] = Math.max(longest[what], nowMs - lastMs);
        lastMs = nowMs;
        lastBegun[what] = begunMs;
      }
      await wait(LOOK_EVERY_MS);
    }
  };
  const looking = [
    look('reads', async () => {
      const answer = await client.call(wallet, { path: '/balance' });
      return answer?.status === 200;
    }),
    look('writes', async () => {
      const body = { amount: 1, memo: 'looking' };
      const answer = await client.call(wallet, { path: '/invoices', body });
      const status = answer?.status ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (answer?.status !== 200) return false;
      const paymentHash = textField(answer.body, 'payment_hash');
      const bolt11 = textField(answer.body, 'payment_request');
      book.invoices.set(paymentHash, { wallet, amountSat: 1, bolt11, paymentHash });
      return true;
    }),
  ];
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  return {
    begin: () => {
      struckMs = performance.now();
    },
    untilPaidAgain: async () => {
      await eventually(
        'a write is acknowledged after the strike',
        () => (lastBegun.writes > struckMs && lastBegun.reads > struckMs ? true : null),
        120_000,
      );
    },
    noteExternal: () => {
      externalMs = performance.now() - struckMs;
    },
    notes: () => [
      `longest pause of reads ${seconds(longest.reads)}, of writes ${seconds(longest.writes)}`,
      `answers to writes: ${[...statuses].map(([status, n]) => `${n} × ${status}`).join(', ')}`,
      ...(externalMs === null ? [] : [`payments over the node left after ${seconds(externalMs)}`]),
    ],
    end: async () => {
      isOver = true;
      await Promise.all(looking);
    },
  };
}
