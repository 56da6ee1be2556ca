import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { MAX_DESCRIPTION_BYTES } from '../../src/base/limits.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { MESSAGE_RECORD } from '../../src/lightning/custom-records.ts';
import { LNDHUB_LIST_ITEMS, MAX_LNDHUB_LIST_ITEMS } from '../../src/lndhub/limits.ts';
import { creditReceipt } from '../../src/receipts/credit-receipt.ts';
import type { ApiUser } from '../support/api-user.ts';
import { field, listOf, textField } from '../support/fields.ts';
import { type Phone, refusedWith, startLndhub } from '../support/lndhub/lndhub-world.ts';

/** LndHub. Numbers: its checklist. */

const world = await startLndhub({ after });

async function addPhone(): Promise<{ readonly user: ApiUser; readonly phone: Phone }> {
  const user = await world.addUser();
  return { user, phone: await world.connect(user) };
}

async function add(phone: Phone, body: object): Promise<string> {
  const answer = await phone.post('/addinvoice', body);
  assert.equal(answer.status, 200, answer.text);
  return textField(answer.body, 'r_hash');
}

const list = async (phone: Phone, query = '') =>
  listOf((await phone.get(`/getuserinvoices${query}`)).body);

describe('POST /addinvoice', () => {
  test('5 an amount as digits or as a number, with a memo', async () => {
    const { phone } = await addPhone();
    for (const amt of ['21', 21, '0021']) {
      const { status, body, text } = await phone.post('/addinvoice', { amt, memo: 'Coffee' });
      assert.equal(status, 200, text);
      const decoded = decodeBolt11(textField(body, 'pay_req'));
      assert(decoded.ok);
      assert.equal(decoded.value.amountMsat, 21_000n);
      assert.equal(decoded.value.description, 'Coffee');
      assert.deepEqual(body, {
        r_hash: decoded.value.paymentHash,
        hash: decoded.value.paymentHash,
        payment_request: textField(body, 'pay_req'),
        pay_req: textField(body, 'pay_req'),
        add_index: '500',
      });
    }
  });

  test('5 an amount that is none, 0 or no whole sats is refused', async () => {
    const { phone } = await addPhone();
    for (const amt of ['"0"', '0', '-0', '""', 'null']) {
      refusedWith(await phone.post('/addinvoice', `{"amt":${amt}}`), 400, 8, /^Bad arguments$/);
    }
    refusedWith(await phone.post('/addinvoice', {}), 400, 8, /^Bad arguments$/);
    for (const amt of [
      '-1',
      '1.5',
      '9007199254740992',
      '9007199254740993',
      '"-1"',
      '"1.5"',
      '"1e3"',
      '"0x10"',
      '" 21"',
      '"9007199254740992"',
      '"99999999999999999999"',
      '{}',
      '[21]',
      'true',
      '"21 sat"',
      '"٢١"',
    ]) {
      refusedWith(await phone.post('/addinvoice', `{"amt":${amt}}`), 400, 8, /whole sats/);
    }
    refusedWith(await phone.post('/addinvoice', { amt: 1_000_000_001 }), 400, 2);
    assert.deepEqual(await list(phone), []);
  });

  test('5 a memo up to what an invoice holds, and a description hash', async () => {
    const { phone } = await addPhone();
    await add(phone, { amt: 1, memo: 'x'.repeat(MAX_DESCRIPTION_BYTES) });
    const long = { amt: 1, memo: 'x'.repeat(MAX_DESCRIPTION_BYTES + 1) };
    refusedWith(await phone.post('/addinvoice', long), 400, 8, /longer than 639 bytes/);
    const hash = 'AB'.repeat(32);
    const made = await phone.post('/addinvoice', { amt: 1, memo: 'both', description_hash: hash });
    const decoded = decodeBolt11(textField(made.body, 'pay_req'));
    assert(decoded.ok);
    assert.equal(decoded.value.descriptionHash, hash.toLowerCase());
    assert.equal(decoded.value.description, null);
    for (const description_hash of ['ab', 'zz'.repeat(32), 7, { type: 'Buffer', data: [1] }]) {
      refusedWith(await phone.post('/addinvoice', { amt: 1, description_hash }), 400, 8);
    }
    refusedWith(await phone.post('/addinvoice', { amt: 1, memo: 7 }), 400, 8);
    const named = await phone.post('/addinvoice', { amt: 1, description: 'of PyPI' });
    const [newest] = await list(phone);
    assert.equal(field(newest, 'payment_hash'), field(named.body, 'r_hash'));
    assert.equal(field(newest, 'description'), 'of PyPI');
  });

  test('the invoice remembers the connection that made it', async () => {
    const { user, phone } = await addPhone();
    const hash = await add(phone, { amt: 7 });
    await world.payFromExternalNode(hash);
    const { body } = await user.get(`/invoices/${hash}`);
    assert.equal(field(body, 'settled'), true);
  });
});

describe('GET /getuserinvoices', () => {
  test('10 11 an open invoice is found at once, with these keys and types', async () => {
    const { phone } = await addPhone();
    const made = await phone.post('/addinvoice', { amt: '21', memo: 'Coffee' });
    const hash = textField(made.body, 'r_hash');
    const [found, ...others] = await list(phone);
    assert.deepEqual(others, []);
    const timestamp = field(found, 'timestamp');
    assert.ok(Number.isInteger(timestamp));
    assert.deepEqual(found, {
      r_hash: { type: 'Buffer', data: [...Buffer.from(hash, 'hex')] },
      payment_hash: hash,
      payment_request: textField(made.body, 'pay_req'),
      pay_req: textField(made.body, 'pay_req'),
      description: 'Coffee',
      type: 'user_invoice',
      timestamp,
      expire_time: 86_400,
      amt: 21,
      ispaid: false,
      keysend: false,
      custom_records: null,
      add_index: '500',
    });
    await world.payFromExternalNode(hash);
    assert.deepEqual(await list(phone), [{ ...Object(found), ispaid: true }]);
  });

  test('11 paid with more, expired and keysend', async () => {
    const { user, phone } = await addPhone();
    const overpaid = await add(phone, { amt: 10, memo: 'more' });
    const found = await world.deps.invoices.findInvoiceByHash(overpaid);
    assert(found !== null);
    await creditReceipt(
      world.deps,
      {
        settleIndex: 1_000_000n,
        paymentHash: overpaid,
        setId: null,
        preimage: found.invoice.preimage,
        isKeysend: false,
        amountMsat: msat(12_345n),
        settledAt: world.clock.now(),
        bolt11: found.invoice.bolt11 ?? '',
        records: new Map(),
      },
      world.deps.fence,
    );
    world.clock.move(1000);
    const expired = await add(phone, { amt: 11, memo: 'late' });
    world.clock.move(86_401_000);
    const text = new TextEncoder().encode('boost');
    await user.receiveKeysend(12, new Map([[MESSAGE_RECORD, text]]));
    const shown = (await list(phone)).map((one) => [
      field(one, 'amt'),
      field(one, 'ispaid'),
      field(one, 'keysend'),
      field(one, 'description'),
    ]);
    assert.deepEqual(shown, [
      [12, true, true, 'boost'],
      [11, false, false, 'late'],
      [12, true, false, 'more'],
    ]);
    const [keysend, late] = await list(phone);
    assert.equal(field(late, 'payment_hash'), expired);
    assert.equal(field(keysend, 'payment_request'), '');
    assert.equal(typeof field(keysend, 'custom_records'), 'object');
  });

  test('11 the newest ones, up to a limit, however it is sent', async () => {
    const { phone } = await addPhone();
    const hashes: string[] = [];
    for (let count = 1; count <= 250; count += 1) {
      hashes.unshift(await add(phone, { amt: count }));
      if (count % 3 === 0) await world.payFromExternalNode(hashes[0] ?? '');
      world.clock.move(10);
    }
    const hashesIn = async (query: string) =>
      (await list(phone, query)).map((one) => textField(one, 'payment_hash'));
    const newest = (count: number) => hashes.slice(0, count);
    assert.deepEqual(await hashesIn('?limit=20'), newest(20));
    assert.deepEqual(await hashesIn('?limit=1e9'), newest(LNDHUB_LIST_ITEMS));
    assert.deepEqual(await hashesIn('?limit=999999999'), newest(MAX_LNDHUB_LIST_ITEMS));
    for (const query of ['', '?limit=0', '?limit=-1', '?limit=text', '?limit=', '?limit=1.5']) {
      assert.deepEqual(await hashesIn(query), newest(LNDHUB_LIST_ITEMS), query);
    }
  });

  test('11 a flood of unpaid invoices by an address does not push out those of the app', async () => {
    const { user, phone } = await addPhone();
    await world.deps.addressNames.claimName(user.user.id, 'flooded', world.clock.now(), null);
    const mine = await add(phone, { amt: 1 });
    let paid = '';
    for (let count = 1; count <= 15; count += 1) {
      world.clock.move(1);
      const answer = await world.call('GET', `/lnurlp/flooded/callback?amount=${count * 1000}`);
      const decoded = decodeBolt11(textField(answer.body, 'pr'));
      assert(decoded.ok);
      paid = decoded.value.paymentHash;
    }
    const hashes = async () =>
      (await list(phone, '?limit=2')).map((one) => textField(one, 'payment_hash'));
    assert.deepEqual(await hashes(), [mine]);
    await world.payFromExternalNode(paid);
    assert.deepEqual(await hashes(), [paid, mine], 'what was paid is shown');
  });

  test('others see none of it', async () => {
    const { phone } = await addPhone();
    await add(phone, { amt: 1 });
    assert.deepEqual(await list((await addPhone()).phone), []);
  });

  test('its cost has a bound: two statements beside the look at the token', async () => {
    const { phone } = await addPhone();
    await add(phone, { amt: 1 });
    world.takeStatements();
    await list(phone);
    assert.equal(world.takeStatements().length, 3);
  });
});

describe('GET /checkpayment', () => {
  test('says whether an invoice was paid', async () => {
    const { phone } = await addPhone();
    const hash = await add(phone, { amt: 5 });
    assert.deepEqual((await phone.get(`/checkpayment/${hash}`)).body, { paid: false });
    await world.payFromExternalNode(hash);
    assert.deepEqual((await phone.get(`/checkpayment/${hash.toUpperCase()}`)).body, { paid: true });
  });

  test("12 another user's hash is as unknown as any other", async () => {
    const hash = await add((await addPhone()).phone, { amt: 5 });
    const { phone } = await addPhone();
    const texts = new Set<string>();
    for (const unknown of [hash, '00'.repeat(32), 'x', '%00', `${hash}00`]) {
      const answer = await phone.get(`/checkpayment/${unknown}`);
      refusedWith(answer, 400, 8, /Bad arguments/);
      texts.add(answer.text);
    }
    assert.equal(texts.size, 1);
  });
});
