import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseExactJson } from '../../src/base/exact-json.ts';
import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from '../../src/base/limits.ts';
import { canonicalJson, parseJsonBody } from '../../src/web/json-body.ts';
import { SPELLINGS_OF_21 } from '../support/amount-tricks.ts';

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

test('a whole number is one however it is written, and nothing becomes one by rounding', () => {
  for (const text of SPELLINGS_OF_21) {
    assert.deepEqual(parse(`{"amount":${text},"items":[{"amount":${text}}]}`), {
      amount: 21,
      items: [{ amount: 21 }],
    });
  }
  assert.deepEqual(parse('{"amount":9007199254740991.0}'), { amount: Number.MAX_SAFE_INTEGER });
  assert.deepEqual(parse('{"a":-0,"b":-2.0,"c":0e999}'), { a: 0, b: -2, c: 0 });
  for (const text of ['21.5', '9007199254740993', '1e-400', '215e-1', '1e16', '1e300']) {
    assertNoSafeInteger(text);
  }
  assertNoSafeInteger('21.000000000000000000000001');
  assertNoSafeInteger(`0.${'0'.repeat(400)}1`);
});

function assertNoSafeInteger(text: string): void {
  const value = parse(`{"amount":${text}}`);
  assert(typeof value === 'object' && value !== null);
  assert.equal(Number.isSafeInteger(Object.values(value)[0]), false, text);
}

test('every number within metadata is written as it came', () => {
  for (const number of [
    '12345678901234567890',
    '1234567890123456789',
    '9007199254740993',
    '1.50',
    '1.0',
    '-0',
    '1E+2',
    '1e-400',
    '0.1000000000000000055511151231257827',
    '21',
  ]) {
    const text = `{"metadata":{"amount":${number},"list":[{"order":${number}},[${number}]]}}`;
    assert.equal(JSON.stringify(parse(text)), text);
    assert.equal(JSON.stringify(parseExactJson(text)), text);
  }
  assert.equal(JSON.stringify(parse('{"metadata":1.50}')), '{"metadata":1.5}', 'it is no object');
});

test('a number that no reader could hold is refused', () => {
  for (const number of ['1e400', '-1e400', '9'.repeat(400)]) {
    assert.equal(isRefused(`{"metadata":{"order":${number}}}`), true);
    assert.equal(isRefused(`{"amount":${number}}`), true);
  }
});

test('refuses more values than any honest body has, and does not count those in texts', () => {
  const list = (count: number): string => `{"amount":1,"a":[${Array(count).fill('1').join()}]}`;
  assert.equal(isRefused(list(MAX_JSON_VALUES - 10)), false);
  assert.equal(isRefused(list(MAX_JSON_VALUES)), true);
  assert.equal(isRefused(JSON.stringify({ memo: `"${'[{,:\\"'.repeat(10_000)}` })), false);
  assert.equal(isRefused(`{"memo":"\\\\",${'"a":1,'.repeat(MAX_JSON_VALUES)}"b":1}`), true);
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
