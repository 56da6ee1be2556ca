import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type DrillFolder, type DrillServer, makeDrillFolder } from '../support/drill-server.ts';
import { promote, untilFollowed, waitForStandbys } from '../support/drill-standby.ts';
import { eventually } from '../support/eventually.ts';

/** What the drills stand on: the servers of this folder behave as a cluster does. */

let folder: DrillFolder;
let primary: DrillServer;
let standby: DrillServer;

before(async () => {
  folder = await makeDrillFolder();
  primary = await folder.startPrimary();
  standby = await primary.startStandby('near');
});
after(() => folder.dispose());

const count = (server: DrillServer): Promise<number> =>
  server.run(async (sql) => {
    const [row] = await sql<{ n: number }[]>`select count(*)::int as n from written`;
    return row?.n ?? -1;
  });

test('a standby takes what its primary writes, and no writes of others', async () => {
  await primary.run((sql) => sql`create table written (id int)`);
  await untilFollowed(primary);
  assert.equal(await count(standby), 0);
  await assert.rejects(
    standby.run((sql) => sql`insert into written values (1)`),
    { code: '25006' },
  );
});

test('a write waits for the standby that was named; read it can meanwhile', async () => {
  await waitForStandbys(primary, 'near');
  await primary.run((sql) => sql`insert into written values (1)`);
  await standby.kill();
  let isWritten = false;
  const writing = primary
    .run((sql) => sql`insert into written values (2)`)
    .then(() => {
      isWritten = true;
    });
  await eventually('the write waits', () =>
    primary.run(async (sql) => {
      const rows = await sql`select from pg_stat_activity where wait_event = 'SyncRep'`;
      return rows.length > 0 ? true : null;
    }),
  );
  assert.equal(await count(primary), 1);
  assert.equal(isWritten, false);
  standby = await folder.startFiles(standby.directory);
  await writing;
  assert.equal(await count(primary), 2);
});

test('promoted it has all that was acknowledged; the old primary acknowledges no more', async () => {
  await promote(standby);
  assert.equal(await count(standby), 2);
  await standby.run((sql) => sql`insert into written values (3)`);
  const hanging = primary
    .run((sql) => sql`insert into written values (4)`)
    .then(
      () => 'acknowledged',
      () => 'cut',
    );
  await eventually('the write hangs', () =>
    primary.run(async (sql) => {
      const rows = await sql`select from pg_stat_activity where wait_event = 'SyncRep'`;
      return rows.length > 0 ? true : null;
    }),
  );
  await primary.kill();
  assert.equal(await hanging, 'cut');
  assert.equal(await count(standby), 3);
});
