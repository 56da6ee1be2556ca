import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailText } from '../../src/base/mail-text.ts';

test('sentences are broken into lines of up to 78 characters, and no word is lost', () => {
  const sentences = Array.from({ length: 60 }, (_, index) => 'x'.repeat(index % 13)).join(' ');
  const lines = mailText([sentences]).slice(0, -1).split('\n');
  assert(lines.length > 1 && lines.every(({ length }) => length <= 78));
  assert.equal(lines.join(' '), sentences);
  const fits = `${'a'.repeat(38)} ${'b'.repeat(39)}`;
  assert.equal(mailText([fits]), `${fits}\n`);
  assert.equal(mailText([`${fits}b`]), `${`${fits}b`.replace(' ', '\n')}\n`);
});

test('an address is never broken, and a list keeps its lines', () => {
  const address = `https://wallet.example/${'a'.repeat(100)}`;
  assert.equal(mailText([`Open ${address} now.`]), `Open\n${address}\nnow.\n`);
  const line = 'word '.repeat(30).trim();
  assert.equal(mailText(['One.', [line, 'b'], 'Two.']), `One.\n\n${line}\nb\n\nTwo.\n`);
});
