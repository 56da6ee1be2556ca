import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import type { Watched } from '../../src/web/live/live-store.ts';
import { createLiveStore } from '../../src/web/live/sql/live-store.ts';
import { type Person, startAccounts } from '../support/account-world.ts';
import { asApiUser } from '../support/api-user.ts';

const world = await startAccounts({ after });
const { sessions } = world.accounts;
const live = createLiveStore(world.database);

const readMarks = (watched: readonly Watched[]) => live.readMarks(watched, world.clock.now());

async function watched({ user }: Person): Promise<Watched> {
  const [session] = await sessions.listSessions(user.id, world.clock.now());
  assert(session !== undefined, 'they are signed in');
  return { sessionId: session.id, userId: user.id, paymentIdentifier: null, appGrantId: null };
}

async function signedIn(): Promise<{ readonly person: Person; readonly one: Watched }> {
  const person = await world.addPerson();
  await world.signedIn(person);
  return { person, one: await watched(person) };
}

describe('the marks of wallets', () => {
  test('come in the order of the question, and differ after money has moved', async () => {
    const [first, second] = [await signedIn(), await signedIn()];
    const before = await readMarks([second.one, first.one]);
    await (await asApiUser(world, first.person.user)).receive(1);
    const now = await readMarks([second.one, first.one]);
    assert.equal(now[0], before[0]);
    assert.notEqual(now[1], before[1]);
    assert.notEqual(before[1], null);
  });

  test('there is none for a session that is over, or that is another person’s', async () => {
    const [over, other] = [await signedIn(), await signedIn()];
    await sessions.endSession(over.person.user.id, over.one.sessionId);
    const stolen = { ...other.one, sessionId: randomUUID() };
    const crossed = { ...other.one, userId: over.person.user.id };
    assert.deepEqual(await readMarks([over.one, stolen, crossed]), [null, null, null]);
  });

  test('differ after an app was used or refused, and for each device after its first use', async () => {
    const { person, one } = await signedIn();
    const { appGrants, connections } = world.deps;
    const [appGrantId, at] = [randomUUID(), world.clock.now()];
    await connections.addConnection({
      ...{ id: appGrantId, userId: person.user.id, kind: 'nwc', name: 'Zeus' },
      ...{ scopes: ['balance:read'], budget: null, createdAt: at, expiresAt: null },
    });
    const devices = [randomUUID(), randomUUID()];
    for (const id of devices) {
      const device = { id, appGrantId, name: 'phone', createdAt: at };
      await connections.addDevice(person.user.id, device);
    }
    const asked = { ...one, appGrantId };
    const stranger = await signedIn();
    const marks = [await readMarks([asked, { ...stranger.one, appGrantId }])];
    const use = (deviceIds: readonly string[]) =>
      appGrants.noteUses({ appGrantIds: [appGrantId], familyIds: [], deviceIds }, at);
    const refusal = { reason: 'budget_exceeded', at } as const;
    for (const change of [
      () => use(devices.slice(0, 1)),
      () => use(devices.slice(1)),
      () => appGrants.noteRefusals(new Map([[appGrantId, refusal]])),
    ]) {
      await change();
      marks.push(await readMarks([asked, { ...stranger.one, appGrantId }]));
    }
    assert.equal(new Set(marks.map(([mark]) => mark)).size, 4);
    assert.equal(new Set(marks.map(([, mark]) => mark)).size, 1, 'of their own apps only');
  });

  test('there is none for a user who was switched off', async () => {
    const { person, one } = await signedIn();
    await world.accounts.users.updateUser(person.user.id, { disabledAt: world.clock.now() });
    assert.deepEqual(await readMarks([one]), [null]);
  });
});
