import assert from 'node:assert/strict';
import { callForBills, createBills } from '../bills.ts';
import type { Bout, Contest, Contestant } from '../contest.ts';
import { draftInternalPayments } from '../draft-internal-payments.ts';
import { bearer } from '../http-client.ts';
import { type Person, roundRobin } from '../people.ts';
import type { Stage } from '../stage.ts';

export const internal = internalContest({
  name: 'internal',
  work: 'internal POST /payments/bolt11',
  bouts: [
    { callers: 1, atLeast: null },
    { callers: 16, atLeast: 0.6, p99AtMostMs: 60 },
    { callers: 64, atLeast: 0.8, p99AtMostMs: 150 },
  ],
  payeesOf: ({ payees }) => payees,
});

export const internalToOne = internalContest({
  name: 'internal-to-one',
  work: 'the same, all to one recipient',
  bouts: [
    { callers: 16, atLeast: null, p99AtMostMs: 60 },
    { callers: 64, atLeast: 0.8, p99AtMostMs: 150 },
  ],
  payeesOf: ({ payees }) => payees.slice(0, 1),
});

interface InternalContest {
  readonly name: string;
  readonly work: string;
  readonly bouts: readonly Bout[];
  readonly payeesOf: (stage: Stage) => readonly Person[];
}

function internalContest({ name, work, bouts, payeesOf }: InternalContest): Contest {
  return {
    name,
    work,
    bouts,
    yardstick: 'the same lists, without HTTP',
    open: async (stage) => ({
      ours: payOwnBills(stage, payeesOf(stage)),
      yardstick: settleDirectly(stage, payeesOf(stage)),
      close: async () => undefined,
    }),
  };
}

export const payInternally =
  (
    { http, beside }: Pick<Stage, 'http' | 'beside'>,
    payers: readonly Person[],
    payees: readonly Person[],
  ): Contestant =>
  async (calls) => {
    const bills = await createBills(beside, payees, calls);
    return payEach(
      http,
      payers,
      bills.map(({ bolt11 }) => bolt11),
    );
  };

/** Pays invoices that the service itself has made, as most people who pay each other do. */
const payOwnBills =
  ({ http, payers }: Stage, payees: readonly Person[]): Contestant =>
  async (calls) => {
    const tokens = payees.map(({ token }) => token);
    return payEach(http, payers, await callForBills(http, tokens, calls));
  };

function payEach(
  http: Stage['http'],
  payers: readonly Person[],
  bills: readonly string[],
): (n: number) => Promise<void> {
  const headers = payers.map(({ token }) => bearer(token));
  return async (n) => {
    const invoice = roundRobin(bills, n);
    await http.post('/payments/bolt11', { invoice }, roundRobin(headers, n));
  };
}

/**
 * The yardstick: settles the same events in the same lists, without HTTP, without tokens and
 * without reading the invoice.
 */
const settleDirectly =
  ({ beside, payers }: Stage, payees: readonly Person[]): Contestant =>
  async (calls) => {
    const bills = await createBills(beside, payees, calls);
    const events = await draftInternalPayments(beside, payers, bills);
    return async (n) => {
      const { kind } = await beside.parts.money.settleInternal(roundRobin(events, n));
      assert.equal(kind, 'settled');
    };
  };
