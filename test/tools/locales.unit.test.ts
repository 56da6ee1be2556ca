import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Catalogue } from '../../src/i18n/catalogue.ts';
import { LANGUAGES } from '../../src/i18n/language.ts';
import { readCatalogues, SOURCE_LANGUAGE } from '../../tools/locales/catalogue-files.ts';
import { compareCatalogues } from '../../tools/locales/compare-catalogues.ts';
import { readArguments } from '../../tools/locales/message-arguments.ts';
import { renderMessages } from '../../tools/locales/render-messages.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

describe('the catalogues in', () => {
  const english = readCatalogues(ROOT, SOURCE_LANGUAGE);
  for (const language of LANGUAGES) {
    test(`${language} have every message, with the arguments of the English one`, () => {
      const compared = compareCatalogues(english, readCatalogues(ROOT, language), language);
      assert.deepEqual(compared, { missing: [], faults: [] });
    });
  }
});

describe('comparing catalogues finds', () => {
  const compare = (english: Catalogue, own: Catalogue, language = 'de') =>
    compareCatalogues(new Map([['c', english]]), new Map([['c', own]]), language);
  const faultOf = (english: string, own: string, language?: string): string | undefined =>
    compare({ a: english }, { a: own }, language).faults[0];

  test('what is missing, what English does not have, and what has another place', () => {
    assert.deepEqual(compare({ a: { b: 'x', c: 'y' }, d: 'z' }, { a: { b: 'x' }, d: { e: 'z' } }), {
      missing: ['c.a.c', 'c.d'],
      faults: ['c.d.e: English has no such message'],
    });
    assert.equal(faultOf('x', ' '), 'c.a: it is empty');
  });

  test('other arguments and other tags', () => {
    assert.equal(faultOf('{a} of {b}', '{b}: {a}'), undefined);
    assert.equal(faultOf('by {name}', 'von {nam}'), 'c.a: it takes {nam: Text}, not {name: Text}');
    assert.match(faultOf('<b>{a}</b>', '<i>{a}</i>') ?? '', /it takes {a: Text; i: Tag}/);
    assert.match(faultOf('<b>x</b>', 'x') ?? '', /it takes {}, not {b: Tag}/);
    assert.match(
      faultOf('{k, select, a {x} other {y}}', '{k, select, b {x} other {y}}') ?? '',
      /'b'/,
    );
  });

  test('an apostrophe that swallows an argument', () => {
    assert.match(faultOf('of {name}', "d'{name}") ?? '', /it takes {}, not {name: Text}/);
    assert.equal(faultOf('of {name}', "d''{name}"), undefined);
  });

  test('forms of the plural that the language does not have, or needs', () => {
    const english = '{n, plural, one {x} other {y}}';
    assert.match(faultOf(english, '{n, plural, many {x} other {y}}') ?? '', /no form "many"/);
    assert.match(faultOf(english, '{n, plural, other {y}}') ?? '', /lacks the form "one"/);
    assert.equal(faultOf(english, '{n, plural, other {y}}', 'ja'), undefined);
    assert.match(
      faultOf(english, '{n, plural, one {x} other {y}}', 'pl') ?? '',
      /lacks the form "many"/,
    );
    assert.equal(faultOf(english, '{n, plural, =0 {z} one {x} other {y}}'), undefined);
  });
});

describe('a message may not', () => {
  for (const [what, source, reason] of [
    ['write a number or a time itself', '{n, number}', /comes as text/],
    [
      'show the number of a plural ungrouped',
      '{n, plural, one {{n}} other {#}}',
      /is a number and/,
    ],
    [
      'lose its number in a select',
      '{n, plural, one {x} other {{k, select, a {# a} other {#}}}}',
      /around a select/,
    ],
    ['break off', 'by {name', /“by {name”: EXPECT_ARGUMENT_CLOSING_BRACE/],
    ['have attributes in a tag', '<a href="/x">y</a>', /INVALID_TAG/],
  ] as const) {
    test(what, () => assert.throws(() => readArguments(source, 'en'), reason));
  }
});

test('types have the keys of the catalogue, and what each message takes', () => {
  const catalogue = {
    title: 'Title',
    kinds: { sign_in: 'x', 'web-hook': '{name}' },
    state: '{state, select, open {x} closed {y} other {z}}',
    rows: '{n, plural, one {<b>#</b> row} other {<b>#</b> rows}} {first} {second} {third} {fourth} {fifth}',
  };
  assert.equal(
    renderMessages('sign-in', catalogue),
    `import type { Message, Tag, Text } from '../message.ts';

/** Written by "npm run generate" from \`locales/en/sign-in.json\`. */
export interface SignInMessages {
  readonly title: string;
  readonly kinds: {
    readonly sign_in: string;
    readonly 'web-hook': Message<{ name: Text }>;
  };
  readonly state: Message<{ state: 'closed' | 'open' | 'other' }>;
  readonly rows: Message<{
    b: Tag;
    fifth: Text;
    first: Text;
    fourth: Text;
    n: number;
    second: Text;
    third: Text;
  }>;
}
`,
  );
});
