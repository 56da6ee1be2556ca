import { createWalletStore } from '../../src/adapters/postgres/wallet-store.ts';
import { type ApiUser, addApiUser } from './api-user.ts';
import type { Cleanup } from './database.ts';
import { createTestSessions, createVisitor, type PageVisitor } from './page-visitor.ts';
import { startWalletApi, type WalletApi } from './wallet-api.ts';

/** The pages over real stores, and visitors who are signed in by the word of the test. */
export interface PageWorld extends WalletApi {
  /** Somebody new. */
  addVisitor(): Promise<Visitor>;
  guest(): PageVisitor;
}

export interface Visitor extends PageVisitor {
  /** The same person over the API. */
  readonly api: ApiUser;
}

export async function startPages(cleanup: Cleanup): Promise<PageWorld> {
  const sessions = createTestSessions();
  const api = await startWalletApi(cleanup, {}, (database) => ({
    pages: { sessions, pagesHost: null, wallets: createWalletStore(database) },
  }));
  const { app, deps } = api;
  return {
    ...api,
    guest: () => createVisitor(app, sessions, null),
    addVisitor: async () => {
      const user = await addApiUser({ app, deps });
      return { ...createVisitor(app, sessions, user.user), api: user };
    },
  };
}
