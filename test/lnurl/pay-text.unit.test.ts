import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addressRules } from '../../src/base/address-rules.ts';
import { encodeLnurl } from '../../src/lnurl/lnurl-text.ts';
import { type PayText, readPayText } from '../../src/lnurl/pay-text.ts';
import { LOOPBACK } from '../support/webhook-post.ts';

const PUBLIC = {
  addresses: addressRules([]),
  ownDomain: 'own.example',
  ownHosts: ['own.example', 'api.own.example:3000'],
};
const LISTED = {
  addresses: addressRules(LOOPBACK),
  ownDomain: '127.0.0.1:3000',
  ownHosts: ['127.0.0.1:3000'],
};

const read = (text: string, rules = PUBLIC): PayText | string => {
  const result = readPayText(text, rules);
  return result.ok ? result.value : result.refusal;
};

const addressUrl = (text: string, rules = PUBLIC): string | null => {
  const result = read(text, rules);
  if (typeof result === 'string') return result;
  return result.kind === 'address' ? result.address.url : result.kind;
};

const lnurlOf = (text: string, rules = PUBLIC): string => {
  const result = read(text, rules);
  if (typeof result === 'string') return result;
  return result.kind === 'lnurl' ? `${result.expects ?? 'any'} ${result.url}` : result.kind;
};

/** LUD-01. */
const LUD01_URL =
  'https://service.com/api?q=3fc3645b439ce8e7f2553a69e5267081d96dcd340693afabe04be7b0ccd178df';
const LUD01 =
  'LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZD3EV56NYD3HX' +
  'QURZEPEXEJXXEPNXSCRVWFNV9NXZCN9XQ6XYEFHVGCXXCMYXYMNSERXFQ5FNS';

describe('what a pasted text asks for', () => {
  test('LUD-16 a lightning address, in any case, with a tag, and that of a domain', () => {
    const at = 'https://pay.example/.well-known/lnurlp';
    assert.equal(addressUrl('ann@pay.example'), `${at}/ann`);
    assert.equal(addressUrl(' Ann@Pay.Example\n'), `${at}/ann`);
    assert.equal(addressUrl('lightning:ann@pay.example'), `${at}/ann`);
    assert.equal(addressUrl('ann+shop.1@pay.example'), `${at}/ann+shop.1`);
    assert.equal(addressUrl('@pay.example'), `${at}/_`);
    assert.equal(addressUrl('_@pay.example'), `${at}/_`);
    assert.equal(addressUrl('lnbc1@pay.example'), `${at}/lnbc1`);
  });

  test('an address at our own domain leads to no URL, whatever its port', () => {
    assert.equal(addressUrl('ann@own.example'), null);
    assert.equal(addressUrl('ann+tag@OWN.example'), null);
    assert.equal(addressUrl('ann@127.0.0.1:3000', LISTED), null);
    const own = { ...LISTED, addresses: PUBLIC.addresses };
    assert.equal(addressUrl('ann@127.0.0.1:3000', own), null);
  });

  test('16 an LNURL that leads to this service is its address, without a question', () => {
    const url = 'https://api.own.example:3000/.well-known/lnurlp/ann+tag';
    const address = { name: 'ann+tag', domain: 'own.example', url: null };
    for (const text of [encodeLnurl(url), url.replace('https', 'lnurlp'), url]) {
      assert.deepEqual(read(text), { kind: 'address', address }, text);
    }
    assert.equal(read('lnurlp://own.example/lnurlp/ann/callback'), 'own_link');
    assert.equal(read(encodeLnurl('https://own.example/')), 'own_link');
    assert.equal(read('lnurlw://own.example/'), 'own_link');
  });

  test('22 hostile addresses are refused', () => {
    const hostile = {
      'a@127.0.0.1:9200/x#': 'bad_address',
      'a@127.0.0.1:9200/x': 'private_host',
      'a@pay.example:1/x#': 'bad_address',
      'user@[::1]': 'private_host',
      'user@169.254.169.254': 'private_host',
      'user@10.0.0.1': 'private_host',
      'user@2130706433': 'private_host',
      'user@0x7f.1': 'private_host',
      'user@localhost': 'private_host',
      'user@intranet': 'private_host',
      'user@pay.example:8443': 'port',
      'user@pay.example:443': 'bad_address',
      'user@pay.example/': 'bad_address',
      'user@pay.example?x': 'bad_address',
      'user@pаy.example': 'bad_address',
      'user@１２７.0.0.1': 'bad_address',
      'user@pay。example': 'bad_address',
      'user@%31%32%37.0.0.1': 'bad_address',
      'user@evil@pay.example': 'bad_address',
      'user@': 'bad_address',
      '../admin@pay.example': 'bad_address',
      '..@pay.example': 'bad_address',
      '.@pay.example': 'bad_address',
      '%2e%2e@pay.example': 'bad_address',
      'a\u202eb@pay.example': 'not_understood',
      'a\u0000@pay.example': 'not_understood',
      'a+b+c@pay.example': 'bad_address',
      'user@abcdefghij.onion': 'onion',
    };
    for (const [text, why] of Object.entries(hostile)) {
      assert.equal(read(text), why, text);
    }
  });

  test('in networks that the operator lists, names without a dot and ports are accepted', () => {
    const at = '.well-known/lnurlp/ann';
    assert.equal(addressUrl('ann@127.0.0.1:4000', LISTED), `https://127.0.0.1:4000/${at}`);
    assert.equal(addressUrl('ann@localhost:4000', LISTED), `https://localhost:4000/${at}`);
    assert.equal(addressUrl('ann@box.lan:4000', LISTED), `https://box.lan:4000/${at}`);
    assert.equal(addressUrl('ann@box.lan', LISTED), `https://box.lan/${at}`);
    assert.equal(read('ann@10.0.0.1', LISTED), 'private_host');
    assert.equal(read('ann@93.184.216.34:4000', LISTED), 'port');
  });

  test('LUD-01 bech32 in either case, behind lightning: and in a web link', () => {
    assert.equal(encodeLnurl(LUD01_URL), LUD01.toLowerCase());
    const expected = `any ${LUD01_URL}`;
    assert.equal(lnurlOf(LUD01), expected);
    assert.equal(lnurlOf(LUD01.toLowerCase()), expected);
    assert.equal(lnurlOf(`lightning:${LUD01}`), expected);
    assert.equal(lnurlOf(`LIGHTNING:${LUD01}`), expected);
    assert.equal(lnurlOf(`https://shop.example/pay?lightning=${LUD01}`), expected);
    assert.equal(lnurlOf(`HTTPS://SHOP.EXAMPLE/PAY?LIGHTNING=${LUD01}`), expected);
    assert.equal(read(`${LUD01.slice(0, 20)}${LUD01.slice(20).toLowerCase()}`), 'bad_lnurl');
    assert.equal(read(`${LUD01.slice(0, -1)}Q`), 'bad_lnurl');
    assert.equal(read('lnurl1'), 'bad_lnurl');
  });

  test('22 what is inside a bech32 LNURL is judged like any URL', () => {
    assert.equal(read(encodeLnurl('http://pay.example/a')), 'not_https');
    assert.equal(read(encodeLnurl('file:///etc/passwd')), 'bad_link');
    assert.equal(read(encodeLnurl('https://user:pw@pay.example/a')), 'bad_link');
    assert.equal(read(encodeLnurl('https://pay.example/a#b')), 'bad_link');
    assert.equal(read(encodeLnurl('https://169.254.169.254/')), 'private_host');
    assert.equal(read(encodeLnurl('https://pаy.example/')), 'bad_link');
    assert.equal(read(encodeLnurl('https://pay.example/a\nb')), 'bad_link');
    assert.equal(read(encodeLnurl('https://x.onion/a')), 'onion');
    assert.equal(read(encodeLnurl('https://pay.example:444/a')), 'port');
    assert.equal(
      lnurlOf(encodeLnurl('http://127.0.0.1:4000/a?b=c'), LISTED),
      'any http://127.0.0.1:4000/a?b=c',
    );
  });

  test('LUD-17 schemes, with // and without', () => {
    assert.equal(lnurlOf('lnurlp://pay.example/a?b=c'), 'payRequest https://pay.example/a?b=c');
    assert.equal(lnurlOf('LNURLP:pay.example/a'), 'payRequest https://pay.example/a');
    assert.equal(lnurlOf('lnurlw://pay.example/a'), 'withdrawRequest https://pay.example/a');
    assert.equal(lnurlOf('lnurlw:pay.example/a'), 'withdrawRequest https://pay.example/a');
    assert.equal(lnurlOf('lnurlp://127.0.0.1:1/a', LISTED), 'payRequest https://127.0.0.1:1/a');
    assert.equal(read('keyauth://pay.example/a?tag=login'), 'login_link');
    assert.equal(read('lnurlc:pay.example/a'), 'channel_link');
    assert.equal(read('lnurlp://user@pay.example/a'), 'bad_link');
    assert.equal(read('lnurlp://127.0.0.1/a'), 'private_host');
  });

  test('the tag in a URL is told apart without asking', () => {
    const withTag = (tag: string) => encodeLnurl(`https://pay.example/a?tag=${tag}&k1=00`);
    assert.equal(read(withTag('login')), 'login_link');
    assert.equal(read(withTag('channelRequest')), 'channel_link');
    assert.match(lnurlOf(withTag('withdrawRequest')), /^withdrawRequest /);
    assert.equal(read('https://pay.example/a?tag=login&k1=00'), 'login_link');
    assert.match(lnurlOf('https://pay.example/a?tag=payRequest'), /^payRequest /);
    assert.match(lnurlOf('https://pay.example/.well-known/lnurlp/ann'), /^any /);
    assert.equal(read('https://pay.example/'), 'bad_link');
  });

  test('invoices, alone, behind lightning: and in BIP 21', () => {
    const invoice = 'lnbc10n1pjk6m6spp57n44';
    for (const text of [
      invoice,
      `lightning:${invoice}`,
      `LIGHTNING:${invoice}`,
      `lightning://${invoice}`,
      `bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.1&lightning=${invoice}`,
      `bitcoin:?lno=lno1abc&lightning=${invoice}`,
    ]) {
      assert.deepEqual(read(text), { kind: 'bolt11', bolt11: invoice }, text);
    }
    const upper = `BITCOIN:BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ?LIGHTNING=${invoice.toUpperCase()}`;
    assert.deepEqual(read(upper), { kind: 'bolt11', bolt11: invoice.toUpperCase() });
    assert.equal(lnurlOf(`bitcoin:?lightning=${LUD01}`), `any ${LUD01_URL}`);
  });

  test('what is no Lightning payment is refused with what it is', () => {
    assert.equal(read('bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=1'), 'onchain');
    assert.equal(read('bitcoin:?lno=lno1abc'), 'onchain');
    assert.equal(read('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'), 'onchain');
    assert.equal(read('1BoatSLRHtKNngkdXEeobR76b53LETtpyT'), 'onchain');
    assert.equal(read('lno1zrxq8pjw7qjlm68mtp7e3yvxee4y5xrgjhhyf2fxhlphpckrvevh50u0q'), 'bolt12');
    assert.equal(read(`npub1${'q'.repeat(58)}`), 'nostr_key');
    assert.equal(read(`nostr:npub1${'q'.repeat(58)}`), 'nostr_key');
    assert.equal(read(''), 'empty');
    assert.equal(read('  '), 'empty');
    assert.equal(read('hello there'), 'not_understood');
    assert.equal(read('javascript:alert(1)'), 'not_understood');
    assert.equal(read('file:///etc/passwd'), 'not_understood');
    assert.equal(read('lightning:bitcoin:bc1qar'), 'not_understood');
    assert.equal(read('x'.repeat(10_001)), 'too_long');
    assert.equal(read(`lightning:${'lightning:'.repeat(900)}`), 'not_understood');
  });
});
