import assert from 'node:assert/strict';
import type { HttpConfig } from '../../../src/app/http/http-config.ts';
import { addConnection } from '../../../src/apps/add-connection.ts';
import { addDevice } from '../../../src/apps/add-device.ts';
import {
  createLndhubKind,
  type LndhubSecret,
} from '../../../src/apps/lndhub-devices/lndhub-kind.ts';
import type { Budget } from '../../../src/authorization/budget.ts';
import { ALL_SCOPES, type Scope } from '../../../src/authorization/scope.ts';
import { type Answer, type ApiUser, call, type Headers } from '../api-user.ts';
import type { Cleanup } from '../database.ts';
import { textField } from '../fields.ts';
import { startWalletApi, type WalletApi } from '../wallet-api.ts';

/** The Wallet API with phone wallets that call over LndHub. */
export interface LndhubWorld extends WalletApi {
  /** A phone of this user, logged in. */
  connect(user: ApiUser, input?: PhoneInput): Promise<Phone>;
  /** A call of LndHub without a token. */
  ask(method: string, path: string, options?: AskOptions): Promise<Answer>;
}

interface AskOptions {
  readonly headers?: Headers;
  readonly body?: unknown;
}

export interface PhoneInput {
  readonly name?: string;
  readonly scopes?: readonly Scope[];
  readonly budget?: Budget | null;
  readonly expiresAt?: Date | null;
}

export interface Phone {
  readonly grantId: string;
  readonly deviceId: string;
  readonly secret: LndhubSecret;
  readonly tokens: Tokens;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  login(): Promise<Answer>;
  /** One more device of the same connection, logged in. */
  another(): Promise<Phone>;
}

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

export const PREFIX = '/lndhub/ext';

export async function startLndhub(
  cleanup: Cleanup,
  config: Partial<HttpConfig> = {},
  changes: Parameters<typeof startWalletApi>[2] = {},
): Promise<LndhubWorld> {
  const api = await startWalletApi(cleanup, config, changes);
  const { deps, app } = api;
  assert(deps.lndhub !== null, 'LndHub is on');
  const kind = createLndhubKind({ lndhub: deps.lndhub, baseUrl: () => 'https://wallet.example' });
  const ask: LndhubWorld['ask'] = (method, path, options) =>
    call(app, method, PREFIX + path, options);

  const openPhone = async (
    user: ApiUser,
    grantId: string,
    { device, secret }: { readonly device: { readonly id: string }; readonly secret: LndhubSecret },
  ): Promise<Phone> => {
    const { login, password } = secret;
    const logIn = () => ask('POST', '/auth', { body: { login, password } });
    const tokens = readTokens(await logIn());
    const headers = { authorization: `Bearer ${tokens.access}` };
    return {
      grantId,
      deviceId: device.id,
      secret,
      tokens,
      get: (path) => ask('GET', path, { headers }),
      post: (path, body = {}) => ask('POST', path, { headers, body }),
      login: logIn,
      another: async () => {
        const input = { userId: user.user.id, appGrantId: grantId, name: 'another' };
        const added = await addDevice(deps, kind, input);
        assert(added.ok);
        return await openPhone(user, grantId, added.value);
      },
    };
  };

  return {
    ...api,
    ask,
    connect: async (user, input = {}) => {
      const added = await addConnection(deps, kind, {
        userId: user.user.id,
        name: input.name ?? 'Zeus',
        scopes: input.scopes ?? ALL_SCOPES,
        budget: input.budget ?? null,
        expiresAt: input.expiresAt ?? null,
      });
      assert(added.ok);
      return await openPhone(user, added.value.connection.id, added.value);
    },
  };
}

export function readTokens(answer: Answer): Tokens {
  assert.equal(answer.status, 200, answer.text);
  return {
    access: textField(answer.body, 'access_token'),
    refresh: textField(answer.body, 'refresh_token'),
  };
}

/** An error in the form of LndHub, which apps recognize by its first letters. */
export function refusedWith(answer: Answer, status: number, code: number, message?: RegExp): void {
  assert.equal(answer.status, status, answer.text);
  assert.match(answer.text, /^\{"error":true,"code":\d+,"message":"/);
  assert.equal(JSON.parse(answer.text).code, code, answer.text);
  if (message !== undefined) assert.match(textField(answer.body, 'message'), message);
}
