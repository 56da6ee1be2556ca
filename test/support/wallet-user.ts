import assert from 'node:assert/strict';
import { request } from 'undici';
import type { Stores } from '../../src/app/compose/compose-stores.ts';
import { addPersonalToken } from '../../src/apps/add-personal-token.ts';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { addUser } from '../../src/users/add-user.ts';
import { pauseSince } from './eventually.ts';
import type { RunningService } from './running-service.ts';

/**
 * A user of a running service with a token for all scopes, and the calls that tests make as this
 * user.
 */
export interface WalletUser {
  readonly email: string;
  readonly identifier: string;
  readonly token: string;
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  balanceSat(): Promise<number>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

let usersCount = 0;

export async function addWalletUser(service: RunningService): Promise<WalletUser> {
  const [user] = await addWalletUsers(service, 1);
  assert(user !== undefined, 'one user was added');
  return user;
}

export async function addWalletUsers(
  service: RunningService,
  count: number,
): Promise<readonly WalletUser[]> {
  return await service.withStores(async (stores) => {
    const users: WalletUser[] = [];
    for (let added = 0; added < count; added += 1) users.push(await addOne(service, stores));
    return users;
  });
}

async function addOne(service: RunningService, stores: Stores): Promise<WalletUser> {
  usersCount += 1;
  const email = `user-${usersCount}@example.com`;
  const deps = { ...stores, clock: systemClock, random: systemRandom, passwords: quickHasher };
  const user = await addUser(deps, {
    email,
    password: 'correct horse',
    name: null,
    isAdmin: false,
  });
  assert(user.ok, 'the user is accepted');
  const input = { userId: user.value.id, scopes: ALL_SCOPES.join(' '), name: 'test' };
  const added = await addPersonalToken(deps, { ...input, expiresInSec: null });
  assert(added.ok, 'the token is accepted');
  const { token } = added.value;
  const call = (method: 'GET' | 'POST', path: string, body: unknown, headers = {}) =>
    send(service.baseUrl + path, method, { authorization: `Bearer ${token}`, ...headers }, body);
  return {
    email,
    token,
    identifier: user.value.identifier,
    get: (path) => call('GET', path, undefined),
    post: (path, body, headers) => call('POST', path, body, headers),
    balanceSat: async () => numberField((await call('GET', '/balance', undefined)).body, 'balance'),
  };
}

/** A hasher that does nothing, because no one signs in with these passwords. */
const quickHasher = { hash: async () => 'none' };

/** Funds a wallet as in real life: an external node pays one of its invoices. */
export async function fund(
  service: RunningService,
  user: WalletUser,
  amountSat: number,
): Promise<void> {
  const before = await user.balanceSat();
  const created = await user.post('/invoices', { amount: amountSat });
  assert.equal(created.status, 200, JSON.stringify(created.body));
  const bolt11 = textField(created.body, 'payment_request');
  const paid = await (await service.simulator()).pay({ bolt11 });
  assert(paid.ok, 'the outside node pays');
  await untilPasses(async () => assert.equal(await user.balanceSat(), before + amountSat));
}

async function send(
  url: string,
  method: 'GET' | 'POST',
  headers: Record<string, string>,
  body: unknown,
): Promise<Answer> {
  const answer = await request(url, {
    method,
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    headersTimeout: 120_000,
  });
  return { status: answer.statusCode, headers: answer.headers, body: await answer.body.json() };
}

/** Repeats a check until it passes. Tests of separate processes have no other way to wait. */
export async function untilPasses(check: () => Promise<void>, limitMs = 60_000): Promise<void> {
  const beganAtMs = performance.now();
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (performance.now() > beganAtMs + limitMs) throw error;
      await pauseSince(beganAtMs);
    }
  }
}

export function field(value: unknown, name: string): unknown {
  assert(typeof value === 'object' && value !== null, `an object with ${name}`);
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

export function textField(value: unknown, name: string): string {
  const text = field(value, name);
  assert(typeof text === 'string', `${name} is a text in ${JSON.stringify(value)}`);
  return text;
}

export function numberField(value: unknown, name: string): number {
  const number = field(value, name);
  assert(typeof number === 'number', `${name} is a number in ${JSON.stringify(value)}`);
  return number;
}
