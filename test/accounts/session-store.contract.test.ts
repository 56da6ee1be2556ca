import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { NewSession } from '../../src/accounts/session-store.ts';
import { createSessionStore } from '../../src/accounts/sql/session-store.ts';
import { NOTHING_HELD } from '../../src/lockdown/held-parts.ts';
import { DEFAULT_PREFERENCES } from '../../src/users/preferences.ts';
import { createUserStore } from '../../src/users/sql/user-store.ts';
import type { NewUser, User } from '../../src/users/user-store.ts';
import { insertPerson, later, NOW, newSession, newUserSession } from '../support/account-people.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

describe('sessions', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let opened: TestDatabase;
  before(async () => {
    opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
  });
  after(async () => {
    for (const cleanup of cleanups) await cleanup();
  });

  const users = () => createUserStore(opened.database);
  const sessions = () => createSessionStore(opened.database);
  const stored = ({ secretHash: _, ...session }: NewSession) => session;
  const find = (session: NewSession, at = NOW) => sessions().findSession(session.secretHash, at);

  test('a session tells its user, in one statement', async () => {
    const user = await insertPerson(users(), { name: 'N' });
    const session = newUserSession(user.id, { notice: { kind: 'done', text: 'Hello' } });
    await sessions().insertSession(session);
    opened.statements.length = 0;
    assert.deepEqual(await find(session), {
      session: stored(session),
      user: seen(user),
      held: NOTHING_HELD,
    });
    assert.equal(opened.statements.length, 1);
  });

  test('an unknown secret finds none, and one that has ended says so', async () => {
    const session = newSession({ expiresAt: later(10) });
    assert.equal(await find(session), null);
    await sessions().insertSession(session);
    assert.deepEqual(await find(session, later(9)), {
      session: stored(session),
      user: null,
      held: NOTHING_HELD,
    });
    assert.equal(await find(session, later(10)), 'over');
  });

  test('the end of all sessions is one number: older ones are over, whenever written', async () => {
    const user = await insertPerson(users());
    const [one, two, late] = [1, 2, 3].map(() => newUserSession(user.id));
    assert(one && two && late);
    await sessions().insertSession(one);
    await sessions().insertSession(two);
    assert.equal(await sessions().endAllSessions(user.id), 2);
    // A sign-in that began before and is written after.
    await sessions().insertSession(late);
    const next = newUserSession(user.id, { sessionEpoch: 2 });
    await sessions().insertSession(next);
    assert.deepEqual(
      [await find(one), await find(two), await find(late)],
      ['over', 'over', 'over'],
    );
    assert.deepEqual(await find(next), {
      session: stored(next),
      user: seen(user),
      held: NOTHING_HELD,
    });
    const listed = await sessions().listSessions(user.id, NOW);
    assert.deepEqual(
      listed.map(({ id }) => id),
      [next.id],
    );
  });

  const seen = ({ passwordHash: _, ...user }: NewUser): User => ({
    ...user,
    closedAt: null,
    browserLanguage: null,
    preferences: DEFAULT_PREFERENCES,
  });

  test('a new password and the end of the account end all sessions', async () => {
    for (const change of [{ passwordHash: 'other' }, { disabledAt: NOW }]) {
      const user = await insertPerson(users());
      const session = newUserSession(user.id);
      await sessions().insertSession(session);
      await users().updateUser(user.id, { name: 'other' });
      assert.notEqual(await find(session), 'over');
      await users().updateUser(user.id, change);
      assert.equal(await find(session), 'over');
      // Users who are let in again start from zero.
      await users().updateUser(user.id, { disabledAt: null });
      assert.equal(await find(session), 'over');
    }
  });

  test('one takes the place of another, which must still be there', async () => {
    const user = await insertPerson(users());
    const [old, next, late] = [1, 2, 3].map(() => newUserSession(user.id));
    assert(old && next && late);
    await sessions().insertSession(old);
    assert.equal(await sessions().replaceSession(old.id, next), true);
    assert.equal(await find(old), null);
    assert.deepEqual(await find(next), {
      session: stored(next),
      user: seen(user),
      held: NOTHING_HELD,
    });
    assert.equal(await sessions().replaceSession(old.id, late), false);
    assert.equal(await find(late), null);
  });

  test('of two who replace one at once, one does', async () => {
    const user = await insertPerson(users());
    const old = newUserSession(user.id);
    await sessions().insertSession(old);
    const heirs = Array.from({ length: 8 }, () => newUserSession(user.id));
    const done = await Promise.all(heirs.map((heir) => sessions().replaceSession(old.id, heir)));
    assert.equal(done.filter((isDone) => isDone).length, 1);
    assert.equal((await sessions().listSessions(user.id, NOW)).length, 1);
  });

  test('a guest keeps what the browser is told twice at the same time', async () => {
    const guest = newSession({ returnTo: '/profile' });
    const again = newSession({ secretHash: guest.secretHash, notice: { kind: 'done', text: 'x' } });
    await Promise.all([sessions().keepGuest(guest), sessions().keepGuest(again)]);
    const found = await find(guest);
    assert(found !== null && found !== 'over');
    assert.equal(found.session.returnTo, '/profile');
    assert.deepEqual(found.session.notice, { kind: 'done', text: 'x' });
  });

  test('changes touch what they name, and bring no ended session back', async () => {
    const session = newSession({ returnTo: '/a', notice: { kind: 'problem', text: 'p' } });
    await sessions().insertSession(session);
    await sessions().changeSession(session.id, { notice: null });
    assert.deepEqual(await find(session), {
      session: { ...stored(session), notice: null },
      user: null,
      held: NOTHING_HELD,
    });
    await sessions().changeSession(session.id, { returnTo: '/b' });
    await sessions().noteUse(session.id, later(5), later(9000));
    await sessions().noteUse(session.id, later(1), later(1));
    const changed = { ...stored(session), notice: null, returnTo: '/b' };
    assert.deepEqual(await find(session), {
      session: { ...changed, lastSeenAt: later(5), expiresAt: later(9000) },
      user: null,
      held: NOTHING_HELD,
    });
    const gone = newSession();
    await sessions().changeSession(gone.id, { returnTo: '/b' });
    await sessions().noteUse(gone.id, later(5), later(9000));
    assert.equal(await find(gone), null);
  });

  test('the database takes no way back that leads to another site', async () => {
    const returnTo = 'https://evil.example';
    await assert.rejects(sessions().insertSession(newSession({ returnTo })));
  });

  test('a challenge is taken once, in time', async () => {
    const session = newSession();
    await sessions().insertSession(session);
    await sessions().setChallenge(session.id, 'one', later(10));
    const taken = await Promise.all(
      Array.from({ length: 6 }, () => sessions().takeChallenge(session.id, NOW)),
    );
    assert.deepEqual(
      taken.filter((challenge) => challenge !== null),
      ['one'],
    );
    await sessions().setChallenge(session.id, 'two', later(10));
    await sessions().setChallenge(session.id, 'three', later(20));
    assert.equal(await sessions().takeChallenge(session.id, later(10)), 'three');
    await sessions().setChallenge(session.id, 'four', later(10));
    assert.equal(await sessions().takeChallenge(session.id, later(10)), null);
    assert.equal(await sessions().takeChallenge(session.id, NOW), null, 'and it is gone');
  });

  test('only who is signed in can confirm that it is he', async () => {
    const user = await insertPerson(users());
    const half = newUserSession(user.id, { signedInAt: null, confirmedAt: null });
    const full = newUserSession(user.id);
    for (const session of [half, full]) {
      await sessions().insertSession(session);
      await sessions().confirmSession(session.id, later(7));
    }
    const [one, other] = [await find(half), await find(full)];
    assert(one !== null && one !== 'over' && other !== null && other !== 'over');
    assert.equal(one.session.confirmedAt, null);
    assert.deepEqual(other.session.confirmedAt, later(7));
  });

  test('users end their own sessions, and no others', async () => {
    const [ada, bob] = [await insertPerson(users()), await insertPerson(users())];
    const session = newUserSession(ada.id);
    await sessions().insertSession(session);
    assert.equal(await sessions().endSession(bob.id, session.id), false);
    assert.equal(await sessions().endSession(ada.id, 'no uuid'), false);
    assert.equal(await sessions().endSession(ada.id, randomUUID()), false);
    assert.equal(await sessions().endSession(ada.id, session.id), true);
    assert.equal(await sessions().endSession(ada.id, session.id), false);
    assert.equal(await find(session), null);
  });

  test('a list shows where a user is signed in, latest use first', async () => {
    const user = await insertPerson(users());
    const [first, second] = [
      newUserSession(user.id, { lastSeenAt: later(1) }),
      newUserSession(user.id, { lastSeenAt: later(2) }),
    ];
    const half = newUserSession(user.id, { signedInAt: null });
    const ended = newUserSession(user.id, { expiresAt: NOW });
    for (const session of [first, second, half, ended]) await sessions().insertSession(session);
    assert.deepEqual(await sessions().listSessions(user.id, NOW), [stored(second), stored(first)]);
  });

  test('I6 what has ended is pruned, a part at a time', async () => {
    const past = new Date('2020-01-01T00:00:00Z');
    const old = Array.from({ length: 3 }, () => newSession({ expiresAt: past }));
    const alive = newSession();
    for (const session of [...old, alive]) await sessions().insertSession(session);
    assert.equal(await sessions().pruneSessions(past, 2), 2);
    assert.equal(await sessions().pruneSessions(past, 2), 1);
    assert.equal(await sessions().pruneSessions(past, 2), 0);
    assert.notEqual(await find(alive), null);
  });
});
