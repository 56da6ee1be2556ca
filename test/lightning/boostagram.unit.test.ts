import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MAX_NOTE_LENGTH } from '../../src/base/limits.ts';
import { type Boostagram, parseBoostagram } from '../../src/lightning/boostagram.ts';
import { MAX_BOOSTAGRAM_BYTES, MAX_BOOSTAGRAM_DEPTH } from '../../src/lightning/limits.ts';
import { checkProperty } from '../support/check-property.ts';

const parse = (text: string): Boostagram | null => parseBoostagram(Buffer.from(text));

function fieldsOf(text: string): Boostagram['fields'] {
  const boostagram = parse(text);
  assert.ok(boostagram, text);
  return boostagram.fields;
}

describe('a boostagram', () => {
  it('passes every field through as it came', () => {
    const record = {
      action: 'boost',
      podcast: 'A podcast',
      feedID: 1234,
      itemID: '5678',
      ts: 90.5,
      value_msat_total: 21000,
      app_name: 'webln demo',
      name: null,
      live: true,
      remote: [{ guid: 'x' }, []],
      sender_name: 'Sätoshi 😀',
      message: 'Great "episode"\n',
    };
    assert.deepEqual(parse(JSON.stringify(record)), {
      fields: record,
      senderName: 'Sätoshi 😀',
      message: 'Great "episode"\n',
    });
  });

  it('keeps the order of the keys', () => {
    assert.equal(JSON.stringify(fieldsOf('{"z":1,"a":2,"m":3}')), '{"z":1,"a":2,"m":3}');
  });

  it('has sender and message only when they are texts', () => {
    for (const value of ['null', '1', '{}', '["x"]', 'true']) {
      const boostagram = parse(`{"sender_name":${value},"message":${value}}`);
      assert.equal(boostagram?.senderName, null, value);
      assert.equal(boostagram?.message, null, value);
    }
    assert.deepEqual(parse('{}'), { fields: {}, senderName: null, message: null });
    assert.equal(parse('{"message":""}')?.message, '');
  });

  it('cuts sender and message, and not the record', () => {
    const long = 'm'.repeat(MAX_NOTE_LENGTH - 1);
    const boostagram = parse(JSON.stringify({ message: `${long}😀`, sender_name: `${long}abc` }));
    assert.equal(boostagram?.message, long, 'no half of a pair remains');
    assert.equal(boostagram?.senderName, `${long}a`);
    assert.equal(boostagram?.fields['message'], `${long}😀`);
  });
});

describe('what is no boostagram', () => {
  const others: readonly [what: string, text: string][] = [
    ['nothing', ''],
    ['broken JSON', '{"a":1'],
    ['text after the object', '{} {}'],
    ['an array', '[{"message":"x"}]'],
    ['a text', '"message"'],
    ['a number', '7'],
    ['null', 'null'],
    ['a byte order mark before the object', '\ufeff{}'],
  ];
  for (const [what, text] of others) {
    it(`is ${what}`, () => assert.equal(parse(text), null));
  }

  it('is what is not UTF-8', () => {
    assert.equal(parseBoostagram(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)), null);
  });

  it('is more than its size', () => {
    const textOf = (length: number): string => `{"a":"${'x'.repeat(length - 8)}"}`;
    assert.ok(parse(textOf(MAX_BOOSTAGRAM_BYTES)));
    assert.equal(parse(textOf(MAX_BOOSTAGRAM_BYTES + 1)), null);
  });

  it('is deeper than its depth, however deep', () => {
    const nested = (depth: number): string => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    assert.ok(parse(nested(MAX_BOOSTAGRAM_DEPTH - 1)));
    assert.equal(parse(nested(MAX_BOOSTAGRAM_DEPTH)), null);
    assert.equal(parse(nested(30_000)), null);
  });
});

describe('a hostile boostagram', () => {
  it('cannot reach a prototype, at any depth, by any spelling of the key', () => {
    const fields = fieldsOf(
      '{"__proto__":{"admin":1},"\\u005f_proto__":{"admin":1},"\\u0000__proto__":{"admin":1},' +
        '"deep":[{"__proto__":{"admin":1},"kept":1}],"constructor":"c"}',
    );
    assert.deepEqual(Object.keys(fields), ['deep', 'constructor']);
    assert.equal(JSON.stringify(fields['deep']), '[{"kept":1}]');
    assert.equal(Object.getPrototypeOf(fields), Object.prototype);
    assert.equal(Object.assign({}, fields)['admin'], undefined);
  });

  it('leaves nothing that a database refuses', () => {
    const fields = fieldsOf('{"a\\u0000b":"x\\u0000y","c":["\\ud800z","\\u0000"],"d":"\\udc00"}');
    assert.deepEqual(fields, { ab: 'xy', c: ['\ufffdz', ''], d: '\ufffd' });
  });

  it('shows no number that JSON has not', () => {
    assert.equal(
      JSON.stringify(fieldsOf('{"a":1e999,"b":-0,"c":1e-400}')),
      '{"a":null,"b":0,"c":0}',
    );
  });

  it('is answered whatever it is, and what is answered can be written and read again', () => {
    checkProperty(
      fc.property(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), (text) => {
        const boostagram = parse(text);
        if (boostagram === null) return;
        const written = JSON.stringify(boostagram.fields);
        assert.ok(written.isWellFormed() && !written.includes('\\u0000'));
        assert.equal(JSON.stringify(fieldsOf(written)), written);
      }),
      { numRuns: 300 },
    );
    checkProperty(
      fc.property(fc.uint8Array(), (bytes) => {
        parseBoostagram(bytes);
      }),
    );
  });
});
