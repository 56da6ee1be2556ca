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
  /** Makes the path of the page that asks the user about an authorization request. */
  readonly consentPath: (id: string) => string;
}

/**
 * The paths of endpoints in requests to the OAuth library. In the requests of apps, the endpoints
 * have other paths.
 */
export const PATHS = {
  authorization: AUTHORIZATION_PATH,
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  metadata: '/.well-known/oauth-authorization-server',
} as const;

/**
 * Names of the OAuth library's cookies. The cookie for the library's session is never sent, because
 * it would be empty.
 */
export const COOKIE_NAMES = {
  session: 'satchel_oauth',
  interaction: 'satchel_authorization',
  resume: 'satchel_answer',
} as const;

/**
 * Names of parameters that we add to a request for the OAuth library. They carry problems that were
 * found before the library was called.
 */
export const FOUND = { scopeProblem: 'scope_problem', plainChallenge: 'plain_challenge' } as const;

/**
 * Settings of the library oidc-provider, for OAuth 2.0 only: OpenID Connect and all unused
 * extensions are switched off.
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
    // The OAuth library requires keys for signing, although nothing is signed here.
    jwks: newJwks(),
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    pkce: { required: (_, client) => client.clientAuthMethod === 'none' },
    allowOmittingSingleRegisteredRedirectUri: false,
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    // Revoking a token ends only tokens. The app grant remains, with its budget.
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

/**
 * The OAuth library's rules about when to ask the user for consent. Only one rule is left: always
 * ask.
 */
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
 * Makes the OAuth library answer with problems that were found before it was called. The library
 * reports them only after it has found the app and checked the callback, so that the error can be
 * sent to the app.
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
