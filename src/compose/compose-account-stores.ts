import { createAttemptStore } from '../adapters/postgres/accounts/attempt-store.ts';
import { createCredentialStore } from '../adapters/postgres/accounts/credential-store.ts';
import { createLinkStore } from '../adapters/postgres/accounts/link-store.ts';
import { createSecondFactorStore } from '../adapters/postgres/accounts/second-factor-store.ts';
import { createSessionStore } from '../adapters/postgres/accounts/session-store.ts';
import { createUserStore } from '../adapters/postgres/accounts/user-store.ts';
import type { Database } from '../adapters/postgres/connection/db.ts';

export type AccountStores = ReturnType<typeof composeAccountStores>;

/** People, and what they sign in with. */
export const composeAccountStores = (database: Database) => ({
  users: createUserStore(database),
  credentials: createCredentialStore(database),
  sessions: createSessionStore(database),
  secondFactors: createSecondFactorStore(database),
  links: createLinkStore(database),
  attempts: createAttemptStore(database),
});
