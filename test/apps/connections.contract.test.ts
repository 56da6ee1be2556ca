import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { addConnection } from '../../src/apps/add-connection.ts';
import { addDevice } from '../../src/apps/add-device.ts';
import { MAX_APP_CONNECTIONS, MAX_DEVICES } from '../../src/apps/limits.ts';
import { listConnections } from '../../src/apps/list-connections.ts';
import { revokeConnection } from '../../src/apps/revoke-connection.ts';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { sat } from '../../src/base/amount.ts';
import { REPEATED_FORM_MS } from '../../src/base/limits.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { openConnectionBench } from '../support/connection-bench.ts';
import { createTestKind } from '../support/test-connection-kind.ts';

describe('app grants without OAuth', async () => {
  const { clock, deps, idempotentInput, addUser, connect } = await openConnectionBench({ after });

  test('its secret exists only when name, scopes, end, budget and device stand', async () => {
    const [userId, kind] = [await addUser(), createTestKind('nwc')];
    const expiresAt = new Date(clock.now().getTime() + 1000);
    const seen: unknown[] = [];
    kind.beforeIssue = async ({ connection, device }) => {
      const limits = await deps.budgets.readBudgets(userId, [connection.id], clock.now());
      seen.push(limits.get(connection.id)?.limitSat, device.name);
    };
    const added = await addConnection(
      deps,
      kind,
      idempotentInput(userId, { name: ' Zeus ', expiresAt }),
    );
    assert(added.ok);
    assert.deepEqual(seen, [1000n, 'Zeus']);
    const { connection, device, secret, isRepeat } = added.value;
    assert.equal(isRepeat, false);
    assert.match(secret.link, /^nwc:\/\//);
    assert.deepEqual(await deps.appGrants.findAppGrant(userId, connection.id), connection);
    assert.deepEqual(connection, {
      id: connection.id,
      userId,
      kind: 'nwc',
      name: 'Zeus',
      scopes: ALL_SCOPES,
      createdAt: clock.now(),
      expiresAt,
      lastUsedAt: null,
      lastRefusal: null,
      client: null,
    });
    assert.deepEqual(await deps.connections.listDevices(userId, connection.id), [device]);
  });

  test('wherever the process dies, a repeat goes on there and makes nothing twice', async () => {
    const steps = ['addConnection', 'addDevice', 'issue'] as const;
    for (const step of steps) {
      for (const isDone of [false, true]) {
        const [userId, kind] = [await addUser(), createTestKind('lndhub')];
        const dies = { ...deps, connections: { ...deps.connections } };
        const dying =
          <Input extends readonly unknown[], Answer>(work: (...input: Input) => Promise<Answer>) =>
          async (...input: Input): Promise<Answer> => {
            if (isDone) await work(...input);
            throw new Error('the process died');
          };
        if (step === 'issue') kind.beforeIssue = dying(async () => undefined);
        else if (step === 'addDevice')
          dies.connections.addDevice = dying(deps.connections.addDevice);
        else dies.connections.addConnection = dying(deps.connections.addConnection);
        const wanted = idempotentInput(userId, { idempotentSecret: systemRandom.bytes(32) });
        await assert.rejects(addConnection(dies, kind, wanted), /died/);
        assert.deepEqual(kind.issued, [], `${step}: no secret yet`);
        // The user may add a device to a connection without one, and need not send the form again.
        for (const { budget } of (await listConnections(deps, userId)).apps) {
          assert.equal(budget?.limitSat, 1000n, `${step}: what stands has its limit`);
        }

        kind.beforeIssue = async () => undefined;
        const answers = [
          await addConnection(deps, kind, wanted),
          await addConnection(deps, kind, wanted),
        ];
        const links = answers.map((answer) => answer.ok && answer.value.secret.link);
        assert.equal(new Set(links).size, 1, step);
        assert.equal(kind.issued.length, 1, step);
        const { apps } = await listConnections(deps, userId);
        assert.deepEqual(
          apps.map(({ budget }) => budget?.limitSat),
          [1000n],
        );
        const devices = await deps.connections.listDevices(userId, apps[0]?.id ?? '');
        assert.equal(devices.length, 1);
      }
    }
  });

  test('a repeat leaves the limit as its user has set it since', async () => {
    const [userId, kind] = [await addUser(), createTestKind('nwc')];
    const limitOf = async (grantId: string) => {
      const limits = await deps.budgets.readBudgets(userId, [grantId], clock.now());
      return limits.get(grantId)?.limitSat ?? null;
    };
    const lower = {
      limitSat: sat(10n),
      askAboveSat: null,
      interval: 'week',
      expiresAt: null,
    } as const;
    for (const wished of [{}, { budget: null }]) {
      const wanted = idempotentInput(userId, {
        ...wished,
        idempotentSecret: systemRandom.bytes(32),
      });
      const added = await addConnection(deps, kind, wanted);
      assert(added.ok);
      const grantId = added.value.connection.id;
      await deps.budgets.setBudget({ userId, grantId }, lower, clock.now());
      const again = await addConnection(deps, kind, wanted);
      assert(again.ok);
      assert.equal(await limitOf(grantId), 10n);
    }
  });

  test('a late repeat is shown no secret, and neither is one of what was revoked', async () => {
    const [userId, kind] = [await addUser(), createTestKind('nwc')];
    const wanted = idempotentInput(userId, { idempotentSecret: systemRandom.bytes(32) });
    const added = await addConnection(deps, kind, wanted);
    assert(added.ok);
    clock.move(REPEATED_FORM_MS + 1);
    const late = await addConnection(deps, kind, wanted);
    assert.equal(late.ok || late.refusal.kind, 'done_before');

    const other = idempotentInput(userId, { idempotentSecret: systemRandom.bytes(32) });
    const made = await addConnection(deps, kind, other);
    assert(made.ok);
    await revokeConnection(deps, { userId, appGrantId: made.value.connection.id });
    const again = await addConnection(deps, kind, other);
    assert.equal(again.ok || again.refusal.kind, 'done_before');
    assert.equal(kind.issued.length, 2);
  });

  test('a name and something to do are needed', async () => {
    const userId = await addUser();
    for (const [wanted, refusal] of [
      [{ name: ' ' }, 'bad_name'],
      [{ name: 'a\u202eb' }, 'bad_name'],
      [{ scopes: [] }, 'bad_scope'],
    ] as const) {
      const added = await addConnection(
        deps,
        createTestKind('nwc'),
        idempotentInput(userId, wanted),
      );
      assert.equal(added.ok || added.refusal.kind, refusal);
    }
    assert.deepEqual((await listConnections(deps, userId)).apps, []);
  });

  test('a user has so many and no more, also at once; revoked ones do not count', async () => {
    const userId = await addUser();
    const add = () =>
      deps.connections.addConnection({
        ...{ id: randomUUID(), userId, kind: 'nwc', name: 'x', scopes: ['balance:read'] },
        ...{ budget: null, createdAt: clock.now(), expiresAt: null },
      });
    const outcomes = await Promise.all(Array.from({ length: MAX_APP_CONNECTIONS + 5 }, add));
    const added = outcomes.flatMap((outcome) =>
      outcome.kind === 'added' ? outcome.connection : [],
    );
    assert.equal(added.length, MAX_APP_CONNECTIONS);
    const refused = await addConnection(deps, createTestKind('nwc'), idempotentInput(userId));
    assert.equal(refused.ok || refused.refusal.kind, 'too_many_connections');
    await revokeConnection(deps, { userId, appGrantId: added[0]?.id ?? '' });
    await connect(userId);
  });

  test('it has so many devices and no more, also at once; ended ones do not count', async () => {
    const [userId, kind] = [await addUser(), createTestKind('nwc')];
    const { connection, device } = await connect(userId);
    const add = () => addDevice(deps, kind, { userId, appGrantId: connection.id, name: 'x' });
    const outcomes = await Promise.all(Array.from({ length: MAX_DEVICES + 2 }, add));
    const refusals = outcomes.flatMap((one) => (one.ok ? [] : one.refusal.kind));
    assert.deepEqual(
      refusals,
      Array.from({ length: 3 }, () => 'too_many_devices'),
    );
    assert.equal(kind.issued.length, MAX_DEVICES - 1);
    assert.equal(await deps.connections.endDevice(userId, device.id, clock.now()), true);
    assert.equal(await deps.connections.endDevice(userId, device.id, clock.now()), false);
    assert.equal((await add()).ok, true);
    const listed = await deps.connections.listDevices(userId, connection.id);
    assert.equal(listed.length, MAX_DEVICES);
    assert.ok(listed.every(({ id }) => id !== device.id));
  });

  test('a repeat finds its device, unless that has ended', async () => {
    const [userId, kind] = [await addUser(), createTestKind('nwc')];
    const { connection } = await connect(userId);
    const wanted = {
      ...{ userId, appGrantId: connection.id, name: 'tablet' },
      idempotentSecret: systemRandom.bytes(32),
    };
    const [first, second] = [
      await addDevice(deps, kind, wanted),
      await addDevice(deps, kind, wanted),
    ];
    assert(first.ok && second.ok);
    assert.deepEqual(second.value, { ...first.value, isRepeat: true });
    await deps.connections.endDevice(userId, first.value.device.id, clock.now());
    const third = await addDevice(deps, kind, wanted);
    assert.equal(third.ok || third.refusal.kind, 'done_before');
  });

  test('nothing is added to what is revoked, of another kind or of another user', async () => {
    const [userId, stranger] = [await addUser(), await addUser()];
    const { connection, device } = await connect(userId);
    const add = async (user: string, kind: 'nwc' | 'lndhub', appGrantId: string) => {
      const order = { userId: user, appGrantId, name: 'x' };
      const added = await addDevice(deps, createTestKind(kind), order);
      return added.ok || added.refusal.kind;
    };
    const gone = 'connection_not_found';
    assert.equal(await add(stranger, 'nwc', connection.id), gone);
    assert.equal(await add(userId, 'lndhub', connection.id), gone);
    assert.equal(await add(userId, 'nwc', 'no uuid'), gone);
    const wanted = {
      id: randomUUID(),
      appGrantId: connection.id,
      name: 'x',
      createdAt: clock.now(),
    };
    assert.deepEqual(await deps.connections.addDevice(stranger, wanted), { kind: 'gone' });
    assert.equal(await deps.connections.endDevice(stranger, device.id, clock.now()), false);
    assert.deepEqual(await deps.connections.listDevices(stranger, connection.id), []);
    const foreign = { userId: stranger, appGrantId: connection.id };
    assert.equal((await revokeConnection(deps, foreign)).ok, false);
    await Promise.all([
      deps.connections.addDevice(userId, wanted),
      revokeConnection(deps, { userId, appGrantId: connection.id }),
    ]);
    assert.equal(await add(userId, 'nwc', connection.id), gone);
    assert.deepEqual(await deps.connections.addDevice(userId, wanted), { kind: 'gone' });
    assert.deepEqual(await deps.connections.listDevices(userId, connection.id), []);
  });
});
