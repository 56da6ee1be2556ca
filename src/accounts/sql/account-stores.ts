import type { Database } from '../../database/db.ts';
import { createLockdownStore } from '../../lockdown/sql/lockdown-store.ts';
import { createUserStore } from '../../users/sql/user-store.ts';
import { createAttemptStore } from './attempt-store.ts';
import { createCredentialStore } from './credential-store.ts';
import { createLinkStore } from './link-store.ts';
import { createSecondFactorStore } from './second-factor-store.ts';
import { createSessionStore } from './session-store.ts';

export type AccountStores = ReturnType<typeof createAccountStores>;

/** Creates the stores of users, their credentials, sessions and links. */
export const createAccountStores = (database: Database) => ({
  users: createUserStore(database),
  credentials: createCredentialStore(database),
  sessions: createSessionStore(database),
  secondFactors: createSecondFactorStore(database),
  links: createLinkStore(database),
  attempts: createAttemptStore(database),
  lockdowns: createLockdownStore(database),
});
