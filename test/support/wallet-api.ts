import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import type { HttpConfig } from '../../src/app/http/http-config.ts';
import { createServer } from '../../src/app/http/server.ts';
import type { Msat } from '../../src/base/amount.ts';
import type { Database } from '../../src/database/db.ts';
import { createBooksStore } from '../../src/ledger/books/sql/books-store.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import {
  type Answer,
  type ApiUser,
  addApiUser,
  call,
  type Headers,
  payFromExternalNode,
} from './api-user.ts';
import { checkResponses } from './checked-responses.ts';
import { type ApiDeps, composeApi, TEST_CONFIG } from './compose-api.ts';
import { type Cleanup, testDatabase } from './database.ts';
import { eventually } from './eventually.ts';
import { createFakeNode, type FakeNode } from './fake-node.ts';
import { createListeningLog } from './listening-log.ts';
import { createMovableClock, type MovableClock } from './movable-clock.ts';

/** The Wallet API with a database of its own and a node that follows a plan. */
export interface WalletApi {
  readonly app: FastifyInstance;
  readonly node: FakeNode;
  readonly clock: MovableClock;
  readonly deps: ApiDeps;
  /** The URLs of the database, for what only the owner of the tables may do. */
  readonly serviceUrl: string;
  readonly ownerUrl: string;
  readonly superuserUrl: string;
  addUser(): Promise<ApiUser>;
  /** Makes a call without a token. */
  call(
    method: string,
    path: string,
    options?: { readonly headers?: Headers; readonly body?: unknown },
  ): Promise<Answer>;
  /**
   * Lets someone outside pay an invoice of ours, with an amount if the invoice leaves it to the
   * payer.
   */
  payFromExternalNode(paymentHash: string, openAmountMsat?: Msat): Promise<void>;
  /** The texts of all statements since the last call, each in one round trip. */
  takeStatements(): readonly string[];
  /** Everything that was logged, as text. */
  logged(): string;
  /** Resolves once the node was handed this many payments in all. */
  sent(count: number): Promise<void>;
  /** Ends all waits for payments, like a stop of the process. */
  stop(): void;
}

/**
 * Starts the API. Every answer is checked against the promise of its route, and the first broken
 * promise fails the file.
 */
export async function startWalletApi(
  cleanup: Cleanup,
  config: Partial<HttpConfig> = {},
  changes: Partial<ApiDeps> | ((database: Database, deps: ApiDeps) => Partial<ApiDeps>) = {},
): Promise<WalletApi> {
  // What was opened last is closed first, because running calls still need the database.
  const endings: (() => Promise<void>)[] = [];
  cleanup.after(async () => {
    for (const end of endings.reverse()) await end();
  });
  const { database, statements, serviceUrl, ownerUrl, superuserUrl } = await testDatabase({
    after: (end) => endings.push(end),
  });
  const clock = createMovableClock();
  const node = createFakeNode(systemRandom, () => Math.floor(clock.now().getTime() / 1000));
  const log = createListeningLog();
  const shutdown = new AbortController();
  const composed = await composeApi({
    database,
    clock,
    node,
    log,
    config: { ...TEST_CONFIG, ...config },
    shutdown: shutdown.signal,
  });
  const deps = {
    ...composed,
    ...(typeof changes === 'function' ? changes(database, composed) : changes),
  };
  const app = await createServer(deps);
  const checked = checkResponses(app);
  endings.push(async () => {
    shutdown.abort();
    await app.close();
    await deps.dispatcher.drain();
    const { findings } = await createBooksStore(database).checkBooks();
    assert.deepEqual(findings, [], 'the books balance');
    assert.deepEqual(checked.complaints(), []);
  });
  return {
    app,
    node,
    clock,
    deps,
    serviceUrl,
    ownerUrl,
    superuserUrl,
    addUser: () => addApiUser({ app, deps }),
    call: (method, path, options) => call(app, method, path, options),
    payFromExternalNode: (paymentHash, openAmountMsat) =>
      payFromExternalNode(deps, paymentHash, openAmountMsat),
    takeStatements: () => statements.splice(0),
    logged: () => log.text(),
    sent: async (count) => {
      await eventually(`${count} payments`, () => (node.sent.length >= count ? true : null));
    },
    stop: () => shutdown.abort(),
  };
}
