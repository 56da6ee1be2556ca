import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { type Html, renderHtml } from '../../src/i18n/html.ts';
import { LANGUAGE_TEXTS } from '../../src/i18n/io/catalogues.ts';
import { LANGUAGES } from '../../src/i18n/language.ts';

/** Every text by its path, such as `home.title`. The compiler sees to it that none is missing. */
function textsOf(value: unknown, path = ''): readonly (readonly [path: string, text: unknown])[] {
  const isGroup = typeof value === 'object' && value !== null && !isHtml(value);
  if (!isGroup) return [[path, value]];
  return Object.entries(value).flatMap(([name, part]) => textsOf(part, `${path}.${name}`));
}

function isHtml(value: object): value is Html {
  return Object.getOwnPropertySymbols(value).length > 0;
}

/** What a translation has to keep of a text: what it takes, places to fill, elements and links. */
function shapeOf(text: unknown): unknown {
  if (typeof text === 'function') return `takes ${text.length}`;
  if (typeof text === 'string') return text.match(/\{\}/g) ?? [];
  assert(typeof text === 'object' && text !== null && isHtml(text));
  return renderHtml(text).match(/<[^>]*>/g) ?? [];
}

const english = new Map(textsOf(LANGUAGE_TEXTS.en));

for (const language of LANGUAGES) {
  describe(`the texts in ${language}`, () => {
    const texts = textsOf(LANGUAGE_TEXTS[language]);

    test('name their language, and none is empty', () => {
      assert.equal(LANGUAGE_TEXTS[language].language, language);
      const empty = texts.filter(([, text]) => typeof text === 'string' && text.trim() === '');
      assert.deepEqual(empty, []);
    });

    test('do not name the program: the service has a name of its own', async () => {
      const folder = new URL(`../../locales/${language}/`, import.meta.url);
      for (const file of await readdir(folder)) {
        assert.doesNotMatch(await readFile(new URL(file, folder), 'utf8'), /Satchel/, file);
      }
    });

    test('have the shape of the English ones', () => {
      for (const [path, text] of texts) {
        assert.deepEqual(shapeOf(text), shapeOf(english.get(path)), path);
      }
      assert.equal(texts.length, english.size);
    });
  });
}
