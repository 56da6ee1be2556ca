import assert from 'node:assert/strict';
import type { Caller } from '../../src/authorization/caller.ts';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { msat } from '../../src/base/amount.ts';
import { newIdentifier, newUuid } from '../../src/base/id.ts';
import type { Random } from '../../src/base/random.ts';
import { DEFAULT_PREFERENCES } from '../../src/users/preferences.ts';
import type { User } from '../../src/users/user-store.ts';
import { heldOf, walletOf } from './money-model/ledger/account.ts';
import { createScriptedNode, type ScriptedNode } from './scripted-node/scripted-node.ts';
import { createSeededRandom } from './seeded-random.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';
import { createUsersOf } from './wallet-memory/operations.ts';
import {
  createMoneyOf,
  createWalletMemory,
  findFaults,
  type WalletMemory,
} from './wallet-memory/wallet-memory.ts';

/** Time, a node and a database in memory, which any number of services can use. */
export interface WalletWorld {
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly memory: WalletMemory;
  readonly node: ScriptedNode;
  /** Adds a user whose money came from an earlier node. */
  addUser(name: string, sats?: bigint): Promise<Person>;
  walletSat(person: Person): bigint;
  heldSat(person: Person): bigint;
  alarmKinds(): readonly string[];
  /** The record bodies of a person, in the order of settlement. */
  records(person: Person): readonly Record<string, unknown>[];
  /** Checks the books. Every test that moves money calls this at its end. */
  checkBooks(): void;
}

export interface Person {
  readonly user: User;
  readonly caller: Caller;
}

export function createWalletWorld(seed = 1, startIso?: string): WalletWorld {
  const clock = createVirtualClock(startIso);
  const random = createSeededRandom(seed);
  const memory = createWalletMemory(clock);
  const { balances } = memory.money;
  return {
    clock,
    random,
    memory,
    node: createScriptedNode({ clock, random }),
    addUser: (name, sats = 0n) => addUser(memory, random, name, sats),
    walletSat: ({ user }) => balances.of(walletOf(user.id)) / 1000n,
    heldSat: ({ user }) => balances.of(heldOf(user.id)) / 1000n,
    alarmKinds: () => memory.alarms.map((alarm) => alarm.kind),
    records: ({ user }) =>
      (memory.money.records.get(user.id) ?? []).map(({ body }) => JSON.parse(body)),
    checkBooks: () => assert.deepEqual(findFaults(memory), []),
  };
}

/** A node that plays no part in the tests. */
const OLD_NODE = 'old-node';
const GRANT = 'grant';

async function addUser(
  memory: WalletMemory,
  random: Random,
  name: string,
  sats: bigint,
): Promise<Person> {
  const { clock } = memory;
  const user: User = {
    id: newUuid(clock, random),
    identifier: newIdentifier(random, 20),
    email: `${name}@example.com`,
    name,
    avatar: null,
    nostrPubkey: null,
    isAdmin: false,
    disabledAt: null,
    createdAt: clock.now(),
    closedAt: null,
    browserLanguage: null,
    preferences: DEFAULT_PREFERENCES,
  };
  await createUsersOf(memory).insertUser({ ...user, passwordHash: '' });
  if (sats > 0n) await fund(memory, random, user, sats);
  const caller = { grantId: GRANT, userId: user.id, clientId: null, scopes: new Set(ALL_SCOPES) };
  return { user, caller };
}

async function fund(
  memory: WalletMemory,
  random: Random,
  { id: userId }: User,
  sats: bigint,
): Promise<void> {
  const { clock, money } = memory;
  const { cursors } = money;
  if (!cursors.has(OLD_NODE)) cursors.set(OLD_NODE, { baseline: 0n, settleIndex: 0n });
  const receipt = {
    id: newUuid(clock, random),
    identifier: newIdentifier(random, 24),
    source: 'node' as const,
    paymentHash: Buffer.from(random.bytes(32)).toString('hex'),
    preimage: null,
    amountMsat: msat(sats * 1000n),
    records: new Map(),
    createdAt: clock.now(),
    settledAt: clock.now(),
  };
  const target = { kind: 'keysend' as const, userId, record: '{}' };
  const event = { nodePubkey: OLD_NODE, setId: null, settleIndex: 1n, fence: money.fence };
  await createMoneyOf(memory).credit([{ ...event, receipt, target, hasBoostagram: false }]);
  money.records.set(userId, []);
}
