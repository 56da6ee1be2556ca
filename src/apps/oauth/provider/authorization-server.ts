import { timingSafeEqual } from 'node:crypto';
import Provider from 'oidc-provider';
import { assert } from '../../../base/assert.ts';
import { hexToBytes } from '../../../base/hex.ts';
import type { Random } from '../../../base/random.ts';
import { hashClientSecret } from '../../client.ts';
import type { OauthStore } from '../../oauth-store.ts';
import { hashOauthSecret, newOauthSecret, REQUEST_TTL_SEC } from '../../oauth-token.ts';
import { isSameCallback } from '../../redirect-rules.ts';
import type { AuthorizationServer } from '../authorization-server.ts';
import { callEndpoint, describeServer } from './app-calls.ts';
import { answerRequest, begin, findRequest, resume } from './browser-calls.ts';
import { type Library, takeAnswersOf } from './call-provider.ts';
import { createSettings, type SettingsDeps } from './provider-settings.ts';
import { ask, inRequestScope } from './request-scope.ts';

export interface AuthorizationServerDeps extends SettingsDeps {
  readonly oauthStore: OauthStore;
  readonly random: Random;
  /** The public URL of the API, which OAuth calls the issuer (RFC 8414). */
  readonly baseUrl: string;
}

/**
 * Creates the OAuth 2.0 server from the library oidc-provider and our own tables. Each call of the
 * server is one transaction.
 */
export function createAuthorizationServer(deps: AuthorizationServerDeps): AuthorizationServer {
  const { oauthStore } = deps;
  const provider = new Provider(deps.baseUrl, createSettings(deps));
  const library: Library = { provider, publicUrl: new URL(deps.authUrl) };
  takeAnswersOf(provider);
  makeOwnSecrets(provider, deps.random);
  compareByHash(provider);
  compareCallbacks(provider);

  const look = <T>(work: () => Promise<T>) => inRequestScope(oauthStore.records, work);
  const change = <T>(work: () => Promise<T>) =>
    oauthStore.transaction((records) => inRequestScope(records, work));
  return {
    begin: (request, cookies) => change(() => begin(library, request, cookies)),
    resume: (id, cookies) => change(() => resume(library, id, cookies)),
    findRequest: (id, cookies) =>
      look(async () => {
        const request = await findRequest(library, id, cookies);
        if (request !== null) await keepRequest(deps, id);
        return request;
      }),
    answerRequest: (id, cookies, answer) =>
      change(() => answerRequest(library, { id, cookies, answer })),
    call: (endpoint, form) => change(() => callEndpoint(library, endpoint, form)),
    describe: () => look(() => describeServer(library)),
  };
}

/**
 * Extends the life of an authorization request, so that the signed-in user who looks at it has time
 * to decide.
 */
async function keepRequest({ clock }: AuthorizationServerDeps, id: string): Promise<void> {
  const until = new Date(clock.now().getTime() + REQUEST_TTL_SEC * 1000);
  await ask((records) => records.keepRequest(hashOauthSecret(id), until));
}

function makeOwnSecrets(
  { AccessToken, RefreshToken, AuthorizationCode }: Provider,
  random: Random,
) {
  const kinds = [
    [AccessToken, 'access_token'],
    [RefreshToken, 'refresh_token'],
    [AuthorizationCode, 'code'],
  ] as const;
  for (const [Model, kind] of kinds) {
    const generate: unknown = Reflect.get(Model.prototype, 'generateTokenId');
    assert(typeof generate === 'function', 'the library makes the ids of its tokens in one place');
    Object.assign(Model.prototype, {
      generateTokenId(this: object): string {
        // The id that the OAuth library makes is not used, but its function has to be called, as it
        // also records the token's format.
        Reflect.apply(generate, this, []);
        return newOauthSecret(kind, random);
      },
    });
  }
}

/**
 * Makes the OAuth library compare callback URLs by our own rule, both when an app sends a request
 * and before an error is sent to it. A code still belongs to the callback with which it was
 * requested.
 */
function compareCallbacks({ Client }: Provider): void {
  Object.assign(Client.prototype, {
    redirectUriAllowed(
      this: { redirectUris?: readonly string[]; clientAuthMethod?: string },
      given: string,
    ): boolean {
      const isPublic = this.clientAuthMethod === 'none';
      const registered = this.redirectUris ?? [];
      return registered.some((callback) => isSameCallback({ callback, isPublic }, given));
    },
  });
}

/**
 * Makes the OAuth library compare client secrets by their hashes. In place of the secrets the
 * library only has hashes, in hex.
 */
function compareByHash({ Client }: Provider): void {
  Object.assign(Client.prototype, {
    compareClientSecret(this: { clientSecret?: string }, given: string): boolean {
      const stored = hexToBytes(this.clientSecret ?? '', 32);
      return stored !== null && timingSafeEqual(stored, hashClientSecret(given));
    },
  });
}
