import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../../src/i18n/language.ts';
import { readLanguage } from '../../src/web/pages/read-language.ts';

/** Each header leads to the language beside it. */
function assertRead(expected: Readonly<Record<string, string>>): void {
  for (const [header, language] of Object.entries(expected)) {
    assert.equal(readLanguage(header), language, header);
  }
}

test('a browser that asks for nothing gets English', () => {
  assert.equal(readLanguage(undefined), 'en');
  assertRead({ '': 'en', '*': 'en', ' ': 'en' });
});

test('each language of ours can be asked for', () => {
  for (const language of LANGUAGES) assert.equal(readLanguage(language), language);
});

test('variants of a language lead to that language', () => {
  assertRead({
    'pt-BR': 'pt',
    'pt-PT': 'pt',
    'de-AT': 'de',
    'DE-at': 'de',
    'es-419': 'es',
    'zh-Hant-TW, es-MX;q=0.5': 'es',
    // Not ours, though they begin alike.
    'deu, est, ptx': 'en',
  });
});

test('the language with the greatest weight is taken', () => {
  assertRead({
    'en;q=0.5, de;q=0.9': 'de',
    'en;q=0.5, de': 'de',
    'fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5': 'en',
    'fr, es;q=0.3, pt;q=0.301': 'pt',
    'es;Q=0.1, de ; q=0.2': 'de',
    'de;q=1.000, es;q=0.999': 'de',
  });
});

test('of two with the same weight, the first is taken', () => {
  assertRead({ 'es, de': 'es', 'de;q=0.7, es;q=0.7': 'de' });
});

test('a weight of 0 means that a language is not wanted', () => {
  assertRead({ 'de;q=0': 'en', 'de;q=0.000, es;q=0.001': 'es', 'de;q=0, en;q=0': 'en' });
});

test('what cannot be understood is passed over', () => {
  assertRead({
    ',,;;,=,': 'en',
    ';q=1': 'en',
    'de;q=2': 'en',
    'de;q=0.1234, es;q=0.1': 'es',
    'de;q=-1': 'en',
    'de;q=NaN, es;q=0.2': 'es',
    'de;q=': 'en',
    '__proto__, constructor, es': 'es',
    'd e, es': 'es',
    '\u0000, de': 'de',
    '🇩🇪, pt': 'pt',
  });
});

test('of a header that goes on and on, only the beginning is read', () => {
  const long = 'fr,'.repeat(3400);
  assert(long.length > 10_000);
  assert.equal(readLanguage(`${long}de`), 'en');
  assert.equal(readLanguage(`de,${long}`), 'de');
  assert.equal(readLanguage('x'.repeat(10_000)), 'en');
  assert.equal(readLanguage(`de${'-x'.repeat(5000)}`), 'de');
  assert.equal(readLanguage(`de${';'.repeat(10_000)}q=0.5`), 'de');
});
