import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type PushMessage, renderMessage } from '../../src/push/push-message.ts';

const MESSAGE: PushMessage = {
  title: 'Our Wallet',
  body: 'You received money.',
  navigate: 'https://wallet.example/notices',
  language: 'en',
  tag: 'notice1',
  urgency: 'normal',
  ttlSec: 60,
  topic: null,
  staysShown: false,
};

const read = (bytes: Uint8Array) =>
  JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));

describe('the text of a push message', () => {
  test('has the declarative form of the Push API', () => {
    assert.deepEqual(read(renderMessage(MESSAGE, 1024)), {
      web_push: 8030,
      notification: {
        title: 'Our Wallet',
        body: 'You received money.',
        navigate: 'https://wallet.example/notices',
        lang: 'en',
        tag: 'notice1',
      },
    });
  });

  test('a long text is cut between letters, so that the message has its length', () => {
    for (const body of ['x'.repeat(5000), '😀'.repeat(1500), '\u0000'.repeat(2000)]) {
      const bytes = renderMessage({ ...MESSAGE, body }, 1024);
      assert.ok(bytes.length <= 1024, String(bytes.length));
      const shown = read(bytes).notification.body;
      assert.ok(shown.endsWith('…') && shown.length > 50, shown.slice(-10));
    }
  });
});
