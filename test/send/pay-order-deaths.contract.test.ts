import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import postgres from 'postgres';
import { sat } from '../../src/base/amount.ts';
import { executePayOrder } from '../../src/send/execute-pay-order.ts';
import type { OrderEnd } from '../../src/send/stores/pay-order-store.ts';
import { NEVER, startSendBench } from '../support/lnurl/send-bench.ts';
import { createFakeSpending } from '../support/onchain/fake-spending.ts';
import { strangeAddress } from '../support/onchain/withdrawal-events.ts';

/**
 * A worker dies before or after each call that it makes for an order of the operator, and another
 * one takes the order: one order is at most one payment, and it is told as it is.
 */

const bench = await startSendBench({ after }, 0);
const { api, payee } = bench;
const deps = { ...bench.deps, withdrawing: createFakeSpending().withdrawing };
const [ann, bob] = [await api.addUser(), await api.addUser()];
await ann.receive(1_000_000);
await api.deps.addressNames.claimName(bob.user.id, 'bob', api.clock.now(), null);
payee.answers.set('/.well-known/lnurlp/shop', bench.offer());
payee.answers.set('/cb', (url: URL) => ({
  pr: bench.invoice({ amountMsat: BigInt(url.searchParams.get('amount') ?? 0) }).bolt11,
}));
const owner = postgres(api.ownerUrl, { max: 1 });
after(() => owner.end());

const AMOUNT_SAT = 10;
type Moment = 'before' | 'after';

/** Ports of a worker that dies at its call number `nth`: nothing that it calls later happens. */
function dyingAt(nth: number, moment: Moment) {
  const calls: string[] = [];
  const isDead = (): boolean => calls.length >= nth;
  const trapped = <Port extends object>(name: string, port: Port): Port =>
    new Proxy(port, {
      get: (target, key) => {
        const method: unknown = Reflect.get(target, key);
        if (typeof method !== 'function') return method;
        return async (...args: unknown[]) => {
          assert(!isDead(), 'the worker is dead');
          calls.push(`${name}.${String(key)}`);
          assert(!(isDead() && moment === 'before'), 'killed before a call');
          const answer: unknown = await Reflect.apply(method, target, args);
          assert(!isDead(), 'killed after a call');
          return answer;
        };
      },
    });
  const { payOrders, payments, withdrawals, money, invoices, addressInvoices, lightning } = deps;
  const ports = {
    payOrders: trapped('payOrders', payOrders),
    payments: trapped('payments', payments),
    withdrawals: trapped('withdrawals', withdrawals),
    money: trapped('money', money),
    invoices: trapped('invoices', invoices),
    addressInvoices: trapped('addressInvoices', addressInvoices),
    lightning: trapped('lightning', lightning),
    // The dead clear up nothing.
    dispatcher: { ...deps.dispatcher, abandon: () => undefined },
  };
  return { ports, lastCall: () => calls.at(-1), isDead };
}

async function endsOfAnn(): Promise<readonly OrderEnd[]> {
  const rows = await owner<OrderEnd[]>`
    select 'payment' as kind, id as "paymentId" from payment where user_id = ${ann.user.id}`;
  const sent = await owner<OrderEnd[]>`
    select 'withdrawal' as kind, id as "withdrawalId" from withdrawal
    where user_id = ${ann.user.id}`;
  return [...rows, ...sent];
}

/** One order whose worker dies, and which another one takes. Null when nothing was left to die at. */
async function play(text: string, hasAmount: boolean, nth: number, moment: Moment) {
  const id = randomUUID();
  const amountSat = hasAmount ? null : sat(BigInt(AMOUNT_SAT));
  const choice = { amountSat, comment: null, speed: null };
  await deps.payOrders.insertOrder({ id, userId: ann.user.id, text, ...choice });
  const before = (await endsOfAnn()).length;
  const dying = dyingAt(nth, moment);
  await executePayOrder({ ...deps, ...dying.ports }, id, NEVER).catch((error: unknown) => {
    assert(dying.isDead(), String(error));
  });
  await executePayOrder(deps, id, NEVER);
  const at = `${moment} ${dying.lastCall()}`;
  const ends = await endsOfAnn();
  assert.equal(ends.length, before + 1, `one payment, when killed ${at}`);
  const told = (await deps.payOrders.readOrder(id))?.end;
  assert(
    ends.some((end) => isDeepStrictEqual({ ...end }, told)),
    at,
  );
  return dying.isDead() ? at : null;
}

/** Each order with a text of its own, since an invoice is paid once. */
const TEXTS: readonly (readonly [what: string, text: () => string | Promise<string>])[] = [
  ['an invoice of another node', () => api.node.externalInvoice({ amountMsat: 10_000n }).bolt11],
  ['an invoice of a user', () => bob.invoice(AMOUNT_SAT)],
  ['an address elsewhere', () => `shop@${payee.host}`],
  ['an address of our own', () => 'bob@pay.example'],
  ['bitcoin to an address', () => `bitcoin:${strangeAddress()}?amount=0.0001`],
];

/** What a worker passes at least, between the invoice that is kept and the payment. */
const PASSED = [/before payOrders\.keepPrepared/, /after payOrders\.keepPrepared/];
const RESERVED = /after (money\.(reserve|settleInternal)|withdrawals\.order)/;

describe('an order of the operator whose worker dies', () => {
  for (const [what, text] of TEXTS) {
    test(`anywhere is paid once: ${what}`, async () => {
      const places: string[] = [];
      for (const moment of ['before', 'after'] as const) {
        for (let nth = 1; ; nth += 1) {
          const place = await play(await text(), /invoice|bitcoin/.test(what), nth, moment);
          if (place === null) break;
          places.push(place);
        }
      }
      for (const one of [...PASSED, RESERVED, /after payOrders\.endOrder/]) {
        assert(
          places.some((place) => one.test(place)),
          `${one}: ${places.join(', ')}`,
        );
      }
      const sent = api.node.sent.map(({ paymentHash }) => paymentHash);
      assert.equal(new Set(sent).size, sent.length, 'nothing is sent twice');
    });
  }
});
