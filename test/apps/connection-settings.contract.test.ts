import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { openDatabase } from '../../src/database/db.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { testDatabase } from '../support/database.ts';

const { serviceUrl, superuserUrl } = await testDatabase({ after });

async function readSettings(url: string): Promise<object | undefined> {
  const options = { applicationName: 'test', clock: systemClock, random: systemRandom };
  const database = openDatabase({ ...options, url, poolSize: 1 });
  const [row] = await database.sql`
    select current_setting('jit') as jit, current_setting('timezone') as zone`;
  await database.close();
  return row;
}

test('a server that compiles plans and lives elsewhere is asked not to, in UTC', async () => {
  const admin = postgres(superuserUrl, { max: 1 });
  await admin`
    do $$ begin
      execute format('alter database %I set jit = on', current_database());
      execute format('alter database %I set timezone = %L', current_database(), 'Pacific/Apia');
    end $$`;
  await admin.end();
  const unasked = postgres(superuserUrl, { max: 1 });
  assert.equal((await unasked`show jit`)[0]?.['jit'], 'on');
  await unasked.end();
  assert.deepEqual(await readSettings(serviceUrl), { jit: 'off', zone: 'UTC' });
  // Who knows better says so in the address.
  const url = new URL(serviceUrl);
  url.searchParams.set('options', '-c jit=on');
  assert.deepEqual(await readSettings(url.href), { jit: 'on', zone: 'UTC' });
});
