import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addLine, NO_TESTS, showSums } from '../../tools/tests/test-sums.ts';

const sumsOf = (text: string) => text.split('\n').reduce(addLine, NO_TESTS);

test('the sums of our runner are read', () => {
  const sums = sumsOf(`✔ test/base/memoize.unit.test.ts: 1 tests, 0.0 s
✖ test/base/amount.unit.test.ts: 3 tests, 0.1 s

✖ a name (with more) (test/base/amount.unit.test.ts:7)
    Error: 1 passed, 2 failed, 3 skipped as it says
failed: npm test -- test/base/amount.unit.test.ts
2 files in 1 s
3 passed, 1 failed, 0 skipped`);
  assert.equal(showSums(sums), '3 passed, 1 failed, 0 skipped');
  assert.deepEqual(sums.failedNames, [
    'test/base/amount.unit.test.ts: 3 tests, 0.1 s',
    'a name (with more) (test/base/amount.unit.test.ts:7)',
  ]);
  assert.deepEqual(sums.failedFiles, ['test/base/amount.unit.test.ts']);
});

test('the sums of the runner of Node are read, and added where it runs several times', () => {
  const run = `▶ a group
  ✖ a name (1.5ms)
  ✔ another one (0.1ms)
✖ a group (2.0ms)
ℹ tests 4
ℹ pass 1
ℹ fail 1
ℹ cancelled 1
ℹ skipped 1
ℹ todo 0

✖ failing tests:

test at test/browser/send.test.ts:12:3
✖ a name (1.7ms)`;
  const sums = sumsOf(`${run}\n${run}`);
  assert.equal(showSums(sums), '2 passed, 4 failed, 2 skipped');
  assert.deepEqual(sums.failedNames, ['a name', 'a group'], 'each once');
  assert.deepEqual(sums.failedFiles, ['test/browser/send.test.ts']);
});

test('a suite that says nothing of tests adds nothing', () => {
  assert.deepEqual(sumsOf('3 passed by\nℹ duration_ms 12\nall steps work'), NO_TESTS);
});
