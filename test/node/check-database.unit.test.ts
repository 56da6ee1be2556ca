import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Alarm } from '../../src/alarms/alarm-store.ts';
import { findOldRelease } from '../../src/database/newest-minors.ts';
import { checkDatabase } from '../../src/node/check-database.ts';
import { createListeningLog } from '../support/listening-log.ts';

interface Release {
  readonly oldRelease?: string | null;
  readonly isDatabaseEmbedded?: boolean;
  readonly isKnown?: boolean;
}

async function check(
  weaknesses: readonly string[],
  isStandbyAway: boolean,
  { oldRelease = null, isDatabaseEmbedded = false, isKnown = false }: Release = {},
) {
  const raised: Alarm[] = [];
  const log = createListeningLog();
  await checkDatabase({
    log,
    alarms: {
      raiseAlarm: async (alarm) => void raised.push(alarm),
      wasRaised: async () => isKnown,
    },
    isDatabaseEmbedded,
    databaseSafety: {
      findWeaknesses: async () => weaknesses,
      isStandbyAway: async () => isStandbyAway,
      findOldRelease: async () => oldRelease,
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

test('an old minor release of an own server raises one alarm; the embedded one none', async () => {
  const oldRelease = findOldRelease(180_006);
  assert.equal(oldRelease, 'it is PostgreSQL 18.6, and 18.7 mends known faults of it');
  const { raised } = await check([], false, { oldRelease });
  assert.deepEqual(
    raised.map(({ kind, detail }) => [kind, detail]),
    [['database_outdated', oldRelease]],
  );
  assert.deepEqual((await check([], false, { oldRelease, isKnown: true })).raised, []);
  assert.deepEqual((await check([], false, { oldRelease, isDatabaseEmbedded: true })).raised, []);
  assert.deepEqual([180_007, 180_010, 190_000, 150_020].map(findOldRelease), [
    null,
    null,
    null,
    null,
  ]);
  assert.match(findOldRelease(150_019) ?? '', /15\.19/);
});
