import assert from 'node:assert/strict';
import { errorCode } from '../../src/adapters/postgres/connection/database-fault.ts';
import { openPool } from '../../src/adapters/postgres/connection/pool.ts';
import type { Sql } from '../../src/adapters/postgres/connection/sql.ts';
import { settleInternally } from '../../src/adapters/postgres/money/settle-internally.ts';
import type { InternalPaymentEvent } from '../../src/wallet/money-store.ts';
import { createBills } from '../bills.ts';
import type { Bout, Contest, Contestant } from '../contest.ts';
import { draftInternalPayments } from '../draft-internal-payments.ts';
import { bearer } from '../http-client.ts';
import { inTurn, type Person } from '../people.ts';
import type { Stage } from '../stage.ts';

export const internal = internalContest({
  name: 'internal',
  work: 'internal POST /payments/bolt11',
  bouts: [
    { callers: 1, atLeast: null },
    { callers: 16, atLeast: 0.7, p99AtMostMs: 60 },
    { callers: 64, atLeast: 1, p99AtMostMs: 150 },
  ],
  payeesOf: ({ payees }) => payees,
});

export const internalToOne = internalContest({
  name: 'internal-to-one',
  work: 'the same, all to one recipient',
  bouts: [
    { callers: 16, atLeast: null, p99AtMostMs: 60 },
    { callers: 64, atLeast: 2, p99AtMostMs: 150 },
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
    yardstick: 'the money function, lists of one',
    async open(stage) {
      const money = openMoneyFunction(stage, payeesOf(stage));
      return {
        ours: payInternally(stage, stage.payers, payeesOf(stage)),
        yardstick: money.contestant,
        close: money.close,
      };
    },
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
    const headers = payers.map(({ token }) => bearer(token));
    return async (n) => {
      const { bolt11 } = inTurn(bills, n);
      await http.post('/payments/bolt11', { invoice: bolt11 }, inTurn(headers, n));
    };
  };

const MAX_CONNECTIONS = 64;

/** Directly through the driver, with a connection for each caller. */
function openMoneyFunction({ beside, payers }: Stage, payees: readonly Person[]) {
  const sql = openPool(
    {
      url: beside.serviceUrl,
      applicationName: 'bench limit',
      onStatement: null,
      statementTimeoutMs: 30_000,
      lockTimeoutMs: 10_000,
    },
    { max: MAX_CONNECTIONS },
  );
  const contestant: Contestant = async (calls) => {
    const events = await draftInternalPayments(
      beside,
      payers,
      await createBills(beside, payees, calls),
    );
    return (n) => settleOne(sql, inTurn(events, n));
  };
  return { contestant, close: () => sql.end() };
}

/** In a long queue for one wallet the function gives up waiting; then it is called again. */
async function settleOne(sql: Sql, event: InternalPaymentEvent): Promise<void> {
  for (;;) {
    try {
      const [answer] = await settleInternally(sql, [event]);
      assert.equal(answer?.outcome, 'settled');
      return;
    } catch (error) {
      if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error;
    }
  }
}

/** SQLSTATE of PostgreSQL, appendix A. */
const LOCK_NOT_AVAILABLE = '55P03';
