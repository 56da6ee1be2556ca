import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { RegisteredClient } from '../../../src/apps/client.ts';
import { ALL_SCOPES, type Scope } from '../../../src/authorization/scope.ts';
import { newIdentifier } from '../../../src/base/id.ts';
import { systemRandom } from '../../../src/system/system-random.ts';
import { type Answer, type ApiUser, call } from '../api-user.ts';
import { textField } from '../fields.ts';
import type { WalletApi } from '../wallet-api.ts';

/** Webhook endpoints over the API, and apps that make some. */

export const HOOK_URL = 'https://shop.example/webhook';
export const INCOMING = 'invoice.incoming.settled';
export const OUTGOING = 'invoice.outgoing.settled';

export async function addEndpoint(
  user: Pick<ApiUser, 'post'>,
  fields: object = {},
): Promise<{ readonly id: string; readonly secret: string; readonly path: string }> {
  const body = { url: HOOK_URL, filter_types: [INCOMING, OUTGOING], ...fields };
  const created = await user.post('/webhook_endpoints', body);
  assert.equal(created.status, 200, created.text);
  const id = textField(created.body, 'id');
  return {
    id,
    secret: textField(created.body, 'endpoint_secret'),
    path: `/webhook_endpoints/${id}`,
  };
}

/** An app with all scopes of a user, which calls by one of its tokens. */
export interface AppUser {
  readonly client: RegisteredClient;
  readonly appGrantId: string;
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  patch(path: string, body: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
}

export async function addApp(
  { app, deps }: WalletApi,
  { user }: ApiUser,
  known?: RegisteredClient,
  scopes: readonly Scope[] = ALL_SCOPES,
): Promise<AppUser> {
  const at = deps.clock.now();
  const client = known ?? newClient(user.id, at);
  if (known === undefined) await deps.clients.insertClient(client);
  const generation = await deps.appGrants.joinAppGrant({
    newId: randomUUID(),
    userId: user.id,
    clientId: client.id,
    scopes,
    at,
  });
  assert(generation !== null, 'the app is there');
  const token = randomBytes(24).toString('base64url');
  const familyId = randomUUID();
  await deps.oauthStore.records.beginFamily({
    ...generation,
    id: familyId,
    resource: 'wallet_api',
    begunAt: at,
  });
  await deps.oauthStore.records.saveAccessToken({
    ...generation,
    familyId,
    hash: createHash('sha256').update(token).digest(),
    scopes: scopes.join(' '),
    resource: 'wallet_api',
    createdAt: at,
    expiresAt: new Date(at.getTime() + 3_600_000),
  });
  const headers = { authorization: `Bearer ${token}` };
  return {
    client,
    appGrantId: generation.appGrantId,
    get: (path) => call(app, 'GET', path, { headers }),
    post: (path, body) => call(app, 'POST', path, { headers, body }),
    patch: (path, body) => call(app, 'PATCH', path, { headers, body }),
    delete: (path) => call(app, 'DELETE', path, { headers }),
  };
}

const newClient = (ownerUserId: string, createdAt: Date): RegisteredClient => ({
  kind: 'registered',
  id: newIdentifier(systemRandom, 10),
  ownerUserId,
  createdAt,
  name: 'App',
  url: 'https://a.example',
  callback: 'https://a.example/back',
  s256Only: false,
  sendsIssuer: true,
  secretHash: systemRandom.bytes(32),
});

/** Asserts that an answer does not tell whether someone else has an endpoint with this id. */
export async function assertAbsent(answer: Promise<Answer>, message?: string): Promise<void> {
  const { status, body } = await answer;
  assert.equal(status, 404);
  assert.deepEqual(body, {
    code: 8,
    error: true,
    message: message ?? 'webhook endpoint not found',
  });
}

export const complaintsOf = (answer: Answer): readonly string[] => {
  assert.equal(answer.status, 400, answer.text);
  assert(typeof answer.body === 'object' && answer.body !== null && 'errors' in answer.body);
  const { errors } = answer.body;
  assert(Array.isArray(errors) && errors.length > 0);
  return errors.map(String);
};
