import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createActivityStore } from '../../src/activity/sql/activity-store.ts';
import { listConnections } from '../../src/apps/list-connections.ts';
import { revokeConnection } from '../../src/apps/revoke-connection.ts';
import { createAppGrantUses } from '../../src/authorization/app-grant-uses.ts';
import { openConnectionBench } from '../support/connection-bench.ts';

describe('what people see of app grants without OAuth', async () => {
  const { clock, database, deps, addUser, connect } = await openConnectionBench({ after });

  test('uses and refusals are noted; what is newer, or no one can change, stays out', async () => {
    const userId = await addUser();
    const { connection, device } = await connect(userId);
    const uses = createAppGrantUses(deps);
    const used = { caller: { grantId: connection.id }, familyId: null, deviceId: device.id };
    uses.note({ ...used, lastUsedAt: null });
    uses.noteRefusal(connection.id, 'invoice_expired');
    await uses.write();
    const usedAt = clock.now();
    const find = () => deps.appGrants.findAppGrant(userId, connection.id);
    assert.deepEqual((await find())?.lastUsedAt, usedAt);
    assert.equal((await find())?.lastRefusal, null);
    const [listed] = await deps.connections.listDevices(userId, connection.id);
    assert.deepEqual(listed?.lastUsedAt, usedAt);

    clock.move(1000);
    const refusedAt = clock.now();
    uses.noteRefusal(connection.id, 'insufficient_scope');
    uses.noteRefusal(connection.id, 'budget_exceeded');
    await uses.write();
    const noted = { reason: 'budget_exceeded', at: refusedAt } as const;
    assert.deepEqual((await find())?.lastRefusal, noted);
    const late = { reason: 'rate_limited', at: usedAt } as const;
    await deps.appGrants.noteRefusals(new Map([[connection.id, late]]));
    assert.deepEqual((await find())?.lastRefusal, noted);
  });

  test('it is named beside what it did, also after it has ended', async () => {
    const userId = await addUser();
    const activity = createActivityStore(database);
    const [over, revoked] = [
      await connect(userId, { name: 'over', expiresAt: new Date(0) }),
      await connect(userId, { name: 'revoked' }),
    ];
    await revokeConnection(deps, { userId, appGrantId: revoked.connection.id });
    const ids = [over, revoked].map(({ connection }) => connection.id);
    const named = await activity.nameSpenders(userId, ids);
    assert.deepEqual(named.map(({ name, isEnded }) => [name, isEnded]).sort(), [
      ['over', true],
      ['revoked', true],
    ]);
    assert.equal((await activity.listSpenders(userId, 10)).length, 2);
    const { apps } = await listConnections(deps, userId);
    assert.deepEqual(
      apps.map(({ name }) => name),
      ['over'],
    );
  });
});
