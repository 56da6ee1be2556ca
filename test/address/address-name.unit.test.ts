import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  checkAddressName,
  checkOperatorsAddressName,
  readAskedName,
} from '../../src/address/address-name.ts';
import { payRequestMetadata } from '../../src/address/pay-request.ts';

const LONGEST = 'a'.repeat(64);

describe('a name that a user may choose', () => {
  for (const [text, name] of [
    ['ann', 'ann'],
    [' Ann ', 'ann'],
    ['a', 'a'],
    ['0', '0'],
    ['ann.b_c-d0', 'ann.b_c-d0'],
    [LONGEST, LONGEST],
  ] as const) {
    test(`${text.length > 20 ? 'the longest' : text}`, () => {
      assert.deepEqual(checkAddressName(text), { ok: true, value: name });
    });
  }

  for (const text of [
    `${LONGEST}a`,
    '',
    '_',
    '.ann',
    'ann.',
    'a..b',
    'a._b',
    'a b',
    'ann+tip',
    'änn',
    'ann@b',
    '..',
    'a/b',
    'a\u0000',
    'ａnn',
  ]) {
    test(`not ${JSON.stringify(text.slice(0, 20))}`, () => {
      assert.deepEqual(checkAddressName(text), {
        ok: false,
        refusal: { kind: 'bad_address_name' },
      });
    });
  }

  for (const text of ['admin', 'Support', 'the.admin', 'satchel-support', 'postmaster']) {
    test(`${text} is reserved, but not for the operator`, () => {
      assert.deepEqual(checkAddressName(text), {
        ok: false,
        refusal: { kind: 'reserved_address_name' },
      });
      assert.equal(checkOperatorsAddressName(text).ok, true);
    });
  }

  test('words that merely begin like a reserved one are free', () => {
    assert.equal(checkAddressName('administrations').ok, true);
    assert.equal(checkAddressName('paymaster').ok, true);
  });

  test('the name of the domain is given by the operator only', () => {
    assert.deepEqual(checkOperatorsAddressName('_'), { ok: true, value: '_' });
    assert.equal(checkOperatorsAddressName('_a').ok, false);
  });
});

describe('a name that a payer asks for (LUD-16)', () => {
  test('may bear a tag, and capitals', () => {
    assert.deepEqual(readAskedName('Ann'), { name: 'ann', tag: null });
    assert.deepEqual(readAskedName('ann+Tip.1'), { name: 'ann', tag: 'tip.1' });
    assert.deepEqual(readAskedName('_'), { name: '_', tag: null });
    assert.deepEqual(readAskedName('_+x'), { name: '_', tag: 'x' });
  });

  for (const text of [
    '',
    '+tip',
    'ann+',
    'ann+a+b',
    'ann+<b>',
    ' ann',
    'ann\u0000',
    '../x',
    'a/b',
  ]) {
    test(`is no one’s: ${JSON.stringify(text)}`, () => assert.equal(readAskedName(text), null));
  }
});

describe('the metadata of a pay request', () => {
  test('has the order and the words of the original service', () => {
    // A real invoice of getalby.com commits to the first of these texts.
    assert.equal(
      payRequestMetadata({ name: 'hello', tag: null }, 'getalby.com', 'Alby'),
      '[["text/identifier","hello@getalby.com"],["text/plain","Sats for Alby"]]',
    );
    assert.equal(
      payRequestMetadata({ name: 'ann', tag: 'tip' }, 'pay.example', null),
      '[["text/identifier","ann@pay.example"],["text/plain","Sats for ann@pay.example"],' +
        '["text/tag","tip"]]',
    );
  });
});
