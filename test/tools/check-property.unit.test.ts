import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import fc from 'fast-check';
import { checkProperty } from '../support/check-property.ts';
import { deriveSeed, testSeed } from '../support/seeds.ts';

const NAMES = ['TEST_SEED', 'TEST_RUNS_FACTOR', 'TEST_CASE'];
const before = NAMES.map((name) => [name, process.env[name]] as const);
/** CI and a hunt give some of them to all tests. */
const forget = (): void => {
  for (const name of NAMES) delete process.env[name];
  process.env['TEST_RUNS_FACTOR'] = '1';
};
const putBack = (): void => {
  for (const [name, text] of before) {
    if (text === undefined) delete process.env[name];
    else process.env[name] = text;
  }
};

describe('a property', () => {
  beforeEach(forget);
  afterEach(putBack);

  /** Always at this one line, as a test's own property is. */
  const draw = (isFine: (drawn: number) => boolean): readonly number[] => {
    const all: number[] = [];
    const keep = (drawn: number): boolean => all.push(drawn) > 0 && isFine(drawn);
    checkProperty(fc.property(fc.nat(), keep), { numRuns: 20 });
    return all;
  };
  const drawAll = () => draw(() => true);

  test('draws the same cases each time, and others from another seed', () => {
    process.env['TEST_SEED'] = '5';
    const first = drawAll();
    assert.equal(first.length, 20);
    assert.deepEqual(drawAll(), first);
    process.env['TEST_SEED'] = '6';
    assert.notDeepEqual(drawAll(), first);
  });

  test('is tried as many times more as is asked for', () => {
    process.env['TEST_RUNS_FACTOR'] = '3';
    assert.equal(drawAll().length, 60);
  });

  test('draws the first quarter of its cases in a run that asks for nothing', () => {
    const all = drawAll();
    delete process.env['TEST_RUNS_FACTOR'];
    assert.deepEqual(drawAll(), all.slice(0, 5));
  });

  test('that fails says what repeats its case alone', () => {
    const failAt = () => draw((drawn) => drawn < 1000);
    let said = '';
    assert.throws(failAt, (error: Error) => {
      said = error.message;
      return true;
    });
    const [, command = ''] = /\nrepeat it: (.*)\n/.exec(said) ?? [];
    const [, value = ''] =
      /^TEST_CASE=(\S+) npm test -- test\/tools\/check-property\.test\.ts$/.exec(command) ?? [];
    process.env['TEST_CASE'] = value;
    process.env['TEST_SEED'] = '77';
    const drawn: number[] = [];
    assert.throws(() => draw((one) => drawn.push(one) > 0 && one < 1000));
    assert(drawn.length > 0 && Number(drawn[0]) >= 1000, 'the case itself comes first');
    process.env['TEST_CASE'] = value.replace(/:\d+@/, ':1@');
    assert.equal(drawAll().length, 20, 'a case of another line is none of this one');
  });

  test('of promises is tried alike', async () => {
    const drawn: number[] = [];
    const property = fc.asyncProperty(fc.nat(), async (one) => drawn.push(one) > 0 && one < 1000);
    await assert.rejects(checkProperty(property), /repeat it: TEST_CASE=test\/tools\/check-prop/);
    assert(drawn.length > 0);
  });
});

describe('a seed', () => {
  beforeEach(forget);
  afterEach(putBack);

  test('is 1, or what TEST_SEED says', () => {
    assert.equal(testSeed(), 1);
    process.env['TEST_SEED'] = '2147483647';
    assert.equal(testSeed(), 2147483647);
    for (const text of ['0', '-1', '1.5', 'random']) {
      process.env['TEST_SEED'] = text;
      assert.throws(testSeed, /TEST_SEED takes a whole number from 1/);
    }
  });

  test('has many others that follow from it, all different', () => {
    const all = [1, 2].flatMap((seed) =>
      Array.from({ length: 1000 }, (_, index) => deriveSeed(seed, index)),
    );
    assert.equal(new Set(all).size, all.length);
    assert(all.every((seed) => Number.isSafeInteger(seed) && seed >= 0));
  });
});
