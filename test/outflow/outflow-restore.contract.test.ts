import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import { backUp, migrated, removeBackups, restore } from '../support/backup-bench.ts';
import { testDatabase } from '../support/database.ts';
import { createOutflowBench } from '../support/outflow-bench.ts';

after(removeBackups);

test('a restored database has its limits, and lets nothing leave until a person has looked', async () => {
  const source = await testDatabase({ after });
  const before = createOutflowBench(source.database);
  await before.limit({ daySat: sat(5000n) });
  await before.chooseOnly({ hourSat: sat(1000n) });
  const target = await migrated();
  await restore(target, await backUp(source));
  const restored = createOutflowBench(target.database);
  const { settings, chosen, latch } = await restored.read();
  assert.deepEqual([settings.daySat, chosen.hourSat], [5000n, 1000n]);
  assert.match(latch?.detail ?? '', /gone back/);
  await restored.limit({ daySat: sat(9000n) });
  assert.notEqual((await restored.read()).latch, null, 'the next start does not lift it');
  assert.equal(await restored.lift(), true);
  assert.equal((await restored.read()).latch, null);
});
