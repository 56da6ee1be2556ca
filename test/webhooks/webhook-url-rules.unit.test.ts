import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addressRules } from '../../src/base/address-rules.ts';
import { checkWebhookUrl } from '../../src/webhooks/url-rules.ts';

const OWN = ['https://wallet.example.com', 'https://auth.example.com:8443'];
const check = (text: string, allow: readonly string[] = [], ownUrls = OWN) =>
  checkWebhookUrl(text, { addresses: addressRules(allow), ownUrls });

function refused(text: string, why: RegExp, allow: readonly string[] = []): void {
  const result = check(text, allow);
  assert(!result.ok, `${JSON.stringify(text)} was accepted`);
  assert.match(result.refusal.message, why, text);
  assert.match(result.refusal.message, /^url /);
}
const accepted = (text: string, allow: readonly string[] = []): void => {
  const result = check(text, allow);
  assert(result.ok, result.ok ? '' : `${text}: ${result.refusal.message}`);
  assert.equal(result.value.href, new URL(text).href);
};

const NOT_PUBLIC = /public Internet, or in a network that SATCHEL_WEBHOOK_ALLOW lists/;

describe('what the URL of an endpoint may be', () => {
  test('ordinary ones, with a query that is kept', () => {
    for (const text of [
      'https://hooks.example.com',
      'https://hooks.example.com/satchel?userId=7&x=%20',
      'https://hooks.example.com:8443/a/b',
      'HTTPS://Hooks.Example.COM/',
      'https://münchen.example/füße',
      'https://a_b.example.com/@name',
      'https://hooks.example.com/?mail=a@b.c',
      'https://8.8.8.8/hook',
      'https://[2606:4700::1111]/hook',
    ]) {
      accepted(text);
    }
  });

  test('W48 all notations of a private address are refused', () => {
    for (const host of [
      '127.0.0.1',
      '127.1',
      '127.0.1',
      '2130706433',
      '0x7f000001',
      '0x7f.1',
      '017700000001',
      '0177.0.0.1',
      '127.0.0.1.',
      '0',
      '0.0.0.0',
      '0x0',
      '%31%32%37.0.0.1',
      '127%2E0.0.1',
      '１２７.0.0.1',
      '①②⑦.0.0.1',
      '127。0。0。1',
      '10.0.0.1',
      '0xA9FEA9FE',
      '169.254.169.254',
      '168.63.129.16',
      '192.168.1',
      '[::1]',
      '[::]',
      '[::FFFF:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[::7f00:1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '[FE80::1]',
      '[fd00::1]',
      '[0:0:0:0:0:0:0:1]',
      'localhost',
      'LOCALHOST',
      'api.localhost',
      'ⓛocalhost',
      'loc%61lhost',
    ]) {
      refused(`https://${host}/hook`, NOT_PUBLIC);
      refused(`https://${host}:8080/hook`, NOT_PUBLIC);
    }
  });

  test('W48 notations that are no host at all are refused', () => {
    for (const host of [
      '256.0.0.1',
      '1.2.3.4.5',
      '0x7f.0.0.0.1',
      '[::1',
      '::1',
      '[1.2.3.4]',
      'a..b',
      '.a.b',
      'a.b.',
      'localhost.',
      '127.0.0.1..',
      '-a.example.com',
      'a-.example.com',
      '*.example.com',
      `${'a'.repeat(64)}.example.com`,
      `${'abcdefg.'.repeat(40)}com`,
      'a%00b.com',
      'a!b.com',
    ]) {
      refused(`https://${host}/hook`, /valid/);
    }
  });

  test('W52 other schemes are refused', () => {
    for (const text of [
      'file:///etc/passwd',
      'ftp://example.com/',
      'gopher://example.com/',
      'data:text/plain,x',
      'javascript:alert(1)',
      'ws://example.com/',
      'unix:/run/x.sock',
      'blob:https://a.com/1',
      '//example.com/',
      '/hook',
      'example.com',
      'https:example.com',
      'https:/example.com',
      'https:///example.com',
      'https://',
      '',
      'http://hooks.example.com/',
      'http://8.8.8.8/',
    ]) {
      refused(text, /must begin with https/);
    }
  });

  test('W53 userinfo, fragments, empty hosts and ports of other protocols are refused', () => {
    for (const text of [
      'https://user@example.com/',
      'https://user:pass@example.com/',
      'https://@example.com/',
      'https://:@example.com/',
      'https://example.com@127.0.0.1/',
      'https://a@b@example.com',
    ]) {
      refused(text, /user name/);
    }
    refused('https://example.com/#part', /fragment/);
    refused('https://example.com/#', /fragment/);
    refused('https://:443/', /valid URL/);
    refused('https://?x', /valid URL/);
    for (const port of [0, 22, 25, 53, 110, 143, 465, 587, 993, 2049, 6000, 6667, 10080]) {
      refused(`https://example.com:${port}/`, /port/);
    }
    for (const port of ['65536', '99999', '-1', '1e3', '0x50']) {
      refused(`https://example.com:${port}/`, /valid URL/);
    }
    for (const port of [80, 443, 3000, 5432, 8080, 65535]) accepted(`https://example.com:${port}/`);
  });

  test('W53 W62 addresses of this service are refused', () => {
    for (const text of [
      'https://wallet.example.com/invoices',
      'https://WALLET.example.com:443/x',
      'https://auth.example.com:8443/',
    ]) {
      refused(text, /this service/);
    }
    accepted('https://wallet.example.com:8443/');
    accepted('https://hooks.wallet.example.com/');
  });

  test('W53 on this machine the own port is refused by every name of it, others are not', () => {
    const check3000 = (text: string) =>
      check(text, ['127.0.0.0/8', '::1', '0.0.0.0'], ['http://127.0.0.1:3000']);
    for (const host of [
      '127.0.0.1',
      'localhost',
      '127.9.9.9',
      '[::1]',
      '0',
      '[::ffff:127.0.0.1]',
    ]) {
      const own = check3000(`http://${host}:3000/`);
      assert(!own.ok, host);
      assert.match(own.refusal.message, /this service/);
      assert(check3000(`http://${host}:3001/`).ok, host);
    }
  });

  test('W54 spaces, line ends, backslashes and invisible characters are refused', () => {
    for (const char of [
      ' ',
      '\t',
      '\r',
      '\n',
      '\r\n',
      '\\',
      '\u0000',
      '\u007f',
      '\u00a0',
      '\u200b',
    ]) {
      refused(`https://example.com/a${char}b`, /spaces/);
      refused(`${char}https://example.com/`, /spaces/);
      refused(`https://exam${char}ple.com/`, /spaces/);
    }
    refused('https://example.com/\u202eexe', /spaces/);
  });

  test('W54 a URL has at most 2,048 characters, written out', () => {
    const fill = (length: number): string => 'https://example.com/'.padEnd(length, 'a');
    accepted(fill(2048));
    refused(fill(2049), /too long/);
    refused(fill(10_000), /too long/);
    refused(`https://example.com/${'ü'.repeat(400)}`, /too long/);
  });

  test('W55 an address with a zone is refused', () => {
    for (const host of ['[fe80::1%25eth0]', '[fe80::1%eth0]', '[::1%25lo]']) {
      refused(`https://${host}/`, /valid URL/);
      refused(`https://${host}/`, /valid URL/, ['::/0']);
    }
  });

  test('W56 what the operator lists is admitted, over plain http too', () => {
    const allow = ['127.0.0.0/8', 'fd00::/8', '8.8.8.8'];
    for (const text of [
      'http://127.0.0.1:8080/',
      'https://127.0.0.1/',
      'http://[fd00::1]/',
      'http://8.8.8.8/',
      // What a name stands for is seen when it is connected to.
      'http://localhost:8080/',
      'http://receiver:8080/',
      'http://receiver.internal/',
      'https://receiver/',
      'http://hooks.example.com/',
    ]) {
      accepted(text, allow);
    }
    refused('http://10.0.0.1/', NOT_PUBLIC, allow);
    refused('http://[::1]/', NOT_PUBLIC, allow);
    refused('http://8.8.4.4/', /must begin with https/, allow);
    accepted('https://8.8.4.4/', allow);
    refused('http://localhost/', NOT_PUBLIC, ['10.0.0.0/8']);
  });

  test('a name without a dot is someone’s own network, where none is listed', () => {
    refused('https://intranet/', /full domain/);
    refused('https://example2.onion/', /onion/);
    refused('https://example2.onion/', /onion/, ['10.0.0.0/8']);
  });
});
