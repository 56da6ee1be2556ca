import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { addressRules } from '../../src/base/address-rules.ts';
import { encodeLnurl } from '../../src/lnurl/lnurl-text.ts';
import { readPayText } from '../../src/lnurl/pay-text.ts';
import { readPayeeText } from '../../src/lnurl/payee-text.ts';
import { checkProperty } from '../support/check-property.ts';

const rules = {
  addresses: addressRules([]),
  ownDomain: 'pay.example',
  ownHosts: ['pay.example'],
};
const read = (text: string) => readPayeeText(text, rules);
const KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

describe('what can be paid again', () => {
  test('is an address in small letters, wherever it stood', () => {
    for (const text of [
      'Ann@Shop.example',
      'lightning:ann@shop.example',
      'Pay me: <ann@shop.example>!',
    ]) {
      assert.deepEqual(read(text), { ok: true, value: 'ann@shop.example' }, text);
    }
    for (const text of ['bob', '@Bob', 'bob@pay.example', 'https://pay.example/pay/bob']) {
      assert.deepEqual(read(text), { ok: true, value: 'bob@pay.example' }, text);
    }
  });

  test('is an LNURL, in one form', () => {
    const lnurl = encodeLnurl('https://shop.example/lnurl?id=7');
    for (const text of [lnurl, lnurl.toUpperCase(), `lightning:${lnurl}`]) {
      assert.deepEqual(read(text), { ok: true, value: lnurl });
    }
    assert.deepEqual(read('lnurlp:shop.example/p'), { ok: true, value: 'lnurlp://shop.example/p' });
  });

  test('is the key of a node, without where it listens', () => {
    for (const text of [KEY, KEY.toUpperCase(), `${KEY}@203.0.113.7:9735`, `lightning:${KEY}`]) {
      assert.deepEqual(read(text), { ok: true, value: KEY }, text);
    }
  });

  test('is nothing that is paid once, brings money in or cannot be paid', () => {
    for (const [text, refusal] of [
      ['lnbc1abc', 'pays_once'],
      ['https://pay.example/pay/bob/abc', 'pays_once'],
      ['lnurlw://shop.example/w', 'withdraw_link'],
      ['', 'empty'],
      ['what is it', 'not_understood'],
      ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'pays_once'],
      [`${KEY.slice(0, -2)}91`, 'bad_node_key'],
    ] as const) {
      assert.deepEqual(read(text), { ok: false, refusal }, text);
    }
  });

  test('read again, it is the same and leads to the same', () => {
    const path = fc.webUrl({ withQueryParameters: true, validSchemes: ['https'] });
    const name = fc.stringMatching(/^[a-z0-9._-]{1,20}$/);
    const texts = fc.oneof(
      path.map(encodeLnurl),
      path.map((url) => url.replace('https:', 'lnurlp:')),
      fc.tuple(name, fc.domain()).map(([user, domain]) => `${user}@${domain}`),
      fc.constantFrom(KEY, KEY.toUpperCase(), `${KEY}@203.0.113.7:9735`),
      fc.string(),
    );
    checkProperty(
      fc.property(texts, (text) => {
        const first = read(text);
        if (!first.ok) return;
        assert.deepEqual(read(first.value), first);
        const [typed, kept] = [readPayText(text, rules), readPayText(first.value, rules)];
        assert(typed.ok && kept.ok);
        if (typed.value.kind !== 'name') assert.deepEqual(kept.value, typed.value);
      }),
    );
  });
});
