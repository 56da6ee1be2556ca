import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainWords, parseSeedWords } from '../../src/managed-lnd/seed-words.ts';

const WORDS = Array.from({ length: 24 }, (_, index) => `${'abcdefghijklmnopqrstuvwx'[index]}zqz`);

test('the 24 words are read however a person has written them', () => {
  const numbered = (mark: string) => WORDS.map((word, index) => `${index + 1}${mark}${word}`);
  for (const text of [
    WORDS.join(' '),
    `\uFEFF${WORDS.join('\r\n')}\r\n`,
    `  ${WORDS.join('  \t')}\n\n`,
    WORDS.join(', '),
    WORDS.join(' ').toUpperCase(),
    numbered('. ').join('\n'),
    numbered(' ').join('   '),
    numbered(') ').join('\n'),
    numbered('.').join(' '),
    numbered(': ').join('\n'),
  ]) {
    assert.deepEqual(parseSeedWords(text), { ok: true, value: WORDS }, text);
  }
});

test('another count is refused without a word of them', () => {
  const refusalOf = (count: number): string => {
    const parsed = parseSeedWords(WORDS.concat(WORDS).slice(0, count).join(' '));
    assert(!parsed.ok);
    for (const word of WORDS) assert(!parsed.refusal.message.includes(word));
    return parsed.refusal.message;
  };
  assert.match(refusalOf(12), /holds 12 words, but an LND wallet has 24 .* \(BIP 39\)/);
  assert.match(refusalOf(23), /holds 23 words, but an LND wallet has 24 \(aezeed\)$/);
  assert.match(refusalOf(25), /holds 25 words/);
  assert.match(refusalOf(1), /holds 1 word,/);
  assert.match(refusalOf(0), /holds 0 words/);
});

test('each refusal of LND is told in words', () => {
  assert.match(explainWords({ kind: 'misfit' }), /do not fit together.*\(BIP 39\)/);
  assert.match(explainWords({ kind: 'unknown_word', place: 7 }), /^word 7 of the 24/);
  assert.match(explainWords({ kind: 'passphrase' }), /passphrase of their own/);
});
