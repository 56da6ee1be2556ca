import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { takeAttempt } from '../../src/accounts/limit-attempts.ts';
import { NEW_ACCESS } from '../../src/apps/limits.ts';
import { newAccessOf } from '../../src/apps/pages/limit-new-access.ts';
import { readText } from '../support/page-visitor.ts';
import { startPages, type Visitor } from '../support/page-world.ts';
import { createTestKind } from '../support/test-connection-kind.ts';

/** How many tokens, connections, devices and apps a user adds within a day. */

const world = await startPages({ after }, { connectionKinds: [createTestKind('nwc')] });
const { appGrants, connections, clients, tokens } = world.deps;

const LIMIT = { limit: 'some', amount: '10,000', interval: 'month' };
const CONNECTION = { ...LIMIT, name: 'Zeus', kind: 'nwc', preset: 'pay', connection_end: '365' };
const TOKEN = { ...LIMIT, name: 'script', scope: ['balance:read'], token_end: '365', end: 'never' };
const CLIENT = {
  name: 'Shop',
  url: 'https://shop.example',
  callback: 'https://shop.example/callback',
  kind: 'confidential',
};

/** Adds as many as a day allows, but for so many. */
async function useUp(visitor: Visitor, left: number): Promise<void> {
  const counted = newAccessOf(visitor.api.user.id);
  for (let count = left; count < NEW_ACCESS.burst; count += 1) {
    assert((await takeAttempt(world.accounts, counted)).ok);
  }
}

async function countRows(visitor: Visitor): Promise<readonly number[]> {
  const userId = visitor.api.user.id;
  const apps = await appGrants.listAppGrants(userId);
  const devices = await Promise.all(apps.map(({ id }) => connections.listDevices(userId, id)));
  const registered = await clients.listClients(userId);
  const own = await tokens.listPersonalTokens(userId);
  return [apps.length, devices.flat().length, registered.length, own.length];
}

describe('what a user may add within a day', () => {
  test('each kind counts, is refused in words when there are too many, and later goes on', async () => {
    const visitor = await world.addVisitor();
    await useUp(visitor, 4);
    const add = async () => {
      const [app] = await appGrants.listAppGrants(visitor.api.user.id);
      const [token, client] = [
        await visitor.post('/developer/tokens/new', TOKEN),
        await visitor.post('/developer/clients/new', CLIENT),
      ];
      const device = await visitor.post(`/apps/${app?.id}/devices/new`, { name: 'phone' });
      return [token, client, device];
    };
    assert.equal((await visitor.post('/apps/new', CONNECTION)).statusCode, 200);
    for (const answer of await add()) assert.equal(answer.statusCode, 200, readText(answer));
    const before = await countRows(visitor);
    for (const answer of [...(await add()), await visitor.post('/apps/new', CONNECTION)]) {
      assert.equal(answer.statusCode, 429, readText(answer));
      assert.match(readText(answer), /Too many new ones today .* 200 tokens, apps and devices/);
    }
    assert.deepEqual(await countRows(visitor), before);
    assert.equal((await (await world.addVisitor()).post('/apps/new', CONNECTION)).statusCode, 200);
    world.clock.move(NEW_ACCESS.everyMs);
    assert.equal((await visitor.post('/developer/tokens/new', TOKEN)).statusCode, 200);
  });

  test('what is revoked counts on', async () => {
    const visitor = await world.addVisitor();
    await useUp(visitor, 1);
    assert.equal((await visitor.post('/developer/tokens/new', TOKEN)).statusCode, 200);
    for (const { id } of await tokens.listPersonalTokens(visitor.api.user.id)) {
      await tokens.revokeToken({ id, userId: null }, world.clock.now());
    }
    assert.equal((await visitor.post('/developer/tokens/new', TOKEN)).statusCode, 429);
  });
});
