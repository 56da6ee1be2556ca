import assert from 'node:assert/strict';
import { bearer } from './http-client.ts';
import { roundRobin } from './people.ts';
import type { Stage } from './stage.ts';
import { quantile } from './window.ts';

export interface Paid {
  readonly count: number;
  readonly perSec: number;
  readonly p99Ms: number;
}

const CALLERS = 16;

/** Lets users pay each other for this long. */
export function payFor(stage: Stage, ms: number): Promise<Paid> {
  const endMs = performance.now() + ms;
  return payWhile(stage, () => performance.now() < endMs);
}

/** Lets users pay each other as long as `goesOn` says so. */
export async function payWhile(stage: Stage, goesOn: () => boolean): Promise<Paid> {
  const { http, payers, payees, beside } = stage;
  const headers = payers.map(({ token }) => bearer(token));
  const identifiers = await Promise.all(
    payees.map(async ({ caller }) => {
      const user = await beside.parts.users.findUser(caller.userId);
      assert(user !== null);
      return user.identifier;
    }),
  );
  const destination = beside.parts.node.pubkey;
  const latenciesMs: number[] = [];
  const begunMs = performance.now();
  let n = 0;
  const call = async (): Promise<void> => {
    while (goesOn()) {
      const turn = n;
      n += 1;
      const begunMs = performance.now();
      const custom_records = { 696969: roundRobin(identifiers, turn) };
      const order = { amount: 1, destination, custom_records };
      await http.post('/payments/keysend', order, roundRobin(headers, turn));
      latenciesMs.push(performance.now() - begunMs);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  const count = latenciesMs.length;
  const tookMs = performance.now() - begunMs;
  return { count, perSec: (count / tookMs) * 1000, p99Ms: quantile(latenciesMs, 0.99) };
}
