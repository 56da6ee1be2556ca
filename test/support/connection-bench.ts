import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type AddConnectionInput, addConnection } from '../../src/apps/add-connection.ts';
import { createAppGrantStore } from '../../src/apps/sql/app-grant-store.ts';
import { createBudgetStore } from '../../src/apps/sql/budget-store.ts';
import { createConnectionStore } from '../../src/apps/sql/connection-store.ts';
import { createTokenStore } from '../../src/apps/sql/token-store.ts';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { sat } from '../../src/base/amount.ts';
import { newIdentifier } from '../../src/base/id.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { createUserStore } from '../../src/users/sql/user-store.ts';
import { type Cleanup, testDatabase } from './database.ts';
import { NOW } from './money-model/events.ts';
import { createMovableClock } from './movable-clock.ts';
import { createTestKind } from './test-connection-kind.ts';

/**
 * Opens users and their connections, on a database of their own and with a clock that stands still.
 */
export async function openConnectionBench(cleanup: Cleanup) {
  const opened = await testDatabase(cleanup);
  const { database } = opened;
  let nowMs = NOW.getTime();
  const clock = {
    ...createMovableClock(),
    now: () => new Date(nowMs),
    move: (ms: number) => {
      nowMs += ms;
    },
  };
  const deps = {
    appGrants: createAppGrantStore(database),
    connections: createConnectionStore(database),
    budgets: createBudgetStore(database),
    tokens: createTokenStore(database),
    clock,
    random: systemRandom,
  };
  const idempotentInput = (
    userId: string,
    input: Partial<AddConnectionInput> = {},
  ): AddConnectionInput => ({
    userId,
    name: 'Zeus on my phone',
    scopes: ALL_SCOPES,
    budget: { limitSat: sat(1000n), askAboveSat: null, interval: 'week', expiresAt: null },
    expiresAt: null,
    ...input,
  });
  return {
    opened,
    database,
    clock,
    deps,
    idempotentInput,
    addUser: async (): Promise<string> => {
      const id = randomUUID();
      await createUserStore(database).insertUser({
        id,
        identifier: newIdentifier(systemRandom, 20),
        email: `${id}@example.com`,
        name: null,
        avatar: null,
        nostrPubkey: null,
        isAdmin: false,
        disabledAt: null,
        createdAt: clock.now(),
        passwordHash: 'hash',
      });
      return id;
    },
    /** Lets a user connect an app. */
    connect: async (userId: string, input: Partial<AddConnectionInput> = {}) => {
      const added = await addConnection(
        deps,
        createTestKind('nwc'),
        idempotentInput(userId, input),
      );
      assert(added.ok, JSON.stringify(added));
      return added.value;
    },
  };
}
