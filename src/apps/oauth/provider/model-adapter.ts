/** Implements the storage interface of the OAuth library with our own store. */

import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { ALL_SCOPES } from '../../../authorization/scope.ts';
import { assert } from '../../../base/assert.ts';
import type { Clock } from '../../../base/clock.ts';
import { newUuid } from '../../../base/id.ts';
import type { Log } from '../../../base/log.ts';
import type { Random } from '../../../base/random.ts';
import { unixSeconds } from '../../../base/wire-time.ts';
import type { Issued, OauthRecords, StoredToken } from '../../oauth-store.ts';
import { hashOauthSecret, isOauthSecret, type OauthSecret } from '../../oauth-token.ts';
import { toMetadata } from './client-metadata.ts';
import { readGrantId, toGrantId } from './grant-id.ts';
import { createRequestModel } from './request-model.ts';
import { ask, findClient, requestScope } from './request-scope.ts';

export interface ModelDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** The public URL of the pages, without a trailing slash. */
  readonly authUrl: string;
  /**
   * The time after the first use of a refresh token in which a second use is only refused. Later it
   * counts as theft: the OAuth library then ends all tokens of the grant.
   */
  readonly reuseGraceMs: number;
}

/**
 * Makes the storage for one kind of object of the OAuth library, which asks for it by the name of
 * the kind.
 */
export function createModelAdapter(deps: ModelDeps): (name: string) => Adapter {
  const models: Readonly<Record<string, Partial<Adapter>>> = {
    Client: { find: async (id) => toMetadata(await findClient(id)) },
    Grant: { find: findGrant },
    Interaction: createRequestModel(deps),
    AuthorizationCode: createCodeModel(deps),
    RefreshToken: createRefreshTokenModel(deps),
    AccessToken: createAccessTokenModel(deps),
    // Nothing is stored for the OAuth library's sessions, because our own sessions say who is
    // signed in.
    Session: {},
  };
  return (name) => {
    const model = models[name];
    assert(model !== undefined, `OAuth needs no ${name}`);
    return { ...KEEPS_NOTHING, ...model };
  };
}

const KEEPS_NOTHING: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
};

/**
 * The expiry that grants have for the OAuth library, which requires one. Grants here do not expire;
 * only their tokens do.
 */
const NEVER_SEC = 253_402_300_799;

async function findGrant(grantId: string): Promise<AdapterPayload | undefined> {
  const generation = readGrantId(grantId);
  if (generation === null) return undefined;
  const grant = await ask((records) => records.findGrant(generation));
  if (grant === null) return undefined;
  return {
    kind: 'Grant',
    jti: grantId,
    iat: 0,
    exp: NEVER_SEC,
    accountId: grant.userId,
    clientId: grant.clientId,
    openid: { scope: inOrder(grant.scopes) },
  };
}

/** Lists the scopes of a token in a fixed order, whatever order the app asked in. */
function inOrder(scopes: string): string {
  const granted = new Set(scopes.split(' '));
  return ALL_SCOPES.filter((scope) => granted.has(scope)).join(' ');
}

/**
 * Ends all tokens of a grant by one update. The OAuth library would end them separately, kind by
 * kind.
 */
async function endGrant(grantId: string): Promise<void> {
  const generation = readGrantId(grantId);
  if (generation !== null) await ask((records) => records.endGeneration(generation));
}

function createAccessTokenModel(deps: ModelDeps): Partial<Adapter> {
  const { clock } = deps;
  return {
    upsert: async (id, payload, ttlSec) => {
      const token = await inFamily(deps, toStored(id, payload, ttlSec, clock));
      await ask((records) => records.saveAccessToken(token));
    },
    find: async (id) => {
      const token = await findBy('access_token', id, (records) => records.findAccessToken);
      return token === null ? undefined : toPayload('AccessToken', id, token, clock);
    },
    revokeByGrantId: endGrant,
  };
}

function createCodeModel({ clock, log }: ModelDeps): Partial<Adapter> {
  return {
    upsert: async (id, payload, ttlSec) => {
      const { redirectUri, codeChallenge = null } = payload;
      assert(redirectUri !== undefined, 'a code is bound to its callback');
      const stored = toStored(id, payload, ttlSec, clock);
      // The resource of a code is always the Wallet API, because an app cannot ask for another.
      const code = { ...stored, resource: 'wallet_api', redirectUri, codeChallenge } as const;
      await ask((records) => records.saveCode(code));
    },
    find: async (id) => {
      const code = await findBy('code', id, (records) => records.findCode);
      if (code === null) return undefined;
      if (code.consumedAt !== null) log.warn(aboutReuse(code, clock), 'a code came again');
      requestScope().resource = code.resource;
      const { redirectUri, codeChallenge } = code;
      return {
        ...toPayload('AuthorizationCode', id, code, clock),
        redirectUri,
        ...(codeChallenge === null ? {} : { codeChallenge, codeChallengeMethod: 'S256' }),
      };
    },
    consume: (id) => useUp((records) => records.consumeCode(hashOauthSecret(id), clock.now())),
  };
}

function createRefreshTokenModel(deps: ModelDeps): Partial<Adapter> {
  const { clock, log, reuseGraceMs } = deps;
  return {
    upsert: async (id, payload, ttlSec) => {
      const token = await inFamily(deps, toStored(id, payload, ttlSec, clock));
      await ask((records) => records.saveRefreshToken(token));
    },
    find: async (id) => {
      const token = await findBy('refresh_token', id, (records) => records.findRefreshToken);
      if (token === null) return undefined;
      const scope = requestScope();
      const isRefreshed = scope.refreshingClientId === token.clientId;
      if (token.consumedAt !== null) {
        log.warn(aboutReuse(token, clock), 'a refresh token came again');
        // The refresh token was used a second time shortly after the first: usually by the app
        // itself, in parallel or after an answer was lost. The second use gets no token. If the
        // first use was a thief's, the app has to ask its user for consent again, which ends this
        // token family.
        if (clock.now().getTime() - token.consumedAt.getTime() < reuseGraceMs) {
          if (isRefreshed) await ask((records) => records.markFamily(token.familyId, clock.now()));
          return undefined;
        }
      }
      if (isRefreshed) {
        scope.familyId = token.familyId;
        scope.resource = token.resource;
      }
      return toPayload('RefreshToken', id, token, clock);
    },
    consume: (id) =>
      useUp((records) => records.consumeRefreshToken(hashOauthSecret(id), clock.now())),
  };
}

const aboutReuse = (token: Issued, clock: Clock) => ({
  appGrantId: token.appGrantId,
  clientId: token.clientId,
  afterMs: clock.now().getTime() - (token.consumedAt?.getTime() ?? 0),
});

/**
 * Uses a code or token up. The OAuth library checks first and writes later, so of two simultaneous
 * calls both pass its check, and the second fails only when it is used up.
 */
async function useUp(consume: (records: OauthRecords) => Promise<boolean>): Promise<void> {
  if (!(await ask(consume))) throw new errors.InvalidGrant('used up meanwhile');
}

type Find<Stored> = (hash: Uint8Array) => Promise<Stored | null>;

/** Finds a code or token. If its prefix says that it is of another kind, nothing is looked up. */
async function findBy<Stored>(
  kind: OauthSecret,
  id: string,
  find: (records: OauthRecords) => Find<Stored>,
): Promise<Stored | null> {
  if (!isOauthSecret(kind, id)) return null;
  return await ask((records) => find(records)(hashOauthSecret(id)));
}

/**
 * A new token without its resource and its token family (the tokens of one device). Both follow
 * from the code or token from which it was issued, and are added later.
 */
type NewSecret = Omit<StoredToken, 'familyId' | 'resource'>;

function toStored(
  id: string,
  { grantId, scope }: AdapterPayload,
  ttlSec: number | undefined,
  clock: Clock,
): NewSecret {
  const generation = grantId === undefined ? null : readGrantId(grantId);
  assert(generation !== null && scope !== undefined && ttlSec !== undefined, 'a token has all');
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + ttlSec * 1000);
  return { ...generation, hash: hashOauthSecret(id), scopes: scope, createdAt, expiresAt };
}

/**
 * Puts a new token into a token family. A token that was issued for a code begins a family; one for
 * a refresh token joins the family of that token.
 */
async function inFamily({ clock, random }: ModelDeps, token: NewSecret): Promise<StoredToken> {
  const scope = requestScope();
  const { resource } = scope;
  assert(resource !== null, 'a token follows from a code or a refresh token');
  if (scope.familyId === null) {
    const id = newUuid(clock, random);
    scope.familyId = id;
    const { appGrantId, generation, createdAt: begunAt } = token;
    await ask((records) => records.beginFamily({ id, appGrantId, generation, resource, begunAt }));
  }
  return { ...token, familyId: scope.familyId, resource };
}

/**
 * Turns a stored token into the form of the OAuth library. Our clock decides whether it has
 * expired, because the library would ask the system's clock.
 */
function toPayload(kind: string, id: string, token: Issued, clock: Clock): AdapterPayload {
  const isExpired = token.expiresAt <= clock.now();
  return {
    kind,
    jti: id,
    gty: 'authorization_code',
    iat: unixSeconds(token.createdAt),
    exp: isExpired ? 1 : unixSeconds(token.expiresAt),
    accountId: token.userId,
    clientId: token.clientId,
    grantId: toGrantId(token),
    scope: token.scopes,
    ...(token.consumedAt === null ? {} : { consumed: unixSeconds(token.consumedAt) }),
  };
}
