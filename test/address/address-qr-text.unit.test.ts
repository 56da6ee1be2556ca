import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bech32 } from '@scure/base';
import { addressQrText } from '../../src/address/address-qr-text.ts';

test('the code of an address is a link in capitals, to the LNURL of what wallets ask', () => {
  for (const [name, domain] of [
    ['ann', 'pay.example'],
    ['_', 'localhost:8080'],
    ['a'.repeat(64), `${'d'.repeat(60)}.example`],
  ] as const) {
    const text = addressQrText(name, domain);
    assert.match(text, /^LIGHTNING:LNURL1[0-9A-Z]+$/);
    const { prefix, words } = bech32.decode(
      `lnurl1${text.slice('LIGHTNING:LNURL1'.length).toLowerCase()}`,
      false,
    );
    assert.equal(prefix, 'lnurl');
    const url = Buffer.from(bech32.fromWords(words)).toString();
    assert.equal(url, `https://${domain}/.well-known/lnurlp/${name}`);
  }
});
