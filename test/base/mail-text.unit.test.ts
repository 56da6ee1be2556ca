import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailMoment, mailText } from '../../src/base/mail-text.ts';
import { failingEndpointMail } from '../../src/webhooks/webhook-mails.ts';

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

test('a mail about an endpoint shows its whole address on one line', () => {
  const endpointUrl = `https://shop.example/hook?a=%20${'x'.repeat(90)}`;
  const { text } = failingEndpointMail({
    to: 'ada@example.com',
    site: 'wallet.example',
    address: 'https://wallet.example/webhooks/ep_1',
    endpointUrl,
    failingSince: null,
  });
  const lines = text.split('\n');
  assert(lines.includes(`Endpoint: ${endpointUrl}`));
  assert(lines.includes('https://wallet.example/webhooks/ep_1'));
  assert.doesNotMatch(text, /Failing since/);
});

test('times in mails are in UTC, to the minute', () => {
  assert.equal(mailMoment(new Date('2026-11-28T12:34:56Z')), '2026-11-28 12:34 UTC');
});
