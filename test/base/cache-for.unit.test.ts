import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cacheFor } from '../../src/base/cache-for.ts';

function start() {
  let nowMs = 0;
  const asked: { readonly answer: (text: string) => void; readonly fail: () => void }[] = [];
  const read = cacheFor({ monotonicMs: () => nowMs }, 1000, () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    asked.push({ answer: resolve, fail: () => reject(new Error('away')) });
    return promise;
  });
  return { read, asked, move: (ms: number) => (nowMs += ms) };
}

test('callers at once share a question, later ones its answer while it is young', async () => {
  const { read, asked, move } = start();
  const waiting = [read(), read(), read()];
  move(5000);
  waiting.push(read());
  asked[0]?.answer('a');
  assert.deepEqual(await Promise.all(waiting), ['a', 'a', 'a', 'a']);
  move(999);
  assert.equal(await read(), 'a');
  assert.equal(asked.length, 1);
  move(1);
  const next = read();
  asked[1]?.answer('b');
  assert.equal(await next, 'b');
  assert.equal(asked.length, 2);
});

test('a failure is told to those who wait, and not kept', async () => {
  const { read, asked } = start();
  const waiting = [read(), read()];
  asked[0]?.fail();
  for (const one of waiting) await assert.rejects(one, /away/);
  const next = read();
  asked[1]?.answer('b');
  assert.equal(await next, 'b');
});
