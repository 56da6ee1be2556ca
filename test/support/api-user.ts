import assert from 'node:assert/strict';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { addPersonalToken } from '../../src/apps/add-personal-token.ts';
import { ALL_SCOPES, type Scope } from '../../src/authorization/scope.ts';
import { type Msat, sat, satToMsat } from '../../src/base/amount.ts';
import { bytesToHex } from '../../src/base/hex.ts';
import { namedAmountMsat } from '../../src/ledger/invoice.ts';
import { ACCOUNT_RECORD, type CustomRecords } from '../../src/lightning/custom-records.ts';
import { hashPreimage } from '../../src/lightning/preimage.ts';
import { creditReceipt } from '../../src/receipts/credit-receipt.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { addUser } from '../../src/users/add-user.ts';
import type { User } from '../../src/users/user-store.ts';
import type { ApiDeps } from './compose-api.ts';
import { numberField, textField } from './fields.ts';

/**
 * A user of the API with a token, the calls that tests make as this user, and ways to send them
 * money.
 */
export interface ApiUser {
  readonly user: User;
  readonly token: string;
  /** This user, with a token that has only these scopes. */
  withScopes(scopes: readonly Scope[], expiresInSec?: number): Promise<ApiUser>;
  get(path: string, headers?: Headers): Promise<Answer>;
  /** Sends a body: a text as it is, anything else as JSON. */
  post(path: string, body: unknown, headers?: Headers): Promise<Answer>;
  patch(path: string, body: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  balanceSat(): Promise<number>;
  /** Makes an invoice of this user. */
  invoice(amountSat: number): Promise<string>;
  /** Lets someone outside pay an invoice of this user. Returns its payment hash. */
  receive(amountSat: number): Promise<string>;
  receiveKeysend(amountSat: number, records?: CustomRecords): Promise<void>;
}

export type Headers = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  readonly headers: LightMyRequestResponse['headers'];
  readonly text: string;
  /** The body as JSON; null if it is not JSON. */
  readonly body: unknown;
}

export interface ApiWorld {
  readonly app: FastifyInstance;
  readonly deps: ApiDeps;
}

let usersCount = 0;

export async function addApiUser(world: ApiWorld): Promise<ApiUser> {
  usersCount += 1;
  const passwords = { hash: async () => 'not a hash' };
  const email = `user-${usersCount}@example.com`;
  const added = await addUser(
    { ...world.deps, passwords },
    { email, password: 'correct horse', name: null, isAdmin: false },
  );
  assert(added.ok);
  return await openSession(world, added.value, ALL_SCOPES, null);
}

/** Makes a user who exists already an API user, with a token for all scopes. */
export const asApiUser = (world: ApiWorld, user: User): Promise<ApiUser> =>
  openSession(world, user, ALL_SCOPES, null);

/** Makes any call, with or without a token. */
export async function call(
  app: FastifyInstance,
  method: string,
  path: string,
  options: { readonly headers?: Headers; readonly body?: unknown } = {},
): Promise<Answer> {
  const { body } = options;
  const answer = await app.inject({
    method: readMethod(method),
    url: path,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body === undefined
      ? {}
      : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  const parsed: unknown = isJson && answer.body !== '' ? JSON.parse(answer.body) : null;
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, body: parsed };
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

function readMethod(text: string): (typeof METHODS)[number] {
  const method = METHODS.find((known) => known === text);
  assert(method !== undefined, `${text} is a method`);
  return method;
}

async function openSession(
  world: ApiWorld,
  user: User,
  scopes: readonly Scope[],
  expiresInSec: number | null,
): Promise<ApiUser> {
  const { app, deps } = world;
  const input = { userId: user.id, scopes: scopes.join(' '), name: 'test', expiresInSec };
  const added = await addPersonalToken(deps, input);
  assert(added.ok);
  const { token } = added.value;
  const authorization = `Bearer ${token}`;
  const self: ApiUser = {
    user,
    token,
    withScopes: (few, expires) => openSession(world, user, few, expires ?? null),
    get: (path, headers) => call(app, 'GET', path, { headers: { authorization, ...headers } }),
    post: (path, body, headers) =>
      call(app, 'POST', path, { headers: { authorization, ...headers }, body }),
    patch: (path, body) => call(app, 'PATCH', path, { headers: { authorization }, body }),
    delete: (path) => call(app, 'DELETE', path, { headers: { authorization } }),
    balanceSat: async () => numberField((await self.get('/balance')).body, 'balance'),
    invoice: async (amountSat) => {
      const created = await self.post('/invoices', { amount: amountSat });
      return textField(created.body, 'payment_request');
    },
    receive: async (amountSat) => {
      const created = await self.post('/invoices', { amount: amountSat });
      const paymentHash = textField(created.body, 'payment_hash');
      await payFromExternalNode(deps, paymentHash);
      return paymentHash;
    },
    receiveKeysend: (amountSat, records = new Map()) =>
      keysendFromExternalNode(deps, user, amountSat, records),
  };
  return self;
}

let settleIndex = 0n;

/** Books the payment of an invoice of ours, as the watcher does when the node reports one. */
export async function payFromExternalNode(
  deps: ApiDeps,
  paymentHash: string,
  openAmountMsat: Msat | null = null,
): Promise<void> {
  const found = await deps.invoices.findInvoiceByHash(paymentHash);
  assert(found !== null, 'the invoice exists');
  settleIndex += 1n;
  const { preimage, bolt11 } = found.invoice;
  const amountMsat = openAmountMsat ?? namedAmountMsat(found.invoice);
  const outcome = await creditReceipt(
    deps,
    {
      settleIndex,
      paymentHash,
      setId: null,
      preimage,
      isKeysend: false,
      amountMsat,
      settledAt: deps.clock.now(),
      bolt11: bolt11 ?? '',
      records: new Map(),
    },
    deps.fence,
  );
  assert.equal(outcome, 'credited');
}

export async function keysendFromExternalNode(
  deps: ApiDeps,
  user: User,
  amountSat: number,
  records: CustomRecords,
): Promise<void> {
  settleIndex += 1n;
  const preimage = systemRandom.bytes(32);
  const account = new TextEncoder().encode(user.identifier);
  const outcome = await creditReceipt(
    deps,
    {
      settleIndex,
      setId: null,
      isKeysend: true,
      bolt11: '',
      paymentHash: hashPreimage(preimage),
      preimage: bytesToHex(preimage),
      amountMsat: satToMsat(sat(BigInt(amountSat))),
      settledAt: deps.clock.now(),
      records: new Map([...records, [ACCOUNT_RECORD, account]]),
    },
    deps.fence,
  );
  assert.equal(outcome, 'credited');
}
