import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { webCaller } from '../../src/authorization/caller.ts';
import { msat } from '../../src/base/amount.ts';
import { payInvoice } from '../../src/payments/pay-invoice.ts';
import { startSendBench } from '../support/lnurl/send-bench.ts';

/** Paying those whose limits leave no whole sats. */

const bench = await startSendBench({ after });
const { api, deps, payee, offer } = bench;
const PATH = '/.well-known/lnurlp/shop';
const ADDRESS = `shop@${payee.host}`;

for (const [least, most, asked, debit] of [
  [99_999_500, 99_999_500, 99_999_500, 100_000],
  [1001, 1999, 1999, 2],
  [1, 400, 400, 1],
] as const) {
  test(`${least} to ${most} msat leave no whole sats: paid exactly`, async () => {
    const payer = await api.addUser();
    await payer.receive(102_000);
    payee.answers.set(PATH, offer({ minSendable: least, maxSendable: most }));
    payee.answers.set('/cb', (url: URL) => {
      const amountMsat = BigInt(url.searchParams.get('amount') ?? 0);
      return { pr: bench.invoice({ amountMsat }).bolt11 };
    });
    const resolved = await bench.resolve(ADDRESS);
    assert(resolved.ok && resolved.value.kind === 'send');
    const { minSat, maxSat } = resolved.value.target;
    assert.deepEqual([minSat, maxSat], [BigInt(debit), BigInt(debit)]);
    const prepared = await bench.prepare(payer, ADDRESS, {});
    assert(prepared.ok);
    assert.equal(payee.asked.at(-1)?.searchParams.get('amount'), String(asked));
    api.node.plan = { kind: 'succeed', feeMsat: msat(0n) };
    const order = { caller: webCaller(payer.user.id), ...prepared.value, amountMsat: null };
    const paid = await payInvoice(deps, { ...order, idempotency: null });
    assert(paid.ok);
    assert.deepEqual([paid.value.amountMsat, paid.value.amountSat], [BigInt(asked), BigInt(debit)]);
    assert.equal(await payer.balanceSat(), 102_000 - debit);
    payee.answers.set(PATH, offer());
  });
}
