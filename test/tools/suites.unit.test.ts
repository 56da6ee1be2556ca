import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANES } from '../../tools/tests/suites.ts';

const suiteNamed = (name: string) => LANES.flat().find((suite) => suite.name === name);
const argsOf = (name: string, ...files: string[]) => suiteNamed(name)?.again?.(files) ?? null;

test('only failed files of suites that work with clocks and processes are tried again', () => {
  const scenario = 'test/app/stop.scenario.test.ts';
  assert.deepEqual(argsOf('tests', scenario), ['tools/run-tests.ts', scenario]);
  const standby = 'test/database/standby.contract.test.ts';
  assert.deepEqual(argsOf('tests', standby), ['tools/run-tests.ts', standby]);
  const seeds = 'test/simulation/faults-found.test.ts';
  assert.equal(argsOf('tests', seeds), null, 'it has no clock');
  assert.equal(
    argsOf('tests', scenario, 'test/base/amount.unit.test.ts'),
    null,
    'one of them is not',
  );
  assert.equal(argsOf('tests'), null, 'no test has failed, so the runner has');
  const page = 'test/browser/send.test.ts';
  assert.deepEqual(argsOf('browser', page)?.slice(-1), [page]);
  assert.deepEqual(argsOf('lnd', 'test/lnd/a.test.ts')?.slice(1), ['test/lnd/a.test.ts']);
});

test('a second try runs all files where a failed test is written in a file that they share', () => {
  assert.deepEqual(argsOf('lnd', 'test/support/node-suite.ts'), ['tools/run-lnd-tests.ts']);
  assert.deepEqual(argsOf('browser', 'test/browser/a.ts'), suiteNamed('browser')?.args);
  assert.deepEqual(argsOf('crash', 'test/crash/crash.test.ts'), suiteNamed('crash')?.args);
});

test('what no clock decides has one try', () => {
  assert.equal(argsOf('package', 'any.test.ts'), null);
  assert.equal(argsOf('image', 'any.test.ts'), null);
});
