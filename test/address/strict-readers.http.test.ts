import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import postgres from 'postgres';
import { MAX_PAYER_DATA_DEPTH } from '../../src/address/limits.ts';
import { MAX_METADATA_DEPTH } from '../../src/invoices/limits.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { BOOSTAGRAM_RECORD, MESSAGE_RECORD } from '../../src/lightning/custom-records.ts';
import type { Answer } from '../support/api-user.ts';
import { field, textField } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';
import { addEndpoint } from '../support/webhooks/webhook-api.ts';
import { PAYEE_NPUB, zapText } from '../support/zaps/make-zap.ts';

/**
 * Whatever strangers say, strict readers of JSON read what a payee is shown: PostgreSQL's jsonb,
 * which like Rust's serde_json takes no half of an emoji and no NUL, and .NET, which stops at 64
 * levels.
 */

const api = await startWalletApi({ after });
const ann = await api.addUser();
await api.deps.addressNames.claimName(ann.user.id, 'ann', api.clock.now(), null);
await api.deps.users.updateUser(ann.user.id, { nostrPubkey: PAYEE_NPUB });
const hook = await addEndpoint(ann);
const strict = postgres(api.ownerUrl, { max: 1 });
before(async () => {
  await ann.receive(100_000);
});
after(async () => {
  await strict.end();
});

/** Half of an emoji, NUL, and what moves the cursor of a terminal. */
const NASTY = 'a\ud83d\u0000\u001b[2J\u009b';
const LEVELS_OF_NET = 64;
const ADDED_BY_FILES = 4;

const nested = (levels: number, inside: unknown): unknown =>
  levels === 0 ? inside : { a: nested(levels - 1, inside) };

const levelsOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(levelsOf))
    : 0;

/** Every text that the payee's lists, single records, webhooks and files are made of. */
async function checkAll(): Promise<void> {
  const paths = [
    '/invoices',
    '/invoices/incoming',
    '/invoices/outgoing',
    `${hook.path}/deliveries`,
  ];
  const pages = await Promise.all(paths.map((path) => ann.get(path)));
  const records = await strict<{ body: string }[]>`select body from settled_record`;
  const bodies = records.map(({ body }) => body);
  for (const text of [...pages.map((page) => page.text), ...bodies]) {
    await checkText(text);
    assert.ok(levelsOf(JSON.parse(text)) <= LEVELS_OF_NET - ADDED_BY_FILES, text);
  }
}

async function checkText(text: string): Promise<void> {
  await strict`select ${text}::text::jsonb`;
  for (const one of textsIn(JSON.parse(text))) assert.doesNotMatch(one, /[^\P{Cc}\t\n\r]/u);
}

/** All values and keys, but for what its sender has signed: another text would be no event. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.entries(value).filter(([key]) => !key.startsWith('zap_request'));
  return members.flatMap(([key, member]) => [key, ...textsIn(member)]);
}

function hashOf({ body }: Answer): string {
  const decoded = decodeBolt11(textField(body, 'pr'));
  assert.ok(decoded.ok, JSON.stringify(body));
  return decoded.value.paymentHash;
}

const ask = (query: string) => api.call('GET', `/lnurlp/ann/callback?amount=21000&${query}`);
const payerData = (value: unknown) => ask(`payerdata=${encodeURIComponent(JSON.stringify(value))}`);

describe('strict readers of JSON take what a payee is shown after', () => {
  test('a comment', async () => {
    const comment = `comment=a%ED%A0%BD%00%1B%5B2J%C2%9B`;
    await api.payFromExternalNode(hashOf(await ask(comment)));
    await checkAll();
  });

  test('payer data, which the invoice still commits to as they came', async () => {
    const said = nested(MAX_PAYER_DATA_DEPTH - 2, { name: 'a\ud83d', 'x\u001b': ['\u009b\udc00'] });
    const text = JSON.stringify({ name: 'a\ud83d\u001b', email: '\udc00', said: { y: 1 } });
    const answer = await ask(`payerdata=${encodeURIComponent(text)}`);
    const decoded = decodeBolt11(textField(answer.body, 'pr'));
    const metadata = textField((await api.call('GET', '/.well-known/lnurlp/ann')).body, 'metadata');
    assert.ok(decoded.ok);
    assert.equal(decoded.value.descriptionHash, hash('sha256', metadata + text));
    await api.payFromExternalNode(decoded.value.paymentHash);
    const { body } = await ann.get(`/invoices/${decoded.value.paymentHash}`);
    assert.equal(field(body, 'payer_name'), 'a\ufffd');
    const shown = { payer_data: { name: 'a\ufffd', email: '\ufffd', said: { y: 1 } } };
    assert.deepEqual(field(body, 'metadata'), shown);
    const deep = await payerData(said);
    await checkAll();
    assert.match(textField(deep.body, 'reason'), /payerdata must be a JSON object/);
    await api.payFromExternalNode(hashOf(await payerData(nested(MAX_PAYER_DATA_DEPTH, 1))));
    await checkAll();
  });

  test('a zap', async () => {
    const zap = zapText({ comment: 'a\u001b[2J', tags: [['x', 'a💛\u2028']] });
    await api.payFromExternalNode(hashOf(await ask(`nostr=${encodeURIComponent(zap)}`)));
    const { body } = await ann.get('/invoices/incoming?items=1');
    assert.equal(field(field(body, '0'), 'comment'), 'a[2J');
    await checkAll();
  });

  test('a keysend with the records of podcasts and chats', async () => {
    const said = { message: NASTY, sender_name: NASTY, [NASTY]: [NASTY, nested(12, NASTY)] };
    await ann.receiveKeysend(
      5,
      new Map([
        [BOOSTAGRAM_RECORD, Buffer.from(JSON.stringify(said))],
        [MESSAGE_RECORD, Buffer.from(NASTY)],
      ]),
    );
    const { body } = await ann.get('/invoices/incoming?items=1');
    assert.equal(field(field(body, '0'), 'comment'), 'a\ufffd[2J');
    await checkAll();
  });

  test('a payment of an invoice with a foreign description, and its decoding', async () => {
    const { bolt11 } = api.node.externalInvoice({ memo: 'a\u0000\u001b[2J\u009b' });
    const decoded = await ann.get(`/decode/bolt11/${bolt11}`);
    assert.equal(field(decoded.body, 'description'), 'a[2J');
    await checkText(decoded.text);
    assert.equal((await ann.post('/payments/bolt11', { invoice: bolt11 })).status, 200);
    await checkAll();
  });

  test('metadata of an app', async () => {
    const make = (metadata: unknown) => ann.post('/invoices', { amount: 1, metadata });
    const deep = await make(nested(MAX_METADATA_DEPTH + 1, 1));
    assert.equal(deep.status, 400);
    assert.match(deep.text, /metadata has more than 32 levels/);
    const made = await make(nested(MAX_METADATA_DEPTH, 'a\ud83d'));
    await api.payFromExternalNode(textField(made.body, 'payment_hash'));
    await checkAll();
  });
});
