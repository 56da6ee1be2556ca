import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_JSON_DEPTH } from '../../src/base/limits.ts';
import { canonicalJson, parseJsonBody } from '../../src/http/wire/json-body.ts';

const parse = (text: string): unknown => {
  const parsed = parseJsonBody(new TextEncoder().encode(text));
  assert(parsed !== null, `${text.slice(0, 80)} can be used`);
  return parsed.value;
};
const isRefused = (bytes: Uint8Array | string): boolean =>
  parseJsonBody(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes) === null;

test('numbers that are written plainly are numbers', () => {
  assert.deepEqual(parse('{"amount":21,"expiry":1}'), { amount: 21, expiry: 1 });
  assert.deepEqual(parse('{"amount":9007199254740991}'), { amount: Number.MAX_SAFE_INTEGER });
  assert.deepEqual(parse('{"amount":-5}'), { amount: -5 });
});

test('whole numbers written in any other way are not', () => {
  for (const text of ['1.0', '1e3', '1E3', '10e-1', '-0', '9007199254740993', '1e400', '0.1e1']) {
    for (const name of ['amount', 'expiry']) {
      const value = parse(`{"${name}":${text}}`);
      assert(typeof value === 'object' && value !== null && name in value);
      assert.equal(typeof Object.values(value)[0], 'object', `${name} ${text}`);
    }
  }
});

test('such a number within metadata is written as it came', () => {
  const text = '{"metadata":{"amount":1.0,"list":[{"amount":12345678901234567890}]}}';
  assert.equal(JSON.stringify(parse(text)), text);
});

test('elsewhere numbers are read as JavaScript reads them', () => {
  assert.deepEqual(parse('{"metadata":{"price":1.50}}'), { metadata: { price: 1.5 } });
});

test('refuses what is not JSON, not UTF-8, or made to do harm', () => {
  for (const text of ['{', 'NaN', '{"amount":NaN}', '{"amount":01}', "{'a':1}", '{"a":1}x']) {
    assert.equal(isRefused(text), true, text);
  }
  assert.equal(isRefused(new Uint8Array([0x22, 0xff, 0x22])), true);
  assert.equal(isRefused('{"__proto__":{"amount":1}}'), true);
  assert.equal(isRefused('{"metadata":{"__proto__":1}}'), true);
  assert.equal(isRefused('{"memo":"a\\u0000b"}'), true);
  assert.equal(isRefused('{"metadata":{"list":[{"\\u0000":1}]}}'), true);
  assert.equal(isRefused('{"memo":"\\\\u0000"}'), false, 'a text about NUL holds none');
});

test('half an emoji in a text is repaired, in a key it is refused', () => {
  assert.deepEqual(parse('{"memo":"a\\ud83d"}'), { memo: 'a\ufffd' });
  assert.deepEqual(parse('{"memo":"a\\ud83d\\ude00"}'), { memo: 'a\u{1f600}' });
  assert.equal(isRefused('{"a\\ud83d":1}'), true);
});

test('refuses text that is deeper than any honest one', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  assert.equal(isRefused(nested(MAX_JSON_DEPTH)), false);
  assert.equal(isRefused(nested(MAX_JSON_DEPTH + 1)), true);
  assert.equal(isRefused(nested(131_072)), true);
  assert.equal(isRefused(`${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`), true);
});

test('bodies that say the same have one canonical text', () => {
  const one = canonicalJson(parse('{"b":[1,{"y":2,"x":"é"}],"a":null}'));
  const other = canonicalJson(parse('{ "a" : null, "b" : [ 1, { "x":"\\u00e9", "y":2 } ] }'));
  assert.equal(one, other);
  assert.equal(one, '{"a":null,"b":[1,{"x":"é","y":2}]}');
});

test('bodies that say different things have different texts', () => {
  const texts = [
    '{"a":[1,2]}',
    '{"a":[2,1]}',
    '{"a":"1"}',
    '{"a":1}',
    '{"a":{"amount":1.0}}',
    '[]',
  ];
  assert.equal(new Set(texts.map((text) => canonicalJson(parse(text)))).size, texts.length);
});
