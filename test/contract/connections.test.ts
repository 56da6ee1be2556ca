import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Budget } from '../../src/access/budget.ts';
import { ALL_SCOPES } from '../../src/access/scope.ts';
import { createUserStore } from '../../src/adapters/postgres/accounts/user-store.ts';
import { createAppGrantStore } from '../../src/adapters/postgres/apps/app-grant-store.ts';
import { createBudgetStore } from '../../src/adapters/postgres/apps/budget-store.ts';
import { createConnectionStore } from '../../src/adapters/postgres/apps/connection-store.ts';
import { createTokenStore } from '../../src/adapters/postgres/apps/token-store.ts';
import { createActivityStore } from '../../src/adapters/postgres/money/activity-store.ts';
import { systemRandom } from '../../src/adapters/system-random.ts';
import { sat } from '../../src/base/amount.ts';
import { newIdentifier } from '../../src/base/id.ts';
import { MAX_APP_CONNECTIONS, MAX_DEVICES, REPEATED_FORM_MS } from '../../src/base/limits.ts';
import { type AddConnectionInput, addConnection } from '../../src/usecases/apps/add-connection.ts';
import { addDevice } from '../../src/usecases/apps/add-device.ts';
import { createAppGrantUses } from '../../src/usecases/apps/app-grant-uses.ts';
import { listConnections } from '../../src/usecases/apps/list-connections.ts';
import { revokeConnection } from '../../src/usecases/apps/revoke-connection.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { NOW } from '../support/money-model/events.ts';
import { createMovableClock } from '../support/movable-clock.ts';
import { createTestKind } from '../support/test-connection-kind.ts';

describe('app grants without OAuth', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let opened: TestDatabase;
  before(async () => {
    opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
  });
  after(async () => {
    for (const cleanup of cleanups) await cleanup();
  });

  let nowMs = NOW.getTime();
  /** It stands still until it is moved. */
  const clock = {
    ...createMovableClock(),
    now: () => new Date(nowMs),
    move: (ms: number) => {
      nowMs += ms;
    },
  };
  const depsOf = () => ({
    appGrants: createAppGrantStore(opened.database),
    connections: createConnectionStore(opened.database),
    budgets: createBudgetStore(opened.database),
    tokens: createTokenStore(opened.database),
    clock,
    random: systemRandom,
  });

  async function addUser(): Promise<string> {
    const id = randomUUID();
    await createUserStore(opened.database).insertUser({
      id,
      identifier: newIdentifier(systemRandom, 20),
      email: `${id}@example.com`,
      name: null,
      avatar: null,
      nostrPubkey: null,
      isAdmin: false,
      disabledAt: null,
      createdAt: clock.now(),
      passwordHash: 'hash',
    });
    return id;
  }
  const BUDGET: Budget = { limitSat: sat(1000n), interval: 'week', expiresAt: null };
  const wishOf = (userId: string, wish: Partial<AddConnectionInput> = {}): AddConnectionInput => ({
    userId,
    name: 'Zeus on my phone',
    scopes: ALL_SCOPES,
    budget: BUDGET,
    expiresAt: null,
    ...wish,
  });
  async function connect(userId: string, wish: Partial<AddConnectionInput> = {}) {
    const added = await addConnection(depsOf(), createTestKind('nwc'), wishOf(userId, wish));
    assert(added.ok, JSON.stringify(added));
    return added.value;
  }

  test('its secret exists only when name, scopes, end, budget and device stand', async () => {
    const [userId, kind, deps] = [await addUser(), createTestKind('nwc'), depsOf()];
    const expiresAt = new Date(clock.now().getTime() + 1000);
    const seen: unknown[] = [];
    kind.beforeIssue = async ({ connection, device }) => {
      const limits = await deps.budgets.readBudgets(userId, [connection.id], clock.now());
      seen.push(limits.get(connection.id)?.limitSat, device.name);
    };
    const added = await addConnection(deps, kind, wishOf(userId, { name: ' Zeus ', expiresAt }));
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
    const steps = ['addConnection', 'setBudget', 'addDevice', 'issue'] as const;
    for (const step of steps) {
      for (const isDone of [false, true]) {
        const [userId, kind, deps] = [await addUser(), createTestKind('lndhub'), depsOf()];
        const dies = {
          ...deps,
          connections: { ...deps.connections },
          budgets: { ...deps.budgets },
        };
        const dying =
          <Input extends readonly unknown[], Answer>(work: (...input: Input) => Promise<Answer>) =>
          async (...input: Input): Promise<Answer> => {
            if (isDone) await work(...input);
            throw new Error('the process died');
          };
        if (step === 'setBudget') dies.budgets.setBudget = dying(deps.budgets.setBudget);
        else if (step === 'issue') kind.beforeIssue = dying(async () => undefined);
        else if (step === 'addDevice')
          dies.connections.addDevice = dying(deps.connections.addDevice);
        else dies.connections.addConnection = dying(deps.connections.addConnection);
        const wish = wishOf(userId, { secretOfWish: systemRandom.bytes(32) });
        await assert.rejects(addConnection(dies, kind, wish), /died/);
        assert.deepEqual(kind.issued, [], `${step}: no secret yet`);

        kind.beforeIssue = async () => undefined;
        const answers = [
          await addConnection(deps, kind, wish),
          await addConnection(deps, kind, wish),
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

  test('a late repeat is shown no secret, and neither is one of what was revoked', async () => {
    const [userId, kind, deps] = [await addUser(), createTestKind('nwc'), depsOf()];
    const wish = wishOf(userId, { secretOfWish: systemRandom.bytes(32) });
    const added = await addConnection(deps, kind, wish);
    assert(added.ok);
    clock.move(REPEATED_FORM_MS + 1);
    const late = await addConnection(deps, kind, wish);
    assert.equal(late.ok || late.refusal.kind, 'done_before');

    const other = wishOf(userId, { secretOfWish: systemRandom.bytes(32) });
    const made = await addConnection(deps, kind, other);
    assert(made.ok);
    await revokeConnection(deps, { userId, appGrantId: made.value.connection.id });
    const again = await addConnection(deps, kind, other);
    assert.equal(again.ok || again.refusal.kind, 'done_before');
    assert.equal(kind.issued.length, 2);
  });

  test('a name and something to do are needed', async () => {
    const userId = await addUser();
    for (const [wish, refusal] of [
      [{ name: ' ' }, 'bad_name'],
      [{ name: 'a\u202eb' }, 'bad_name'],
      [{ scopes: [] }, 'bad_scope'],
    ] as const) {
      const added = await addConnection(depsOf(), createTestKind('nwc'), wishOf(userId, wish));
      assert.equal(added.ok || added.refusal.kind, refusal);
    }
    assert.deepEqual((await listConnections(depsOf(), userId)).apps, []);
  });

  test('a user has so many and no more, also at once; revoked ones do not count', async () => {
    const [userId, { connections }] = [await addUser(), depsOf()];
    const add = () =>
      connections.addConnection({
        ...{ id: randomUUID(), userId, kind: 'nwc', name: 'x', scopes: ['balance:read'] },
        ...{ createdAt: clock.now(), expiresAt: null },
      });
    const outcomes = await Promise.all(Array.from({ length: MAX_APP_CONNECTIONS + 5 }, add));
    const added = outcomes.flatMap((outcome) =>
      outcome.kind === 'added' ? outcome.connection : [],
    );
    assert.equal(added.length, MAX_APP_CONNECTIONS);
    const refused = await addConnection(depsOf(), createTestKind('nwc'), wishOf(userId));
    assert.equal(refused.ok || refused.refusal.kind, 'too_many_connections');
    await revokeConnection(depsOf(), { userId, appGrantId: added[0]?.id ?? '' });
    await connect(userId);
  });

  test('it has so many devices and no more, also at once; ended ones do not count', async () => {
    const [userId, deps, kind] = [await addUser(), depsOf(), createTestKind('nwc')];
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
    const [userId, deps, kind] = [await addUser(), depsOf(), createTestKind('nwc')];
    const { connection } = await connect(userId);
    const wish = {
      ...{ userId, appGrantId: connection.id, name: 'tablet' },
      secretOfWish: systemRandom.bytes(32),
    };
    const [first, second] = [await addDevice(deps, kind, wish), await addDevice(deps, kind, wish)];
    assert(first.ok && second.ok);
    assert.deepEqual(second.value, { ...first.value, isRepeat: true });
    await deps.connections.endDevice(userId, first.value.device.id, clock.now());
    const third = await addDevice(deps, kind, wish);
    assert.equal(third.ok || third.refusal.kind, 'done_before');
  });

  test('nothing is added to what is revoked, of another kind or of another user', async () => {
    const [userId, stranger, deps] = [await addUser(), await addUser(), depsOf()];
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
    const wish = { id: randomUUID(), appGrantId: connection.id, name: 'x', createdAt: clock.now() };
    assert.deepEqual(await deps.connections.addDevice(stranger, wish), { kind: 'gone' });
    assert.equal(await deps.connections.endDevice(stranger, device.id, clock.now()), false);
    assert.deepEqual(await deps.connections.listDevices(stranger, connection.id), []);
    const foreign = { userId: stranger, appGrantId: connection.id };
    assert.equal((await revokeConnection(deps, foreign)).ok, false);
    await Promise.all([
      deps.connections.addDevice(userId, wish),
      revokeConnection(deps, { userId, appGrantId: connection.id }),
    ]);
    assert.equal(await add(userId, 'nwc', connection.id), gone);
    assert.deepEqual(await deps.connections.addDevice(userId, wish), { kind: 'gone' });
    assert.deepEqual(await deps.connections.listDevices(userId, connection.id), []);
  });

  test('uses and refusals are noted; what is newer, or no one can change, stays out', async () => {
    const [userId, deps] = [await addUser(), depsOf()];
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
    const [userId, deps] = [await addUser(), depsOf()];
    const activity = createActivityStore(opened.database);
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
