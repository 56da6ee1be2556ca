import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readSuccessAction } from '../../src/lnurl/success-action.ts';

const linkOf = (url: string, callback = 'https://pay.example/cb'): string => {
  const read = readSuccessAction({ tag: 'url', description: 'x', url }, callback);
  if (!read.ok) return read.refusal;
  return read.value?.tag === 'url' ? read.value.url : 'none';
};

describe('LUD-09 the link after a payment', () => {
  const LINKS = {
    'https://pay.example/order/7#receipt': 'https://pay.example/order/7#receipt',
    'https://pay.example/order/my order': 'https://pay.example/order/my%20order',
    ' https://pay.example/a?b=c d#e f\n': 'https://pay.example/a?b=c%20d#e%20f',
    'HTTPS://PAY.Example/A': 'https://pay.example/A',
    'https://pay.example:443/a': 'https://pay.example/a',
    'https://pay.example/größe?x=ü': 'https://pay.example/gr%C3%B6%C3%9Fe?x=%C3%BC',
    'https://pay.example': 'https://pay.example/',
  };
  for (const [url, expected] of Object.entries(LINKS)) {
    test(`is what a browser opens: ${JSON.stringify(url)}`, () => {
      assert.equal(linkOf(url), expected);
    });
  }

  test('may have a host in letters of its own, as that of the callback', () => {
    const callback = 'https://xn--gre-6ka8i.example/cb';
    assert.equal(linkOf('https://größe.example/a', callback), 'https://xn--gre-6ka8i.example/a');
  });

  test('is at the domain of the callback', () => {
    for (const url of [
      'https://pаy.example/a',
      'https://pay.example:8443/a',
      'https://evil.example/#https://pay.example',
      'https://pay.example.evil.example/',
    ]) {
      assert.equal(linkOf(url), 'foreign_success_url', url);
    }
  });

  test('is no less safe than the callback, and says where it leads', () => {
    for (const url of [
      'http://pay.example/a',
      'https://ann:pw@pay.example/a',
      'https://pay.example\\@evil.example/',
      'https://pay.example/\u202ea',
      'data:text/html,x',
      '/order/7',
      `https://pay.example/${'x'.repeat(2048)}`,
    ]) {
      assert.equal(linkOf(url), 'bad_success_action', url);
    }
    const plain = 'http://127.0.0.1:4000/cb';
    assert.equal(linkOf('http://127.0.0.1:4000/a b', plain), 'http://127.0.0.1:4000/a%20b');
  });
});
