import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addressRules } from '../../src/base/address-rules.ts';
import { MAX_PAY_TEXT_LENGTH } from '../../src/base/limits.ts';
import { MAX_PAY_WORDS } from '../../src/lnurl/limits.ts';
import { encodeLnurl } from '../../src/lnurl/lnurl-text.ts';
import { readPayText } from '../../src/lnurl/pay-text.ts';

const RULES = {
  addresses: addressRules([]),
  ownDomain: 'own.example',
  ownHosts: ['own.example', 'api.own.example:3000'],
};
/** BOLT 11, examples: of 2500u, and the first one, without an amount. */
const INVOICE =
  'lnbc2500u1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqc' +
  'yq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu9qrsgquk0rl77nj30yxdy8j9vdx85fkpmdla2087ne' +
  '0xh8nhedh8w27kyke0lp53ut353s06fv3qfegext0eh0ymjpf39tuven09sam30g4vgpfna3rh';
const OTHER =
  'lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqw' +
  'zqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357w' +
  'nc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3yap9us6v52vjjsrvywa6rt52cm9r9zqt8r2t7mlcwspyetp5h2tztugp' +
  '9lfyql';
const KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const OTHER_KEY = '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5';
const LNURL = encodeLnurl('https://pay.example/p');
const HALF = Math.floor(INVOICE.length / 2);
const [BEGIN, END] = [INVOICE.slice(0, HALF), INVOICE.slice(HALF)];
const inLines = (text: string, width: number, between: string): string =>
  text.match(new RegExp(`.{1,${width}}`, 'g'))?.join(between) ?? '';

/** What it leads to, in a word. */
function read(text: string): string {
  const result = readPayText(text, RULES);
  if (!result.ok) return result.refusal;
  const value = result.value.kind === 'both' ? result.value.lightning : result.value;
  switch (value.kind) {
    case 'chain':
      return value.addresses.map(({ address }) => address).join();
    case 'bolt11':
      return value.bolt11;
    case 'address':
      return `${value.address.name}@${value.address.domain}`;
    case 'lnurl':
      return value.url;
    case 'name':
      return `name ${value.name}`;
    case 'own_invoice':
      return `invoice ${value.id} of ${value.name}`;
    case 'node':
      return `node ${value.pubkey}`;
  }
}

const ADDRESSES: Readonly<Record<string, string>> = {
  'a lightning sign': '⚡bob@pay.example',
  'a sign with a variation selector': '⚡\ufe0fbob@pay.example',
  'a sign and a space': '⚡ bob@pay.example',
  'a bitcoin sign': '₿bob@pay.example',
  'angle brackets': '<bob@pay.example>',
  'a full stop': 'bob@pay.example.',
  'mailto:': 'mailto:bob@pay.example',
  'mailto: with a subject': 'MAILTO:Bob@pay.example?subject=bill',
  'an invisible mark behind it': 'bob@pay.example\u200b',
  'a mark of direction': '\u200ebob@pay.example',
  'isolates around it': '\u2068bob@pay.example\u2069',
  'marks of an embedding': '\u202abob@pay.example\u202c',
  'a soft hyphen within': 'bob@pay.ex\u00adample',
  'a byte order mark': '\ufeffbob@pay.example',
  'no-break spaces': '\u00a0bob@pay.example\u00a0',
  'a name in front': 'Bob Example <bob@pay.example>',
  'words and a question mark': 'Could you pay bob@pay.example?',
  'words on lines of their own': 'My address:\r\nbob@pay.example\r\nThanks!',
  'a short word in front': 'a bob@pay.example',
  'quotes of other languages': '„bob@pay.example“',
  'an ideographic full stop': 'bob@pay.example。',
  'signs of emphasis': '**bob@pay.example**',
  'a sign of a list': '• bob@pay.example',
  'a link of a text': '[Pay me](lightning:bob@pay.example)',
  'the same twice': 'bob@pay.example (Bob@Pay.Example)',
  'its own LNURL': `bob@pay.example ${encodeLnurl('https://pay.example/.well-known/lnurlp/bob')}`,
  'an address on the chain': 'bob@pay.example or bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'a handle': '@bob: bob@pay.example',
};

const INVOICES: Readonly<Record<string, string>> = {
  'two lines of a mail': `${BEGIN}\r\n${END}`,
  'a space in it': `${BEGIN} ${END}`,
  'lines of a quoted mail': `> ${BEGIN}\n> ${END}`,
  'lines that end in =': inLines(INVOICE, 75, '=\r\n'),
  'groups of four': inLines(INVOICE, 4, ' '),
  'a break behind each ten': inLines(INVOICE, 10, '\u200b'),
  'words of the same letters behind it': `${BEGIN}\n${END} thanks a lot`,
  'the word lightning': `lightning: ${INVOICE}`,
  'lightning: over lines': `lightning:${BEGIN}\n${END}`,
  'a lightning sign': `⚡${INVOICE}`,
  quotes: `"${INVOICE}"`,
  'an invisible mark': `${INVOICE}\u200b`,
  'a large first letter': `L${INVOICE.slice(1)}`,
  'web+lightning:': `web+lightning:${INVOICE}`,
  'a word without a space': `Invoice:${INVOICE}`,
  'a sentence': `Please pay ${INVOICE}, thank you!`,
  HTML: `<a href="lightning:${INVOICE}">Pay</a>`,
  'bitcoin: over lines': `bitcoin:BC1QX?amount=0.1&lightning=${BEGIN}\n${END}`,
  'bitcoin: without an address': `bitcoin:?lightning=${INVOICE}`,
  'its beginning': `${INVOICE.slice(0, 20)}…: ${INVOICE}`,
  'itself in large letters': `${INVOICE}\n${INVOICE.toUpperCase()}`,
};

const KEYS: Readonly<Record<string, string>> = {
  'large letters': KEY.toUpperCase(),
  'its host': `${KEY}@203.0.113.7:9735`,
  'its host of IPv6': `${KEY}@[2001:db8::7]:9735.`,
  'both of its hosts': `${KEY}@203.0.113.7:9735, ${KEY}@node.onion:9735`,
  'a scheme': `lightning:${KEY}`,
  'a scheme in large letters': `LIGHTNING:${KEY.toUpperCase()}`,
  'words around it': `Send it to my node ${KEY}, thanks!`,
  'a field of JSON': `{"identity_pubkey":"${KEY}"}`,
  'an invisible mark': `\u200e${KEY}\u200b`,
  'a handle': `@bob: ${KEY}`,
};

describe('what people paste', () => {
  for (const [name, text] of Object.entries(ADDRESSES)) {
    test(`an address with ${name}`, () => assert.equal(read(text), 'bob@pay.example'));
  }
  for (const [name, text] of Object.entries(INVOICES)) {
    test(`an invoice with ${name}`, () => assert.equal(read(text), INVOICE));
  }

  for (const [name, text] of Object.entries(KEYS)) {
    test(`a node's key with ${name}`, () => assert.equal(read(text), `node ${KEY}`));
  }

  test('what is no key of a node', () => {
    // The key of Nostr, and a hash.
    assert.equal(read(KEY.slice(2)), `name ${KEY.slice(2)}`);
    assert.equal(read(`nostr:${KEY}`), 'nostr_key');
    assert.equal(read(`04${KEY.slice(2)}`), 'not_understood');
    assert.equal(read(`${KEY}00`), 'not_understood');
    assert.equal(read(`${KEY.slice(0, 33)} ${KEY.slice(33)}`), 'not_understood');
    assert.equal(read(`${KEY.slice(0, 20)}\u202e${KEY.slice(20)}`), 'not_understood');
    assert.equal(read(`https://pay.example/node/${KEY}`), 'bad_link');
    assert.equal(read(`${KEY}@`), 'bad_address');
  });

  test('an invoice or LNURL in large letters, behind a scheme in large letters', () => {
    const large = INVOICE.toUpperCase();
    assert.equal(read(`LIGHTNING:${large}`), large);
    assert.equal(read(`${large.slice(0, HALF)}\n${large.slice(HALF)}`), large);
    for (const text of [LNURL.toUpperCase(), `LIGHTNING:${LNURL.toUpperCase()}`]) {
      assert.equal(read(text), 'https://pay.example/p');
    }
    assert.equal(read(`https://shop.example/?lightning=${LNURL}`), 'https://pay.example/p');
    assert.equal(read(`L${LNURL.slice(1)}`), 'https://pay.example/p');
    assert.equal(read(`${LNURL.slice(0, 20)}\n${LNURL.slice(20)}`), 'https://pay.example/p');
  });

  test('pages of this service', () => {
    assert.equal(read('https://own.example/pay/bob'), 'bob@own.example');
    assert.equal(read('http://api.own.example:3000/pay/Bob+tip/?amount=21'), 'bob+tip@own.example');
    assert.equal(read('Pay me: https://own.example/pay/bob.'), 'bob@own.example');
    assert.equal(read('https://own.example/pay/bob/x1Y'), 'invoice x1Y of bob');
    assert.equal(read('https://own.example/account'), 'own_link');
    assert.equal(read('https://pay.example/pay/bob'), 'bad_link');
  });

  test('the name of someone here, alone and behind an @', () => {
    assert.equal(read('Bob'), 'name bob');
    assert.equal(read(' bob.b+tip '), 'name bob.b+tip');
    assert.equal(read('@Bob'), 'bob@own.example');
    assert.equal(read('@bob+tip'), 'bob+tip@own.example');
    // With a dot it is a domain (LUD-16).
    assert.equal(read('@bob.example'), '_@bob.example');
    assert.equal(read('lightning:bob'), 'not_understood');
    assert.equal(read('pay bob'), 'not_understood');
    assert.equal(read('@bob and @alice'), 'not_understood');
  });

  test('several payments in one text are told, whichever they are', () => {
    for (const text of [
      `${INVOICE} ${OTHER}`,
      `${INVOICE}\n${LNURL}`,
      `bob@pay.example: ${INVOICE}`,
      'bob@pay.example alice@pay.example',
      'From: ann@pay.example\nTo: bob@pay.example',
      `bob@pay.example ${INVOICE.slice(0, -1)}q`,
      `bitcoin:?lightning=${INVOICE}&lightning=${OTHER}`,
      `${BEGIN}\n${END}\n${OTHER}`,
      `${KEY} ${OTHER_KEY}`,
      `${KEY}@203.0.113.7:9735 bob@pay.example`,
      `${INVOICE} ${KEY}`,
    ]) {
      assert.equal(read(text), 'several', text);
    }
    assert.equal(read('bob@pay.example,alice@pay.example'), 'bad_address');
    assert.equal(read(`${KEY}@203.0.113.7:9735,${OTHER_KEY}@203.0.113.8:9735`), 'bad_address');
    assert.equal(read(`${KEY}@203.0.113.7:9735,${OTHER_KEY}`), 'bad_address');
    assert.equal(read(`${KEY}@203.0.113.7:9735,bob@pay.example`), 'bad_address');
  });

  test('what the checksum does not prove to belong together is not joined', () => {
    assert.equal(read(`${BEGIN} q${END}`), BEGIN);
    assert.equal(read(`${BEGIN}\nand then\n${END}`), BEGIN);
    assert.equal(read(`${INVOICE} qqqq`), INVOICE);
  });

  test('what is hidden within an address stays a reason to refuse it', () => {
    assert.equal(read('bob\u202e@pay.example'), 'not_understood');
    assert.equal(read('bob@pay.exa\u0007mple'), 'not_understood');
    assert.equal(read('⚡'), 'not_understood');
    assert.equal(read('"'), 'not_understood');
  });

  test('a text has a bounded number of words', () => {
    const words = `${'x '.repeat(MAX_PAY_WORDS - 1)}bob@pay.example`;
    assert.ok(words.length < MAX_PAY_TEXT_LENGTH);
    assert.equal(read(words), 'bob@pay.example');
    assert.equal(read(`x ${words}`), 'too_long');
  });
});
