import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createAlarmStore } from '../../src/alarms/sql/alarm-store.ts';
import { createProcessStore } from '../../src/background/sql/process-store.ts';
import { WATCHER_LEASE } from '../../src/node/node-store.ts';
import { createNodeStore } from '../../src/node/sql/node-store.ts';
import { testDatabase } from '../support/database.ts';

/** What the service's role may do to the tables of operation, down to the column. */

const { database } = await testDatabase({ after });
const { sql } = database;

const RIGHTS: Readonly<Record<string, readonly string[]>> = {
  bound_node: ['insert: network pubkey', 'select: is_only network pubkey'],
  node_cursor: [
    'insert: baseline pubkey settle_index',
    'select: baseline checked_hash checked_settle_index passed_add_index passed_hash pubkey settle_index swept_until',
    'update: baseline checked_hash checked_settle_index passed_add_index passed_hash settle_index swept_until',
  ],
  process: [
    'delete',
    'insert: id role root_key_ids',
    'select: heartbeat_at id is_gone known_keys role root_key_ids sealing_key started_at',
    'update: heartbeat_at is_gone known_keys root_key_ids sealing_key',
  ],
  lease: [
    'insert: expires_at fence holder_process_id name',
    'select: expires_at fence holder_process_id name',
    'update: expires_at fence holder_process_id',
  ],
  outside_stop: [
    'delete',
    'insert: detail reason system_identifier timeline',
    'select: detail reason since system_identifier timeline',
    'update: detail since system_identifier timeline',
  ],
  alarm: [
    'insert: day detail first_at kind last_at mail_wanted_at opened_at subject',
    'select: acknowledged_at acknowledged_by count day detail first_at id kind last_at mail_wanted_at note opened_at subject',
    'update: acknowledged_at acknowledged_by count detail last_at mail_wanted_at note opened_at',
  ],
  alarm_mail: ['delete', 'insert: sent_at', 'select: sent_at'],
  operator_action: [
    'insert: admin_id detail ended_at id kind outcome result subject',
    'select: admin_id began_at detail ended_at id kind outcome result subject',
    'update: ended_at outcome result',
  ],
  job: [
    'delete',
    'insert: dedupe_key kind max_attempts payload run_at',
    'select: attempts created_at dedupe_key id kind last_error lease_until max_attempts parked_at payload run_at',
    'update: attempts last_error lease_until parked_at payload run_at',
  ],
  job_schedule: [
    'delete',
    'insert: every_sec kind offset_sec',
    'select: every_sec kind last_slot offset_sec',
    'update: every_sec last_slot offset_sec',
  ],
};

for (const [table, expected] of Object.entries(RIGHTS)) {
  test(`the service may do to ${table} what it does, and no more`, async () => {
    const rows = await sql<{ right: string }[]>`
      select lower(privilege_type) || ': ' || string_agg(column_name, ' ' order by column_name)
        as right
      from information_schema.column_privileges
      where grantee = current_user and table_name = ${table} group by privilege_type
      union all
      select lower(privilege_type) from information_schema.table_privileges
      where grantee = current_user and table_name = ${table}
        and privilege_type in ('DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER')
      order by 1`;
    assert.deepEqual(
      rows.map(({ right }) => right),
      expected,
    );
  });
}

describe('nothing of it goes back', () => {
  test('the stores do their work', async () => {
    const [nodes, processes, alarms] = [
      createNodeStore(database),
      createProcessStore(database),
      createAlarmStore(database),
    ];
    await nodes.bindNode('regtest', 'node');
    for (const id of ['a', 'b']) {
      await processes.heartbeat(id, 'all');
      await processes.heartbeat(id, 'all');
    }
    assert.deepEqual(await processes.acquireLease(WATCHER_LEASE, 'a', 1000), { fence: 1n });
    await processes.declareOthersGone('b');
    assert.deepEqual(await processes.acquireLease(WATCHER_LEASE, 'b', 1000), { fence: 2n });
    assert.equal(await nodes.setBaseline('node', 5n, 2n), true);
    assert.equal(await nodes.advanceCursor('node', 9n, 2n), true);
    assert.equal(await nodes.advanceCursor('node', 7n, 2n), true);
    assert.deepEqual(await nodes.readCursor('node'), { settleIndex: 9n, baseline: 5n });
    const alarm = { kind: 'node_changed', subject: 'node', detail: 'one' } as const;
    await alarms.raiseAlarm(alarm);
    await alarms.raiseAlarm({ ...alarm, detail: 'two' });
    await processes.releaseLease(WATCHER_LEASE, 'b');
    await processes.leave('a');
  });

  for (const [what, statement] of [
    ['the cursor of a node', 'update node_cursor set settle_index = 8'],
    ['its baseline', 'update node_cursor set baseline = 4'],
    ['its baseline, to nothing', 'update node_cursor set baseline = null'],
    ['a fence', 'update lease set fence = 1'],
  ] as const) {
    test(what, async () => {
      await assert.rejects(sql.unsafe(statement).execute(), { code: 'P0001' });
    });
  }

  for (const statement of [
    'update bound_node set pubkey = pubkey',
    'delete from bound_node',
    'update node_cursor set pubkey = pubkey',
    'delete from node_cursor',
    'truncate node_cursor',
    'update process set id = id',
    'update lease set name = name',
    'delete from lease',
    'update alarm set kind = kind',
    'delete from alarm',
  ]) {
    test(`not allowed: ${statement}`, async () => {
      await assert.rejects(sql.unsafe(statement).execute(), { code: '42501' });
    });
  }
});
