import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addressRules } from '../../src/base/address-rules.ts';
import { sat } from '../../src/base/amount.ts';
import { encodeLnurl } from '../../src/lnurl/lnurl-text.ts';
import { type PayText, readPayText } from '../../src/lnurl/pay-text.ts';
import { bitcoinUri, uriForBoth } from '../../src/onchain/bitcoin-uri.ts';
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

const readAll = (text: string, rules = PUBLIC): PayText | string => {
  const result = readPayText(text, rules);
  return result.ok ? result.value : result.refusal;
};

/** What a text asks for; the Lightning payment where it offers an address beside one. */
const read = (text: string, rules = PUBLIC): PayText | string => {
  const result = readAll(text, rules);
  return typeof result === 'object' && result.kind === 'both' ? result.lightning : result;
};

/** The addresses of a link, and what is paid to them, where nothing else is meant. */
const chainOf = (text: string): string => {
  const result = readAll(text);
  if (typeof result === 'string') return result;
  if (result.kind !== 'chain') return result.kind;
  const { addresses, amountSat, purpose } = result;
  const named = addresses.map(({ address }) => address).join(' ');
  return [named, amountSat, purpose].filter((part) => part !== null).join(', ');
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
    assert.equal(read('lno1zrxq8pjw7qjlm68mtp7e3yvxee4y5xrgjhhyf2fxhlphpckrvevh50u0q'), 'bolt12');
    assert.equal(read(`npub1${'q'.repeat(58)}`), 'nostr_key');
    assert.equal(read(`nostr:npub1${'q'.repeat(58)}`), 'nostr_key');
    assert.equal(read(''), 'empty');
    assert.equal(read('  '), 'empty');
    assert.equal(read('hello there'), 'not_understood');
    assert.equal(read('javascript:alert(1)'), 'not_understood');
    assert.equal(read('file:///etc/passwd'), 'not_understood');
    assert.equal(read('x'.repeat(10_001)), 'too_long');
    assert.equal(read(`lightning:${'lightning:'.repeat(900)}`), 'not_understood');
  });

  test('LUD-17 an address, an LNURL or a whole link behind the scheme', () => {
    const bob = 'https://pay.example/.well-known/lnurlp/bob';
    for (const text of [
      'lnurlp:bob@pay.example',
      'lnurlp://bob@pay.example',
      'lnurlp://bob@pay.example/',
      'lnurlp:///bob@pay.example',
      'LNURLP:BOB@PAY.EXAMPLE',
      'web+lnurlp:bob@pay.example',
      'lnurlp:bob%40pay.example',
      'lnurlp:bob@pay.example?amount=1000',
      'lightning:lnurlp:bob@pay.example',
      'lightning:lnurl:bob@pay.example',
      'lightning%3Abob%40pay.example',
      'lightning://bob@pay.example/',
      'lightning:bob@pay.example?amount=21&comment=hi',
      'bitcoin:?lightning=lnurlp:bob@pay.example',
    ]) {
      assert.equal(addressUrl(text), bob, text);
    }
    for (const text of [
      'lnurlp:https://pay.example/.well-known/lnurlp/bob',
      'lnurlp://https://pay.example/.well-known/lnurlp/bob',
      'LNURLP://PAY.EXAMPLE/.WELL-KNOWN/LNURLP/BOB',
      'web+lnurlp://pay.example/.well-known/lnurlp/bob',
      'lnurlp:%2F%2Fpay.example%2F.well-known%2Flnurlp%2Fbob',
      'lightning:lnurlp://pay.example/.well-known/lnurlp/bob',
      'https://shop.example/?lightning=lnurlp%3A%2F%2Fpay.example%2F.well-known%2Flnurlp%2Fbob',
      `lnurlp:${encodeLnurl(bob)}`,
      `lnurlp://${encodeLnurl(bob).toUpperCase()}`,
    ]) {
      assert.equal(lnurlOf(text), `payRequest ${bob}`, text);
    }
    assert.equal(addressUrl('lnurlp:bob@own.example'), null);
    assert.equal(addressUrl('lnurlp:127.0.0.1:3000/pay/bob', LISTED), null);
    assert.equal(read('lnurlp:bob@x.onion'), 'onion');
    assert.equal(read('lnurlp://x.onion/a'), 'onion');
    assert.equal(read('lnurlp:user@evil@pay.example'), 'bad_address');
    assert.equal(read('lnurlp:bob@127.0.0.1'), 'private_host');
    assert.equal(read('lnurlw:bob@pay.example'), 'bad_link');
    assert.equal(read('web+keyauth://pay.example/a'), 'login_link');
    assert.equal(read('lightning:keyauth://pay.example/a'), 'login_link');
    assert.equal(read('https://shop.example/?lightning=lnurlc:pay.example/a'), 'channel_link');
    assert.equal(
      lnurlOf('lightning:lnurlw://pay.example/a'),
      'withdrawRequest https://pay.example/a',
    );
    // An LNURL in bech32 says itself whether there is https; a scheme of LUD-17 does not.
    for (const [text, isSchemeOpen] of [
      [`lnurlp:${encodeLnurl(bob)}`, false],
      ['lnurlp:pay.example/a', true],
    ] as const) {
      assert.equal(Reflect.get(Object(read(text)), 'isSchemeOpen'), isSchemeOpen);
    }
  });

  test('BIP 321 a Lightning payment, wherever it stands among the ways to pay', () => {
    const invoice = 'lnbc10n1pjk6m6spp57n44';
    const chain = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    for (const text of [
      `bitcoin:${chain}&lightning=${invoice}`,
      `bitcoin:${chain}&amount=0.1&lightning=${invoice}`,
      `bitcoin:${chain}?amount=0.1&amp;lightning=${invoice}`,
      `bitcoin:${chain}?lightning=&lightning=${invoice}`,
      `bitcoin:${chain}?lightning=${invoice}&lightning=${invoice.toUpperCase()}`,
      `bitcoin:${chain}?lightning=lightning%3A${invoice}`,
      `bitcoin:${chain}?lightning=lno1zrxq8pjw7qjlm68mtp7e3yvxee4y&lightning=${invoice}`,
      `bitcoin:${chain}?LIGHTNING=${invoice}`,
      `bitcoin://${chain}?lightning=${invoice}`,
      `bitcoin:${invoice}`,
      `bitcoin:?sp=sp1qabc&lightning=${invoice}&pop=app%3a`,
      `bitcoin:${chain}?req-amount=1&req-lightning=${invoice}`,
      `web+bitcoin:${chain}?lightning=${invoice}`,
      `lightning:bitcoin:${chain}?lightning=${invoice}`,
      `bitcoin:${chain}?lightning=${invoice}&lnurl=${LUD01}`,
      `lightning:${invoice}?redirect=x`,
      `lightning://${invoice}/`,
      `LIGHTNING%3A${invoice}`,
      `https://shop.example/#lightning=${invoice}`,
      `https://shop.example/#/pay?id=1&lightning=${invoice}`,
    ]) {
      const result = read(text);
      assert(typeof result === 'object' && result.kind === 'bolt11', `${text}: ${String(result)}`);
      assert.equal(result.bolt11.toLowerCase(), invoice, text);
    }
    assert.equal(lnurlOf(`bitcoin:${chain}?lnurl=${LUD01}`), `any ${LUD01_URL}`);
    assert.equal(lnurlOf(`bitcoin:${chain}?lightning=lno1x&lnurl=${LUD01}`), `any ${LUD01_URL}`);
    assert.equal(lnurlOf(`https://shop.example/?lnurl=${LUD01}`), `any ${LUD01_URL}`);
    assert.equal(
      addressUrl(`bitcoin:${chain}?lightning=bob+tip@pay.example`),
      'https://pay.example/.well-known/lnurlp/bob+tip',
    );
    assert.equal(read(`bitcoin:${chain}?lightning=${invoice}&lightning=lnbc20n1x`), 'several');
  });

  test('BIP 321 what a link offers in place of Lightning is said', () => {
    const chain = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    const told = {
      'bitcoin:?lno=lno1abc': 'bolt12',
      'BITCOIN:?LNO=LNO1ABC': 'bolt12',
      'bitcoin:?lightning=lno1abc': 'bolt12',
      'bitcoin:?sp=sp1qabc': 'silent_payment',
      'bitcoin:?bc=bc1qabc': 'bad_bitcoin_address',
      'bitcoin:?ark=ark1q': 'no_lightning',
      'bitcoin:?amount=1': 'no_lightning',
      [`bitcoin:${chain}?req-pop=app%3a&lightning=lnbc10n1pjk6m6spp57n44`]: 'unknown_need',
      [`bitcoin:${chain}?req-somethingelse=999`]: 'unknown_need',
      [`sp1q${'q'.repeat(112)}`]: 'silent_payment',
    };
    for (const [text, why] of Object.entries(told)) assert.equal(read(text), why, text);
  });

  test('45 bitcoin addresses of every kind, as they are and in a link', () => {
    const known = {
      p2pkh: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
      p2sh: '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
      p2wpkh: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      p2wsh: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
      p2tr: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      testnet: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      regtest: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      'p2pkh of a test network': 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    };
    for (const [kind, address] of Object.entries(known)) {
      assert.equal(chainOf(address), address, kind);
      assert.equal(chainOf(`Please pay “${address}”.`), address, kind);
      assert.equal(chainOf(`bitcoin:${address}?amount=0.0001`), `${address}, 10000`, kind);
      const isBech32 = /1[pq]/.test(address) && /^(bc|tb)/.test(address);
      const large = isBech32 ? address.toUpperCase() : address;
      assert.equal(chainOf(`BITCOIN:${large}?AMOUNT=0.0001`), `${address}, 10000`, kind);
      if (isBech32) assert.equal(chainOf(large), address, kind);
    }
    const networksOf = (text: string): unknown => {
      const result = readAll(text);
      return typeof result === 'object' && result.kind === 'chain'
        ? result.addresses.map(({ networks }) => networks.join())
        : result;
    };
    assert.deepEqual(networksOf(known.p2wpkh), ['bitcoin']);
    assert.deepEqual(networksOf(known.testnet), ['testnet,signet']);
    assert.deepEqual(networksOf(known.regtest), ['regtest']);
    assert.deepEqual(networksOf(known['p2pkh of a test network']), ['testnet,signet,regtest']);
    const both = `bitcoin:?bc=${known.p2tr}&tb=${known.testnet}`;
    assert.deepEqual(networksOf(both), ['bitcoin', 'testnet,signet']);
  });

  test('45 addresses that are damaged, or that no wallet can spend from, are not paid', () => {
    for (const text of [
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdz',
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5md',
      'bc1qAR0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      '1BoatSLRHtKNngkdXEeobR76b53LETtpyX',
      // A later version of segwit, and a program of two bytes that anyone may take.
      'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
      'bitcoin:bc1pfeessrawgf',
      'bitcoin:hello',
      'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdz?amount=1',
    ]) {
      const why = read(text);
      assert(why === 'bad_bitcoin_address' || why === 'not_understood', `${text}: ${String(why)}`);
    }
  });

  test('45 BIP 321 amount, label and message of an address', () => {
    const chain = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    const read321 = {
      '?amount=20.3&label=Luke-Jr': '2030000000, Luke-Jr',
      '?amount=50': '5000000000',
      '?amount=50.00&label=Luke-Jr&message=Donation%20for%20project%20xyz':
        '5000000000, Luke-Jr: Donation for project xyz',
      '?amount=.00000001': '1',
      '?amount=1.': '100000000',
      '?amount=0.000000010000': '1',
      '?amount=20999999.9769': '2099999997690000',
      '?amount=0': '',
      '?amount=': '',
      '?amount=0.5&amount=0.50': '50000000',
      '?req-amount=0.5': '50000000',
      '?message=caf%C3%A9%20%26%20tea': 'café & tea',
      '?pop=app%3a': '',
      '?somethingyoudontunderstand=50&label=a': 'a',
      '?lno=lno1abc': '',
      '?lightning=lno1abc&amount=0.5': '50000000',
      '?lightning=hello': '',
      '&amp;amount=0.5': '50000000',
    };
    for (const [query, said] of Object.entries(read321)) {
      const expected = said === '' ? chain : `${chain}, ${said}`;
      assert.equal(chainOf(`bitcoin:${chain}${query}`), expected, query);
    }
    assert.equal(chainOf(`lightning:bitcoin:${chain}`), chain);
    assert.equal(chainOf(`bitcoin:?bc=${chain}&amount=0.5`), `${chain}, 50000000`);
    assert.equal(chainOf(`bitcoin:${chain}?bc=${chain.toUpperCase()}`), `${chain} ${chain}`);
    for (const amount of [
      ...['1,5', '50,000.00', '1e3', '-1', '+1', '0x10', '1 2', 'x', '.', '0.000000001'],
      ...['0.123456789', '21000000.00000001', '999999999', '1.5.5', 'Infinity', '٣'],
    ]) {
      const text = `bitcoin:${chain}?amount=${encodeURIComponent(amount)}&label=a`;
      assert.equal(chainOf(text), 'bad_bitcoin_amount', text);
    }
    assert.equal(chainOf(`bitcoin:${chain}?amount=1&amount=2`), 'bad_bitcoin_amount');
    assert.equal(chainOf(`bitcoin:${chain}?req-somethingyoudontunderstand=50`), 'unknown_need');
  });

  test('45 Lightning is meant where a text offers both, and the address is kept', () => {
    const invoice = 'lnbc10n1pjk6m6spp57n44';
    const chain = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    const both = readAll(`bitcoin:${chain}?amount=0.00012&lightning=${invoice}`);
    assert(typeof both === 'object' && both.kind === 'both');
    assert.deepEqual(both.lightning, { kind: 'bolt11', bolt11: invoice });
    assert.equal(both.chain.addresses[0]?.address, chain);
    assert.equal(both.chain.amountSat, 12_000n);
    assert.equal(chainOf(`Lightning: ${invoice} or on chain: ${chain}`), 'bolt11');
    assert.equal(chainOf(`${chain} 3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy`), 'several');
    assert.equal(chainOf(`${chain} ${chain.toUpperCase()}`), chain);
  });

  test('what this service writes is read as it was meant', () => {
    const chain = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
    const invoice = 'lnbcrt10n1pjk6m6spp57n44';
    assert.equal(chainOf(bitcoinUri(chain)), chain);
    for (const amountSat of [1n, 12_000n, 100_000_000n, 123_456_789n, 2_100_000_000_000_000n]) {
      const result = readAll(uriForBoth(chain, sat(amountSat), invoice));
      assert(typeof result === 'object' && result.kind === 'both');
      assert.equal(result.chain.amountSat, amountSat);
    }
  });

  test('45 the words of a wallet are refused, however they are written', () => {
    const twelve =
      'legal winner thank year wave sausage worth useful legal winner thank yellow'.split(' ');
    const numbered = twelve.map((word, place) => `${place + 1}. ${word}`);
    for (const text of [
      twelve.join(' '),
      twelve.join('\n').toUpperCase(),
      numbered.join('\n'),
      twelve.join(', '),
      [...twelve, ...twelve].join(' '),
    ]) {
      assert.equal(read(text), 'seed_words', text);
    }
    assert.notEqual(read(twelve.slice(1).join(' ')), 'seed_words');
    assert.notEqual(read(`${twelve.slice(1).join(' ')} lnbc10n1pjk6m6spp57n44`), 'seed_words');
  });

  test('what stands on Nostr is said, with its scheme and without', () => {
    const told = {
      npub1: 'nostr_key',
      nprofile1: 'nostr_key',
      nsec1: 'nostr_secret',
      ncryptsec1: 'nostr_secret',
      note1: 'nostr_event',
      nevent1: 'nostr_event',
      naddr1: 'nostr_event',
    };
    for (const [start, why] of Object.entries(told)) {
      const text = `${start}${'q'.repeat(58)}`;
      for (const written of [text, `nostr:${text}`, `web+nostr:${text}`, `NOSTR:${text}`]) {
        assert.equal(read(written), why, written);
      }
    }
  });

  test('links within links end, and cost little however long they are', () => {
    assert.equal(read(`${'lightning:'.repeat(4)}bob@pay.example`), 'not_understood');
    const units = [
      'lightning=',
      '/',
      '?lightning=',
      '&',
      '%3a',
      'lnurlp:',
      'amp;',
      'req-',
      '@',
      'a@',
    ];
    for (const unit of units) {
      for (const start of ['', 'bitcoin:', 'https://shop.example/?lightning=', 'lnurlp:']) {
        const text = `${start}${unit.repeat(Math.floor(9900 / unit.length))}`;
        assert.equal(typeof read(text), 'string', text.slice(0, 40));
        assert.equal(typeof read(`${text}//x`), 'string', text.slice(0, 40));
      }
    }
  });
});
