import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Html, html, renderHtml } from '../../src/i18n/html.ts';
import { checkProperty } from '../support/check-property.ts';

test('what is put into a template is escaped, in text and in attributes', () => {
  const hostile = `<b a="x" c='y'>&</b>`;
  assert.equal(
    renderHtml(html`<p title="${hostile}">${hostile}</p>`),
    '<p title="&#60;b a&#61;&#34;x&#34; c&#61;&#39;y&#39;&#62;&#38;&#60;/b&#62;">' +
      '&#60;b a&#61;&#34;x&#34; c&#61;&#39;y&#39;&#62;&#38;&#60;/b&#62;</p>',
  );
});

test('markup stays markup, in lists too; null is nothing; figures are text', () => {
  const item = (name: string): Html => html`<li>${name}</li>`;
  assert.equal(
    renderHtml(html`<ul>${['a<', 'b'].map(item)}</ul>`),
    '<ul><li>a&#60;</li><li>b</li></ul>',
  );
  assert.equal(renderHtml(html`${null}${12}${34n}${[]}${['<', null]}`), '1234&#60;');
});

test('a mark that means "raw" elsewhere is only a mark', () => {
  assert.equal(renderHtml(html`Stop!${'<b>'}`), 'Stop!&#60;b&#62;');
});

test('no text can open a tag, an attribute or an entity', () => {
  checkProperty(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = renderHtml(html`${text}`);
      assert.doesNotMatch(shown, /[<>"'=]/);
      assert.doesNotMatch(shown, /&(?!#(34|38|39|60|61|62);)/);
    }),
  );
});
