import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import type { Answer } from '../support/api-user.ts';
import { checkProperty } from '../support/check-property.ts';
import { field } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });
const alice = await api.addUser();
await alice.receive(1_000_000);
const HERE = api.node.identity.pubkey;
const ELSEWHERE = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

/** Texts that databases, logs and parsers dislike. */
const nastyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\uffff', "'; --", '{}', '%s'),
  fc.constantFrom('__proto__', 'constructor', 'toString', '\\u0000', '\u202e', 'x'.repeat(1001)),
);
const amount = fc.oneof(fc.integer(), fc.constantFrom(1, 2, 5), fc.double(), nastyText);
const destination = fc.oneof(fc.constantFrom(HERE, ELSEWHERE), nastyText);
const records = fc.dictionary(
  fc.oneof(nastyText, fc.constantFrom('696969', '7629169', '70000', '34349334')),
  fc.oneof(nastyText, fc.constantFrom(alice.user.identifier, '{"message":"\\u0000"}', '[]')),
);
const maybe = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: value }, fc.constant(undefined), fc.jsonValue());

const invoiceBody = fc.record({
  amount: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 1000 }) }, amount),
  description: maybe(nastyText),
  memo: maybe(nastyText),
  comment: maybe(nastyText),
  payer_name: maybe(nastyText),
  payer_email: maybe(nastyText),
  payer_pubkey: maybe(nastyText),
  description_hash: maybe(nastyText),
  metadata: maybe(fc.dictionary(nastyText, fc.jsonValue())),
  expiry: maybe(fc.integer()),
});
const keysendBody = fc.record({
  amount: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 3 }) }, amount),
  destination: fc.oneof({ weight: 3, arbitrary: destination }, fc.jsonValue()),
  memo: maybe(nastyText),
  custom_records: maybe(records),
  customRecords: maybe(records),
});

/** Whatever comes in, the answer is a success or a refusal, never a fault of ours. */
function check(answer: Answer, sent: unknown): void {
  if (answer.status === 200) return;
  const text = `${JSON.stringify(sent)} → ${answer.text}`;
  // A multi keysend of which every item was refused.
  if (answer.status === 500 && field(answer.body, 'keysends') !== undefined) return;
  assert([400, 422].includes(answer.status), text);
  assert.equal(field(answer.body, 'error'), true, text);
}

async function holds(path: string, bodies: fc.Arbitrary<unknown>, numRuns: number): Promise<void> {
  const property = fc.asyncProperty(bodies, async (body) =>
    check(await alice.post(path, body), body),
  );
  await checkProperty(property, { numRuns });
}

test('POST /invoices', () => holds('/invoices', invoiceBody, 300));
test('POST /payments/keysend', () => holds('/payments/keysend', keysendBody, 300));
test('POST /payments/keysend/multi', () =>
  holds(
    '/payments/keysend/multi',
    fc.record({ keysends: fc.array(keysendBody, { maxLength: 4 }) }),
    200,
  ));
test('POST /payments/bolt11', () =>
  holds('/payments/bolt11', fc.record({ invoice: fc.oneof(nastyText, fc.jsonValue()) }), 200));

test('any JSON at any of them', async () => {
  for (const path of ['/invoices', '/payments/keysend', '/payments/keysend/multi']) {
    await holds(path, fc.jsonValue(), 100);
  }
});

test('any query at the lists', async () => {
  const names = fc.constantFrom(
    ...['q[since]', 'q[before]', 'q[settled_since]', 'q[created_at_gt]', 'q[created_at_lt]'],
    ...['page', 'items', 'q', '__proto__'],
  );
  const values = fc.oneof(nastyText, fc.integer().map(String), fc.double().map(String));
  const property = fc.asyncProperty(fc.array(fc.tuple(names, values)), async (pairs) => {
    const query = new URLSearchParams(pairs).toString();
    check(await alice.get(`/invoices?${query}`), query);
  });
  await checkProperty(property, { numRuns: 300 });
});

test('what was stored can be read', async () => {
  for (const path of ['/invoices?items=1000', '/user/summary', '/balance']) {
    assert.equal((await alice.get(path)).status, 200);
  }
});
