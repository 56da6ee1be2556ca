import type { AlarmStore } from '../../../src/alarms/alarm-store.ts';
import type { ProcessStore } from '../../../src/background/process-store.ts';
import { type NodeStore, WATCHER_LEASE } from '../../../src/node/node-store.ts';
import { DEFAULT_PREFERENCES } from '../../../src/users/preferences.ts';
import type { User, UserStore } from '../../../src/users/user-store.ts';
import type { WalletMemory } from './wallet-memory.ts';

export function createNodesOf(memory: WalletMemory): NodeStore {
  const { money, passedInvoices: passed, checkedSettlements: checked } = memory;
  return {
    readPassedInvoice: async (pubkey) => passed.get(pubkey) ?? null,
    setPassedInvoice: async (pubkey, place, fence) => {
      if (fence < money.fence || !money.cursors.has(pubkey)) return false;
      passed.set(pubkey, place);
      return true;
    },
    readCheckedSettlement: async (pubkey) => checked.get(pubkey) ?? null,
    setCheckedSettlement: async (pubkey, place, fence) => {
      if (fence < money.fence || !money.cursors.has(pubkey)) return false;
      checked.set(pubkey, place);
      return true;
    },
    bindNode: async (network, pubkey) => ({ network, pubkey }),
    readCursor: async (pubkey) => money.cursors.get(pubkey) ?? UNMET,
    setBaseline: async (pubkey, baseline, fence) => {
      if (fence < money.fence || money.cursors.has(pubkey)) return false;
      money.cursors.set(pubkey, { settleIndex: baseline, baseline });
      return true;
    },
    advanceCursor: async (pubkey, index, fence) => {
      const cursor = money.cursors.get(pubkey);
      if (fence < money.fence || cursor === undefined) return false;
      if (index > cursor.settleIndex) cursor.settleIndex = index;
      return true;
    },
    hasReceipt: async (pubkey, hash, setId) =>
      money.receivedSets.has(JSON.stringify([pubkey, hash, setId])),
    newestReceipts: async (pubkey, settledBefore) =>
      [...money.receivedSets]
        .filter(([key, { paymentHash }]) => key === JSON.stringify([pubkey, paymentHash, null]))
        .map(([, receipt]) => receipt)
        .filter(({ settledAt }) => settledAt < settledBefore)
        .toReversed(),
  };
}

const UNMET = { settleIndex: 0n, baseline: null };

export function createProcessesOf({ clock, money, processes, leases }: WalletMemory): ProcessStore {
  return {
    heartbeat: async (id) => {
      const heartbeatAt = clock.now();
      processes.set(id, { heartbeatAt, isGone: false });
      return heartbeatAt;
    },
    declareOthersGone: async (ownId) => {
      for (const [id, process] of processes) {
        if (id !== ownId) processes.set(id, { ...process, isGone: true });
      }
      for (const [name, lease] of leases) {
        if (lease.holder !== ownId) leases.set(name, { ...lease, holder: null });
      }
    },
    leave: async (id) => {
      processes.delete(id);
    },
    acquireLease: async (name, holder, ttlMs) => {
      const nowMs = clock.now().getTime();
      const lease = leases.get(name) ?? { holder: null, expiresAtMs: 0, fence: 0n };
      const isOwn = lease.holder === holder;
      if (!isOwn && lease.holder !== null && lease.expiresAtMs >= nowMs) return null;
      const fence = isOwn ? lease.fence : lease.fence + 1n;
      leases.set(name, { holder, expiresAtMs: nowMs + ttlMs, fence });
      if (name === WATCHER_LEASE) money.fence = fence;
      return { fence };
    },
    releaseLease: async (name, holder) => {
      const lease = leases.get(name);
      if (lease?.holder === holder) leases.set(name, { ...lease, holder: null });
    },
    lastHeartbeat: async (id) => processes.get(id)?.heartbeatAt ?? null,
    hasWorker: async () => true,
    listLiving: async () => [],
    databaseNow: async () => clock.now(),
  };
}

export function createAlarmsOf({ clock, alarms }: WalletMemory): AlarmStore {
  return {
    raiseAlarm: async (alarm) => {
      const lastAt = clock.now();
      const index = alarms.findIndex(
        ({ kind, subject }) => kind === alarm.kind && subject === alarm.subject,
      );
      const known = alarms[index];
      if (known !== undefined) alarms[index] = { ...known, count: known.count + 1, lastAt };
      else
        alarms.push({ ...alarm, id: `alarm ${alarms.length}`, count: 1, firstAt: lastAt, lastAt });
    },
    wasRaised: async (kind, subject) =>
      alarms.some((alarm) => alarm.kind === kind && alarm.subject === subject),
    listAlarms: async (limit) => alarms.slice(0, limit),
    endAlarm: async () => undefined,
  };
}

export function createUsersOf({ users, money }: WalletMemory): UserStore {
  const find = (matches: (user: User) => boolean): User | null =>
    [...users.values()].find(matches) ?? null;
  return {
    insertUser: async ({ passwordHash: _, ...user }) => {
      if (find((one) => one.email === user.email) !== null) return 'email_taken';
      const rest = { closedAt: null, browserLanguage: null, preferences: DEFAULT_PREFERENCES };
      users.set(user.id, { ...user, ...rest });
      money.records.set(user.id, []);
      return 'inserted';
    },
    findUser: async (id) => users.get(id) ?? null,
    findUserByEmail: async (email) => find((user) => user.email === email),
    // No user of this memory is found by a lightning address.
    findUserByName: async (name) => find((user) => user.identifier === name),
    findUserByIdentifier: async (identifier) => find((user) => user.identifier === identifier),
    listUsers: async () => [...users.values()],
    updateUser: async (id, { passwordHash: _, ...change }) => {
      const user = users.get(id);
      if (user === undefined) return false;
      users.set(id, { ...user, ...change });
      return true;
    },
    changePreferences: async (id, preferences) => {
      const user = users.get(id);
      if (user !== undefined) users.set(id, { ...user, preferences });
    },
    noteBrowserLanguage: async (id, browserLanguage) => {
      const user = users.get(id);
      if (user !== undefined) users.set(id, { ...user, browserLanguage });
    },
    // No user of this memory chooses a time zone and gives it up again.
    noteBrowserZone: async (id, timeZone) => {
      const user = users.get(id);
      if (user === undefined || user.preferences.timeZone !== null) return;
      users.set(id, { ...user, preferences: { ...user.preferences, timeZone } });
    },
  };
}
