import assert from 'node:assert/strict';
import { createCipheriv } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { encodeLnurl } from '../../src/lnurl/lnurl-text.ts';
import { showSuccess } from '../../src/lnurl/success-action.ts';
import { payInvoice } from '../../src/payments/pay-invoice.ts';
import type { PreparedInvoice } from '../../src/send/prepare-payment.ts';
import type { ApiUser } from '../support/api-user.ts';
import { field } from '../support/fields.ts';
import { startSendBench } from '../support/lnurl/send-bench.ts';

/** Paying what people paste. Numbers: the checklist of LNURL. */

const bench = await startSendBench({ after });
const { api, deps, payee, offer } = bench;
const ann = await api.addUser();
const bob = await api.addUser();
await ann.receive(100_000);
await api.deps.addressNames.claimName(bob.user.id, 'bob', api.clock.now(), null);
await api.deps.addressNames.claimName(ann.user.id, 'ann', api.clock.now(), null);
const PATH = '/.well-known/lnurlp/shop';
const ADDRESS = `shop@${payee.host}`;

const callerOf = ({ user }: ApiUser) => ({
  grantId: 'web',
  userId: user.id,
  clientId: null,
  scopes: new Set(ALL_SCOPES),
});

async function pay(user: ApiUser, prepared: PreparedInvoice) {
  const order = { caller: callerOf(user), ...prepared, idempotency: null };
  const paid = await payInvoice(deps, order);
  assert(paid.ok, paid.ok ? '' : paid.refusal.kind);
  return paid.value;
}

/** What a payee's answers make of a payment: its refusal in a word. */
async function refusalOf(
  text: string,
  choice: { amountSat?: bigint; comment?: string } = { amountSat: 10n },
): Promise<string> {
  const prepared = await bench.prepare(ann, text, choice);
  if (prepared.ok) return 'none';
  const { refusal } = prepared;
  return 'why' in refusal ? refusal.why : refusal.kind;
}

async function newest(user: ApiUser, list: 'incoming' | 'outgoing'): Promise<unknown> {
  const { body } = await user.get(`/invoices/${list}`);
  assert(Array.isArray(body));
  return body[0];
}

describe('an address of this service', () => {
  test('16 one transfer, and no server is asked', async () => {
    const asked = payee.asked.length;
    const sent = api.node.sent.length;
    const before = await bob.balanceSat();
    const prepared = await bench.prepare(ann, 'Bob+Tip@Pay.Example', {
      amountSat: 21n,
      comment: 'For the <b>coffee</b>',
    });
    assert(prepared.ok);
    assert.equal(prepared.value.isHashConfirmed, true);
    const payment = await pay(ann, prepared.value);
    assert.equal(payment.path, 'internal');
    assert.equal(payment.feeSat, 0n);
    assert.equal(await bob.balanceSat(), before + 21);
    assert.equal(api.node.sent.length, sent);
    assert.equal(payee.asked.length, asked);

    const incoming = await newest(bob, 'incoming');
    assert.equal(field(incoming, 'comment'), 'For the <b>coffee</b>');
    const outgoing = await newest(ann, 'outgoing');
    assert.equal(field(outgoing, 'comment'), 'For the <b>coffee</b>');
    assert.deepEqual(field(outgoing, 'metadata'), {
      recipient_data: { identifier: 'bob+tip@pay.example' },
    });
  });

  test('16 also by an LNURL of ours, and to oneself', async () => {
    const before = await ann.balanceSat();
    const lnurl = encodeLnurl('https://wallet.example/.well-known/lnurlp/ann');
    const prepared = await bench.prepare(ann, lnurl, { amountSat: 5n });
    assert(prepared.ok);
    assert.equal((await pay(ann, prepared.value)).path, 'internal');
    assert.equal(await ann.balanceSat(), before);
  });

  test('16 what it refuses: no one, no whole amount, too long a comment, a flood', async () => {
    assert.equal(await refusalOf('nobody@pay.example'), 'payee_not_found');
    assert.equal(await refusalOf('bob@pay.example', {}), 'amount_needed');
    assert.equal(await refusalOf('bob@pay.example', { amountSat: 0n }), 'amount_out_of_range');
    const comment = 'x'.repeat(256);
    const long = await refusalOf('bob@pay.example', { amountSat: 1n, comment });
    assert.equal(long, 'comment_over_limit');
    const eve = await api.addUser();
    const flood = [];
    for (let count = 0; count < 21; count += 1) {
      flood.push(await bench.prepare(eve, 'bob@pay.example', { amountSat: 1n }));
    }
    assert.ok(flood.at(0)?.ok);
    assert.equal(flood.at(-1)?.ok, false);
    assert.equal(await refusalOf('bob@pay.example'), 'none');
  });
});

describe('a payee elsewhere', () => {
  test('22 is asked twice, paid, and kept with the payment', async () => {
    payee.answers.set(PATH, offer());
    payee.answers.set('/cb', () => ({
      pr: bench.invoice({ amountMsat: 42_000n }).bolt11,
      routes: [],
      successAction: { tag: 'url', description: 'See', url: `${payee.url}/thanks` },
    }));
    const resolved = await bench.resolve(ADDRESS.toUpperCase());
    assert(resolved.ok && resolved.value.kind === 'send');
    const { source, ...seen } = resolved.value.target;
    assert.equal(source.kind, 'lnurl');
    assert.deepEqual(seen, {
      payee: ADDRESS,
      text: 'Coffee',
      minSat: 1n,
      maxSat: 100_000n,
      commentLength: 20,
    });

    const asked = payee.asked.length;
    const comment = 'Größe & +1';
    const prepared = await bench.prepare(ann, ADDRESS, { amountSat: 42n, comment });
    assert(prepared.ok);
    const [, callback] = payee.asked.slice(asked);
    assert.equal(callback?.searchParams.get('amount'), '42000');
    assert.equal(callback?.searchParams.get('comment'), comment);
    assert.equal(prepared.value.isHashConfirmed, true);

    const payment = await pay(ann, prepared.value);
    const stored = await deps.payments.findPayment(payment.id);
    assert.deepEqual(stored?.sentTo, {
      payee: ADDRESS,
      comment,
      successAction: { tag: 'url', description: 'See', url: `${payee.url}/thanks` },
    });
    const record = await newest(ann, 'outgoing');
    assert.equal(field(record, 'comment'), comment);
    assert.deepEqual(field(record, 'metadata'), { recipient_data: { identifier: ADDRESS } });
  });

  test('22 a paid secret is readable with the preimage of the payment only', async () => {
    const { bolt11, preimage } = bench.invoice({ amountMsat: 10_000n });
    const iv = Buffer.alloc(16, 3);
    const cipher = createCipheriv('aes-256-cbc', Buffer.from(preimage, 'hex'), iv);
    const ciphertext = Buffer.concat([cipher.update('code 42'), cipher.final()]);
    payee.answers.set('/cb', {
      pr: bolt11,
      successAction: {
        tag: 'aes',
        description: 'Your code',
        ciphertext: ciphertext.toString('base64'),
        iv: iv.toString('base64'),
      },
    });
    const prepared = await bench.prepare(ann, ADDRESS, { amountSat: 10n });
    assert(prepared.ok);
    const payment = await pay(ann, prepared.value);
    const action = payment.sentTo?.successAction;
    assert(action !== undefined && action !== null);
    assert.equal(showSuccess(action, payment.preimage).secret, 'code 42');
    assert.equal(showSuccess(action, '00'.repeat(32)).secret, null);
  });

  const answered = async (answer: object): Promise<string> => {
    payee.answers.set('/cb', answer);
    return await refusalOf(ADDRESS);
  };
  const invoiced = (input: Parameters<typeof bench.invoice>[0]) =>
    answered({ pr: bench.invoice(input).bolt11 });

  test('22 an invoice must have the amount to the msat, our network, and be open', async () => {
    const sent = api.node.sent.length;
    assert.equal(await invoiced({ amountMsat: 10_000n }), 'none');
    assert.equal(await invoiced({ amountMsat: 10_001n }), 'wrong_amount');
    assert.equal(await invoiced({ amountMsat: 9_999n }), 'wrong_amount');
    assert.equal(await invoiced({ amountMsat: null }), 'wrong_amount');
    assert.equal(await invoiced({ amountMsat: 10_000n, network: 'bitcoin' }), 'wrong_network');
    assert.equal(await invoiced({ amountMsat: 10_000n, secretless: 'blinded' }), 'none');
    const old = { amountMsat: 10_000n, secretless: 'old' } as const;
    assert.equal(await invoiced(old), 'unpayable_invoice');
    const longAgo = { amountMsat: 10_000n, timestampSec: 1_600_000_000 };
    assert.equal(await invoiced(longAgo), 'expired_invoice');
    assert.equal(await answered({ pr: 'lnbcrt1nonsense' }), 'bad_invoice');
    assert.equal(await answered({ pr: '' }), 'no_invoice');
    assert.equal(await answered({ status: 'ERROR', reason: 'closed' }), 'payee_refused');
    assert.equal(api.node.sent.length, sent, 'nothing was paid');
  });

  test('22 another hash is told, and does not keep from paying', async () => {
    const { bolt11 } = bench.invoice({ amountMsat: 10_000n, descriptionHash: 'ab'.repeat(32) });
    payee.answers.set('/cb', { pr: bolt11 });
    const prepared = await bench.prepare(ann, ADDRESS, { amountSat: 10n });
    assert(prepared.ok);
    assert.equal(prepared.value.isHashConfirmed, false);
    await pay(ann, prepared.value);
  });

  test('22 an unknown or foreign success action is a reason not to pay', async () => {
    const withAction = (successAction: object) =>
      answered({ pr: bench.invoice({ amountMsat: 10_000n }).bolt11, successAction });
    assert.equal(await withAction({ tag: 'exec' }), 'unknown_success_action');
    const url = 'https://evil.example/';
    const foreign = await withAction({ tag: 'url', description: 'x', url });
    assert.equal(foreign, 'foreign_success_url');
  });

  test('22 a callback elsewhere in this network is not asked', async () => {
    payee.answers.set(PATH, offer({ callback: 'http://10.0.0.1/cb' }));
    assert.equal(await refusalOf(ADDRESS), 'bad_callback');
    payee.answers.set(PATH, offer({ callback: 'file:///etc/passwd' }));
    assert.equal(await refusalOf(ADDRESS), 'bad_callback');
    payee.answers.set(PATH, offer());
  });

  test('22 amounts and comments stay within what was offered', async () => {
    assert.equal(await refusalOf(ADDRESS, {}), 'amount_needed');
    assert.equal(await refusalOf(ADDRESS, { amountSat: 0n }), 'amount_out_of_range');
    assert.equal(await refusalOf(ADDRESS, { amountSat: 100_001n }), 'amount_out_of_range');
    const comment = '😀'.repeat(21);
    const long = await refusalOf(ADDRESS, { amountSat: 1n, comment });
    assert.equal(long, 'comment_over_limit');
    payee.answers.set(PATH, offer({ commentAllowed: 0 }));
    const none = await refusalOf(ADDRESS, { amountSat: 1n, comment: 'hi' });
    assert.equal(none, 'comment_not_taken');
    payee.answers.set(PATH, offer({ minSendable: 1001, maxSendable: 1999 }));
    assert.equal(await refusalOf(ADDRESS), 'amount_out_of_range');
    payee.answers.set(PATH, offer({ minSendable: 2e12, maxSendable: 2e12 }));
    assert.equal(await refusalOf(ADDRESS), 'no_possible_amount');
    payee.answers.set(PATH, offer());
  });

  test('22 whoever is not there, or says something else, is told apart', async () => {
    assert.equal(await refusalOf(`none@${payee.host}`), 'no_lnurl');
    payee.answers.set(PATH, 'silence');
    assert.equal(await refusalOf(ADDRESS), 'no_connection');
    payee.answers.set(PATH, { tag: 'withdrawRequest' });
    assert.equal(await refusalOf(ADDRESS), 'bad_callback');
    assert.equal(await refusalOf('ann@169.254.169.254'), 'private_host');
    payee.answers.set(PATH, offer());
  });
});

describe('invoices', () => {
  test('22 are shown as they are, and an amount is asked for where there is none', async () => {
    const fixed = api.node.externalInvoice({ amountMsat: 1500n, memo: 'Tea\u202e' });
    const resolved = await bench.resolve(`LIGHTNING:${fixed.bolt11.toUpperCase()}`);
    assert(resolved.ok && resolved.value.kind === 'send');
    assert.deepEqual(resolved.value.target, {
      source: { kind: 'invoice', bolt11: fixed.bolt11, hasAmount: true },
      payee: null,
      text: 'Tea',
      minSat: 2n,
      maxSat: 2n,
      commentLength: 0,
    });
    const open = api.node.externalInvoice({ amountMsat: null });
    assert.equal(await refusalOf(open.bolt11, {}), 'amount_needed');
    const prepared = await bench.prepare(ann, open.bolt11, { amountSat: 7n });
    assert(prepared.ok);
    const payment = await pay(ann, prepared.value);
    assert.equal(payment.amountSat, 7n);
    assert.equal(payment.sentTo, null);
  });

  test('22 of another network, expired or damaged ones are refused', async () => {
    const bitcoin = api.node.externalInvoice({ network: 'bitcoin' });
    assert.equal(await refusalOf(bitcoin.bolt11), 'wrong_network');
    const old = api.node.externalInvoice({ timestampSec: 1_600_000_000 });
    assert.equal(await refusalOf(old.bolt11), 'invoice_expired');
    assert.equal(await refusalOf('lnbcrt1qqqq'), 'bad_bolt11');
  });
});
