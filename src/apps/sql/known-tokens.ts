import type { Caller } from '../../authorization/caller.ts';
import type { Resource } from '../../authorization/resource.ts';
import { isScope, type Scope } from '../../authorization/scope.ts';
import { assert } from '../../base/assert.ts';
import { memoize } from '../../base/memoize.ts';
import { createRecentKeys } from '../../base/recent-keys.ts';
import { MAX_KNOWN_TOKENS } from '../limits.ts';

/** What a token says of its caller. It never changes while the row of the token exists. */
export interface TokenFacts {
  readonly caller: Caller;
  readonly expiresAt: Date | null;
  readonly familyId: string | null;
  readonly resource: Resource | null;
  /**
   * The time of the row, by which the database proves that the facts are those of the present row;
   * null for a kind of token whose facts may change, so that they are not kept.
   */
  readonly version: string | null;
}

/**
 * Keeps the facts of recently used tokens under their hashes, so that the database need not send
 * them for each call. A fact is used only when the statement of the call has found the row of the
 * token, and has found that its version is the one that is kept. Whatever may change is read by
 * each statement: whether the token, its grant and its user are in force, and whether a lockdown
 * holds apps.
 */
export interface KnownTokens {
  find(tokenHashHex: string): TokenFacts | null;
  /** Takes the facts that a statement has sent, as JSON; null if it has proved the kept ones. */
  confirm(tokenHashHex: string, kept: TokenFacts | null, sent: string | null): TokenFacts;
  forget(tokenHashHex: string): void;
}

export function createKnownTokens(): KnownTokens {
  const known = createRecentKeys<TokenFacts>(MAX_KNOWN_TOKENS);
  return {
    find: (tokenHashHex) => known.find(tokenHashHex) ?? null,
    confirm: (tokenHashHex, kept, sent) => {
      if (sent === null) {
        assert(kept !== null, 'only what is kept is left out of an answer');
        return kept;
      }
      const facts = parseFacts(sent);
      if (facts.version !== null) known.add(tokenHashHex, facts);
      return facts;
    },
    forget: (tokenHashHex) => known.drop(tokenHashHex),
  };
}

/** The columns of a CallerSource, as JSON. */
interface FactsJson {
  readonly grant_id: string;
  readonly client_id: string | null;
  readonly user_id: string;
  readonly scopes: string;
  readonly expires_at: string | null;
  readonly family_id: string | null;
  readonly resource: Resource | null;
  readonly version: string | null;
}

function parseFacts(json: string): TokenFacts {
  const facts: FactsJson = JSON.parse(json);
  return {
    caller: {
      grantId: facts.grant_id,
      userId: facts.user_id,
      clientId: facts.client_id,
      scopes: scopesOf(facts.scopes),
    },
    expiresAt: facts.expires_at === null ? null : new Date(facts.expires_at),
    familyId: facts.family_id,
    resource: facts.resource,
    version: facts.version,
  };
}

/** Reads stored scopes. A scope that this version of the program does not know grants nothing. */
export const readStoredScopes = (text: string): readonly Scope[] => text.split(' ').filter(isScope);

/** Most tokens have one of a few sets of scopes, so they share these. */
const scopesOf = memoize((text: string): ReadonlySet<Scope> => new Set(readStoredScopes(text)));
