import { createAttemptStore } from '../adapters/postgres/attempt-store.ts';
import { createCredentialStore } from '../adapters/postgres/credential-store.ts';
import type { Database } from '../adapters/postgres/db.ts';
import { createLinkStore } from '../adapters/postgres/link-store.ts';
import { createSecondFactorStore } from '../adapters/postgres/second-factor-store.ts';
import { createSessionStore } from '../adapters/postgres/session-store.ts';
import { createUserStore } from '../adapters/postgres/user-store.ts';

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
