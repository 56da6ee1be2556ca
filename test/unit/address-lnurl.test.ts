import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bech32 } from '@scure/base';
import { addressLnurl } from '../../src/address/address-lnurl.ts';

test('the LNURL of an address is bech32 in capitals, of the URL that wallets ask', () => {
  for (const [name, domain] of [
    ['ann', 'pay.example'],
    ['_', 'localhost:8080'],
    ['a'.repeat(64), `${'d'.repeat(60)}.example`],
  ] as const) {
    const text = addressLnurl(name, domain);
    assert.match(text, /^LNURL1[0-9A-Z]+$/);
    const { prefix, words } = bech32.decode(`lnurl1${text.slice(6).toLowerCase()}`, false);
    assert.equal(prefix, 'lnurl');
    const url = Buffer.from(bech32.fromWords(words)).toString();
    assert.equal(url, `https://${domain}/.well-known/lnurlp/${name}`);
  }
});
