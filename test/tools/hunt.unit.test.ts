import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, test } from 'node:test';
import { findAgain } from '../../tools/hunt/play-round.ts';
import { filesWithChance, listSuites, showCommand } from '../../tools/hunt/suites.ts';

describe('the hunt', () => {
  const suites = listSuites({ isBusy: true, hasLnd: true });

  test('plays a round of each suite by a command that can be typed again', () => {
    const commands = suites
      .filter(({ name }) => name !== 'properties')
      .map(({ round }) => showCommand(round(1000)));
    assert.deepEqual(commands, [
      'TEST_SEED=1000 MONEY_LISTS=3000 npm test -- test/ledger/money-store.property.test.ts',
      'npm run sim -- --seeds 1000..2999 --steps 200',
      'npm run sim -- --seeds 1000..1024 --steps 200 --sql',
      'npm run test:crash -- --rounds 10 --seed 1000',
      'npm test -- .scenario.',
      'npm run test:lnd -- crash --crash 100 --seed 1000',
    ]);
  });

  test('finds the files that draw by chance', () => {
    const files = filesWithChance();
    assert(files.includes('test/lightning/bolt11.property.test.ts'));
    assert(files.includes('test/ledger/life-of-money.property.test.ts'));
    assert(files.every((path) => existsSync(path)));
  });

  test('says what repeats a case alone, where the output names one, else the round', () => {
    const output = [
      '  Error: Property failed after 3 tests',
      '  repeat it: TEST_CASE=test/base/a.unit.test.ts:5@7@2:1 npm test -- test/base/a.unit.test.ts',
      'npm run sim -- --seed 12 --steps 200',
      '  repeat it: TEST_CASE=test/base/a.unit.test.ts:5@7@2:1 npm test -- test/base/a.unit.test.ts',
    ].join('\n');
    assert.deepEqual(findAgain(output, 'npm test'), [
      'TEST_CASE=test/base/a.unit.test.ts:5@7@2:1 npm test -- test/base/a.unit.test.ts',
      'npm run sim -- --seed 12 --steps 200',
    ]);
    assert.deepEqual(findAgain('✖ it failed', 'npm test'), ['npm test']);
  });
});
