import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { NewSession } from '../../src/accounts/session-store.ts';
import { newIdentifier } from '../../src/base/id.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import type { NewUser, UserStore } from '../../src/users/user-store.ts';

export const NOW = new Date('2026-11-21T12:00:00Z');
export const later = (sec: number): Date => new Date(NOW.getTime() + sec * 1000);

export async function insertPerson(
  users: UserStore,
  fields: Partial<NewUser> = {},
): Promise<NewUser> {
  const user = newPerson(fields);
  assert.equal(await users.insertUser(user), 'inserted');
  return user;
}

export const newPerson = (fields: Partial<NewUser> = {}): NewUser => ({
  id: randomUUID(),
  identifier: newIdentifier(systemRandom, 20),
  email: `${randomUUID()}@example.com`,
  name: null,
  avatar: null,
  nostrPubkey: null,
  isAdmin: false,
  disabledAt: null,
  createdAt: NOW,
  passwordHash: 'hash',
  ...fields,
});

/** A session of a guest, unless the fields name a user. */
export const newSession = (fields: Partial<NewSession> = {}): NewSession => ({
  id: randomUUID(),
  secretHash: systemRandom.bytes(32),
  userId: null,
  sessionEpoch: null,
  signedInAt: null,
  confirmedAt: null,
  returnTo: null,
  notice: null,
  device: 'Chrome',
  address: '192.0.2.1',
  createdAt: NOW,
  lastSeenAt: NOW,
  expiresAt: later(3600),
  ...fields,
});

/** A session in which a user is signed in. */
export const newUserSession = (userId: string, fields: Partial<NewSession> = {}): NewSession =>
  newSession({ userId, sessionEpoch: 1, signedInAt: NOW, confirmedAt: NOW, ...fields });
