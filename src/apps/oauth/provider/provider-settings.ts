import { generateKeyPairSync } from 'node:crypto';
import { type Configuration, errors, interactionPolicy, type JWKS } from 'oidc-provider';
import { ALL_SCOPES } from '../../../authorization/scope.ts';
import { CODE_TTL_SEC, REFRESH_TOKEN_TTL_SEC, REQUEST_TTL_SEC } from '../../oauth-token.ts';
import { AUTHORIZATION_PATH } from '../authorization-server.ts';
import { S256_ONLY } from './client-metadata.ts';
import { createModelAdapter, type ModelDeps } from './model-adapter.ts';
import { requestScope } from './request-scope.ts';

export interface SettingsDeps extends ModelDeps {
  readonly accessTokenTtlSec: number;
  /** Makes the path of the page that shows an authorization request. */
  readonly consentPath: (id: string) => string;
}

/** Paths inside the library; on the wire, other paths stand for them. */
export const PATHS = {
  authorization: AUTHORIZATION_PATH,
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  metadata: '/.well-known/oauth-authorization-server',
} as const;

/** Names of the library's cookies. Its session cookie is never sent, as it would be empty. */
export const COOKIE_NAMES = {
  session: 'satchel_oauth',
  interaction: 'satchel_authorization',
  resume: 'satchel_answer',
} as const;

/**
 * Parameters that we add to the standard's: problems that were found before the library is called.
 */
export const FOUND = { scopeProblem: 'scope_problem', plainChallenge: 'plain_challenge' } as const;

/**
 * Settings of the library for OAuth 2.0 alone: OpenID Connect and all unused extensions are off.
 */
export function createSettings(deps: SettingsDeps): Configuration {
  return {
    adapter: createModelAdapter(deps),
    routes: PATHS_OF_LIBRARY,
    scopes: ALL_SCOPES,
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    extraClientMetadata: { properties: [S256_ONLY] },
    extraParams: EXTRA_PARAMS,
    // The library requires keys, although it never signs anything here.
    jwks: newJwks(),
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    pkce: { required: (_, client) => client.clientAuthMethod === 'none' },
    allowOmittingSingleRegisteredRedirectUri: false,
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    // Revoking a token ends the tokens only: the app grant stays, with its budget.
    revokeGrantPolicy: () => false,
    expiresWithSession: async () => false,
    clockTolerance: 0,
    ttl: {
      AccessToken: deps.accessTokenTtlSec,
      AuthorizationCode: CODE_TTL_SEC,
      RefreshToken: REFRESH_TOKEN_TTL_SEC,
      Interaction: REQUEST_TTL_SEC,
      Session: REQUEST_TTL_SEC,
    },
    cookies: { names: COOKIE_NAMES },
    findAccount: async (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    loadExistingGrant: async (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : await ctx.oidc.provider.Grant.find(grantId);
    },
    interactions: { policy: ALWAYS_ASK, url: (_, { uid }) => deps.consentPath(uid) },
    clientBasedCORS: () => true,
    renderError: async (_, { error, error_description: description = '' }) => {
      requestScope().problem = { error, description };
    },
    features: FEATURES,
  };
}

const { metadata: _, ...PATHS_OF_LIBRARY } = PATHS;

const FEATURES: Configuration['features'] = {
  devInteractions: { enabled: false },
  userinfo: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  resourceIndicators: { enabled: false },
  revocation: { enabled: true, allowedPolicy: async (_, client, token) => isOwn(client, token) },
  introspection: { enabled: true, allowedPolicy: async (_, client, token) => isOwn(client, token) },
};

const isOwn = (client: { clientId: string }, token: { clientId?: string | undefined }): boolean =>
  token.clientId === client.clientId;

/** The library's rules for when to ask the user, of which one remains: always. */
const ALWAYS_ASK = [
  new interactionPolicy.Prompt(
    { name: 'consent', requestable: false },
    new interactionPolicy.Check(
      'not_answered',
      'the user has to be asked',
      ({ oidc }) =>
        oidc.result?.consent === undefined || oidc.entities.Grant?.getOIDCScope() === '',
    ),
  ),
];

/**
 * Checks of the problems that were found before. They are made here, where app and callback are
 * known to be valid, so that the errors go back to the app.
 */
const EXTRA_PARAMS: NonNullable<Configuration['extraParams']> = {
  [FOUND.scopeProblem]: (_, problem) => {
    if (problem !== undefined) throw new errors.InvalidScope(problem, '');
  },
  [FOUND.plainChallenge]: (_, isPlain, client) => {
    if (isPlain !== undefined && client[S256_ONLY] === true) {
      throw new errors.InvalidRequest('this client must use code_challenge_method S256');
    }
  },
};

function newJwks(): JWKS {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty = '', ...key } = privateKey.export({ format: 'jwk' });
  return { keys: [{ ...key, kty, alg: 'ES256', use: 'sig' }] };
}
