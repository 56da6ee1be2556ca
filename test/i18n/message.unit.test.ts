import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bindMessages } from '../../src/i18n/catalogue.ts';
import { html, renderHtml } from '../../src/i18n/html.ts';
import { type Given, readMessage, type Tag } from '../../src/i18n/message.ts';

/** Says a message; markup is shown between `«` and `»`. */
function say(source: string, given: Given = {}, language = 'en'): string {
  const message = readMessage(source, language);
  const said = typeof message === 'string' ? message : message(given);
  return typeof said === 'string' ? said : `«${renderHtml(said)}»`;
}

describe('a message', () => {
  test('without arguments is a text', () => {
    assert.equal(readMessage('Nothing new', 'en'), 'Nothing new');
    assert.equal(readMessage("It's 80 %, a < b, #1", 'en'), "It's 80 %, a < b, #1");
  });

  test('with text for its arguments is text, which nothing escapes yet', () => {
    assert.equal(say('{name} & {other}', { name: '<b>', other: 'x' }), '<b> & x');
  });

  test('with markup among its arguments is markup, in which all text is escaped', () => {
    const said = say('"{text}" by {name}', { text: '<i>', name: html`<b>${'<'}</b>` });
    assert.equal(said, '«&#34;&#60;i&#62;&#34; by <b>&#60;</b>»');
  });

  test('is markup even where it leaves the markup out', () => {
    const source = '{kind, select, named {{name}} other {a & b}}';
    assert.equal(say(source, { kind: 'other', name: html`<b>x</b>` }), '«a &#38; b»');
  });

  test('gives the words within a tag to the page, escaped', () => {
    const link: Tag = (words) => html`<a href="/x">${words}</a>`;
    const bold: Tag = (words) => html`<b>${words}</b>`;
    assert.equal(say('See <link>this</link>.', { link }), '«See <a href="/x">this</a>.»');
    assert.equal(say('<bold>a & {b}</bold>!', { bold, b: '<' }), '«<b>a &#38; &#60;</b>!»');
  });

  test('brings no markup of its own', () => {
    assert.throws(() => say('<b>bold</b>'), /"b" was not provided/);
    assert.throws(() => say('<a href="/x">link</a>'), /INVALID_TAG/);
  });

  test('throws when an argument is missing', () => {
    assert.throws(() => say('{name} and {other}', { name: 'x' }), /"other" was not provided/);
  });

  test('has an apostrophe as it is written, except before a sign of the format', () => {
    assert.equal(say("It's {name}'s", { name: 'x' }), "It's x's");
    assert.equal(say("'{}' left of {name}", { name: 'x' }), '{} left of x');
    assert.equal(say("l''{name}", { name: 'x' }), "l'x");
    assert.equal(say("l'{name}", { name: 'x' }), 'l{name}');
  });

  test('counts by the rules of its language, and groups the number', () => {
    const source = '{count, plural, one {# message} other {# messages}}';
    assert.equal(say(source, { count: 1 }), '1 message');
    assert.equal(say(source, { count: 0 }), '0 messages');
    assert.equal(say(source, { count: 12_345 }), '12,345 messages');
    assert.equal(say(source, { count: 12_345 }, 'de'), '12.345 messages');
    // Zero is singular in Portuguese.
    assert.equal(say(source, { count: 0 }, 'pt'), '0 message');
  });

  test('needs no form of its own for a million in Spanish and Portuguese', () => {
    for (const language of ['es', 'pt']) {
      const source = '{count, plural, one {# pago} other {# pagos}}';
      assert.equal(new Intl.PluralRules(language).select(1_000_000), 'many');
      assert.equal(say(source, { count: 1_000_000 }, language), '1.000.000 pagos');
    }
  });
});

describe('a catalogue', () => {
  const english = {
    title: 'Title',
    group: { some: '{count, plural, one {one} other {#}}', name: 'by {name}' },
    broken: '{',
  };

  test('has the English message where the language has none, counted in English', () => {
    const bound = bindMessages(english, { group: { name: 'von {name}' } }, 'pt');
    assert.equal(Reflect.get(bound, 'title'), 'Title');
    const group = Reflect.get(bound, 'group');
    assert.equal(group.name({ name: 'x' }), 'von x');
    assert.equal(group.some({ count: 0 }), '0');
    assert.deepEqual(Object.keys(group), ['some', 'name']);
  });

  test('reads a message when it is first used, and once', () => {
    const bound = bindMessages(english, {}, 'en');
    assert.throws(() => Reflect.get(bound, 'broken'), /EXPECT_ARGUMENT_CLOSING_BRACE/);
    const group = Reflect.get(bound, 'group');
    assert.equal(group.name, group.name);
  });
});
