import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { bech32 } from '@scure/base';
import { sat } from '../../src/base/amount.ts';
import { encodeLnurl } from '../../src/lnurl/lnurl-text.ts';
import { startAccounts } from '../support/account-world.ts';
import { asApiUser } from '../support/api-user.ts';
import { startSendPages } from '../support/lnurl/send-pages.ts';
import { readText } from '../support/page-visitor.ts';

/** Numbers in titles: the browser tests of the wallet (money), as far as no browser is needed. */

const world = await startSendPages({ after });
const { node, payee } = world;
const visitor = await world.addPayer();

async function refusal(text: string): Promise<string> {
  const answer = await visitor.post('/send', { to: text });
  assert.equal(answer.statusCode, 400, String(answer.headers.location));
  return readText(answer);
}

describe('8 a text that cannot be paid is told what it is', () => {
  const nowSec = (): number => Math.floor(world.clock.now().getTime() / 1000);
  const damaged = node.externalInvoice().bolt11.replace(/.{4}$/, 'qqqq');
  const CASES: readonly (readonly [string, () => string, RegExp])[] = [
    ['nothing', () => ' ', /Paste an invoice, a Lightning address or a Lightning link/],
    ['rubbish', () => 'hello there', /This is no invoice, no Lightning address/],
    ['too much', () => 'x'.repeat(10_001), /This text is too long/],
    ['a damaged invoice', () => damaged, /This invoice is damaged/],
    [
      'an expired invoice',
      () => node.externalInvoice({ timestampSec: nowSec() - 7200 }).bolt11,
      /This invoice has expired\. Ask for a new one/,
    ],
    [
      'an invoice of the old kind, expired or not',
      () => node.externalInvoice({ secretless: 'old', timestampSec: nowSec() - 7200 }).bolt11,
      /This invoice is of an old kind that cannot be paid any more\. Ask the payee for a new one/,
    ],
    [
      'an invoice of another network',
      () => node.externalInvoice({ network: 'bitcoin' }).bolt11,
      /for another network \(Bitcoin\)\. This wallet is on a private test network/,
    ],
    [
      'an address on the chain',
      () => 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      /for payments on the blockchain\. Only Lightning payments can be sent here/,
    ],
    ['an offer', () => `lno1${'q'.repeat(80)}`, /an offer of a newer kind \(BOLT 12\)/],
    ['no one here', () => 'nobody@pay.example', /No one here has this address/],
    ['a private address', () => 'lnurlp://10.0.0.1/x', /private network/],
    ['no one by a name', () => '@nobody', /No one here has this address/],
    ['no one by a name alone', () => 'nobody', /No one here has this address/],
    [
      'two payments',
      () => `ann@pay.example or ${node.externalInvoice().bolt11}`,
      /more than one payment\. Paste only the invoice or the address/,
    ],
    [
      'an invoice of a kind that no one knows',
      () => bech32.encode('lnbcrt', Array<number>(200).fill(0), false),
      /^(?!.*damaged).*of a kind that is not known here/,
    ],
    ['a Nostr key', () => `nostr:npub1${'q'.repeat(58)}`, /a Nostr key, not a payment/],
  ];
  for (const [name, text, words] of CASES) {
    test(name, async () => assert.match(await refusal(text()), words));
  }

  test('what was typed stays in the field, as text', async () => {
    const typed = '"><script>alert(1)</script>';
    const answer = await visitor.post('/send', { to: typed });
    assert.doesNotMatch(answer.body, /<script>alert/);
    assert.match(answer.body, />\n&#34;&#62;&#60;script/);
  });
});

describe('9 a payee that breaks the rules is refused in words', () => {
  const first = async (answer: unknown): Promise<string> => {
    payee.answers.set('/pay', answer);
    return await refusal(encodeLnurl(`${payee.url}/pay`));
  };
  const second = async (answer: object, input: object = {}): Promise<string> => {
    world.offer({}, input, answer);
    const path = await world.begin(visitor, world.shop);
    const refused = await visitor.post(path, { amount: '100', comment: 'kept' });
    assert.equal(refused.statusCode, 400);
    assert.match(refused.body, /name="amount" type="text" value="100"/);
    assert.match(refused.body, /name="comment" type="text" value="kept"/);
    const text = readText(refused);
    assert.match(text, /Nothing was sent\.|refused: “/);
    return text;
  };

  test('silence', async () => {
    const text = await first('silence');
    assert.match(text, /The server 127\.0\.0\.1:\d+ (cannot be reached|did not answer in time)/);
    assert.doesNotMatch(text, /the part behind the @/);
  });
  test('no LNURL', async () => assert.match(await first({}), /no Lightning payment behind/));
  test('no server', async () => {
    assert.match(await refusal('ann@nowhere.invalid'), /No server named nowhere\.invalid exists/);
  });
  test('plain http, in the link and in what is asked next', async () => {
    assert.match(
      await refusal('http://8.8.8.8/.well-known/lnurlp/ann'),
      /without a secure connection/,
    );
    const answer = { tag: 'payRequest', minSendable: 1000, maxSendable: 2000, metadata: '[]' };
    const next = 'http://8.8.8.8/cb';
    assert.match(
      await first({ ...answer, callback: next }),
      /a place that may not be reached from here/,
    );
  });
  test('a private address, in what is asked next', async () => {
    const answer = { tag: 'payRequest', minSendable: 1000, maxSendable: 2000, metadata: '[]' };
    const next = 'https://10.0.0.1/cb';
    assert.match(
      await first({ ...answer, callback: next }),
      /a place that may not be reached from here/,
    );
  });
  test('10 MB', async () => {
    assert.match(await first({ filling: 'x'.repeat(10_000_000) }), /far too long/);
  });
  test('a no in its own words, which stay text', async () => {
    const text = await first({ status: 'ERROR', reason: 'closed <b>today</b>' });
    assert.ok(text.includes(`${payee.host} refused: “closed <b>today</b>”`), text);
  });
  test('another amount', async () => {
    const { bolt11: pr } = node.externalInvoice({ amountMsat: 1_000_000n });
    assert.match(await second({ pr }), /an invoice for another amount than you chose/);
  });
  test('another network', async () => {
    assert.match(await second({}, { network: 'bitcoin' }), /an invoice for another network/);
  });
  test('no invoice', async () => assert.match(await second({ pr: '' }), /gave no invoice/));
  test('a link to another host afterwards', async () => {
    const successAction = { tag: 'url', description: 'x', url: 'https://evil.example/' };
    assert.match(await second({ successAction }), /lead you to another site afterwards/);
  });
  test('an amount or a comment that it does not take', async () => {
    world.offer({ minSendable: 5000, maxSendable: 9000 });
    const path = await world.begin(visitor, world.shop);
    const wrong = await visitor.post(path, { amount: '10' });
    assert.match(readText(wrong), /Enter an amount from 5 sat to 9 sat/);
    const long = await visitor.post(path, { amount: '6', comment: 'x'.repeat(21) });
    assert.match(readText(long), /Shorten it to 20 characters/);
  });
});

describe('with real sessions', async () => {
  const config = { feeReserveMinSat: sat(60n) };
  const own = await startAccounts({ after }, { config });
  const person = await own.addPerson();
  const browser = await own.signedIn(person);
  const api = await asApiUser(own, person.user);
  await api.receive(300_000);
  const begin = async (amountSat: bigint): Promise<string> => {
    const { bolt11 } = own.node.externalInvoice({ amountMsat: amountSat * 1000n });
    return String((await browser.post('/send', { to: bolt11 })).headers.location);
  };

  test('warns of a fee that may be half of the amount', async () => {
    const words = /The fee may be as high as 60 sat for a payment of 1\d\d sat/;
    assert.match(readText(await browser.get(await begin(120n))), words);
    assert.doesNotMatch(readText(await browser.get(await begin(121n))), words);
    assert.doesNotMatch(readText(await browser.get(await begin(99n))), words);
  });
});
