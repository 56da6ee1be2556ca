import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Alarm } from '../../src/operations/alarm-store.ts';
import { checkDatabase } from '../../src/usecases/operations/check-database.ts';
import { createListeningLog } from '../support/listening-log.ts';

async function check(weaknesses: readonly string[], isStandbyAway: boolean) {
  const raised: Alarm[] = [];
  const log = createListeningLog();
  await checkDatabase({
    log,
    alarms: { raiseAlarm: async (alarm) => void raised.push(alarm) },
    databaseSafety: {
      findWeaknesses: async () => weaknesses,
      isStandbyAway: async () => isStandbyAway,
    },
  });
  return { raised, text: log.text() };
}

test('a database that is as it should be is not told of', async () => {
  assert.deepEqual(await check([], false), { raised: [], text: '' });
});

test('settings that came to lose money raise an alarm that names them', async () => {
  const { raised, text } = await check(['fsync must not be off', 'one standby is missing'], false);
  assert.deepEqual(
    raised.map(({ kind, subject }) => [kind, subject]),
    [['database_unsafe', 'database']],
  );
  for (const said of [raised[0]?.detail ?? '', text]) {
    assert.match(said, /fsync must not be off; one standby is missing/);
  }
});

test('a standby that is away is told in the log, as nothing can be written', async () => {
  const { raised, text } = await check([], true);
  assert.deepEqual(raised, []);
  assert.match(text, /confirms nothing/);
});
