import type { NwcKeyStore } from '../../../src/apps/nwc-keys/nwc-key-store.ts';
import type { Scope } from '../../../src/authorization/scope.ts';
import { sat, satToMsat } from '../../../src/base/amount.ts';
import { assert } from '../../../src/base/assert.ts';
import type { ExactRecord, GrantHistoryStore } from '../../../src/history/grant-history-store.ts';
import type { WalletRecord } from '../../../src/ledger/wallet-record.ts';
import { endOfRevoked } from '../money-model/approvals.ts';
import { walletOf } from '../money-model/ledger/account.ts';
import { createHistoryOf, kindOf } from './invoices.ts';
import type { WalletMemory } from './wallet-memory.ts';

/** Connects and disconnects apps, like their users do on the pages. */
export interface Connections {
  connect(connection: NewConnection): Promise<void>;
  /** Changes the scopes of a connection; null revokes it. */
  setScopes(grantId: string, scopes: ReadonlySet<Scope> | null): Promise<void>;
}

/** A connection with one device. */
export interface NewConnection {
  readonly grantId: string;
  readonly deviceId: string;
  readonly userId: string;
  readonly kind: 'nwc' | 'lndhub';
  readonly scopes: ReadonlySet<Scope>;
  readonly createdAt: Date;
}

export const createConnectionsOf = ({ apps, clock, money }: WalletMemory): Connections => ({
  connect: async ({ grantId, deviceId, userId, scopes }) => {
    apps.grants.set(grantId, { userId, scopes });
    apps.devices.set(deviceId, grantId);
  },
  setScopes: async (grantId, scopes) => {
    const grant = apps.grants.get(grantId);
    if (grant !== undefined) apps.grants.set(grantId, { ...grant, scopes });
    if (scopes === null) endOfRevoked(money, grantId, clock.now());
  },
});

export function createNwcKeysOf({ apps, users, money }: WalletMemory): NwcKeyStore {
  return {
    addKey: async ({ createdAt: _, ...key }) => {
      const grantId = apps.devices.get(key.deviceId) ?? '';
      const userId = apps.grants.get(grantId)?.userId;
      assert(userId !== undefined, 'a key is that of a device');
      apps.keys.set(key.clientPubkey, { ...key, grantId, userId });
      return key;
    },
    findKey: async (clientPubkey) => apps.keys.get(clientPubkey) ?? null,
    findLiveKeys: async (pubkeys) =>
      [...apps.keys.values()]
        .filter((key) => pubkeys.includes(key.clientPubkey) || pubkeys.includes(key.walletPubkey))
        .map((key) => ({
          key,
          scopes: apps.grants.get(key.grantId)?.scopes ?? null,
          notifiedSeq: 0n,
        })),
    findCaller: async (clientPubkey) => {
      const key = apps.keys.get(clientPubkey);
      const scopes = apps.grants.get(key?.grantId ?? '')?.scopes ?? null;
      const user = users.get(key?.userId ?? '');
      if (key === undefined || scopes === null) return null;
      if (user === undefined || user.disabledAt !== null) return null;
      const { grantId, userId } = key;
      return {
        caller: { grantId, userId, clientId: null, scopes },
        balanceSat: sat(money.balances.of(walletOf(userId)) / 1000n),
        expiresAt: null,
        lastUsedAt: null,
        isLockedDown: false,
      };
    },
  };
}

/** The history for connections that may read everything of their user. */
export function createGrantHistoryOf(memory: WalletMemory): GrantHistoryStore {
  const history = createHistoryOf(memory);
  return {
    findForGrant: async ({ userId, paymentHash }) => {
      const found = await history.findByHash(userId, paymentHash);
      if (found?.kind === 'record') return { kind: 'record', ...withFacts(memory, found.body) };
      if (found !== null) return found;
      const failed = [...memory.money.payments.values()].find(
        (one) => one.userId === userId && one.paymentHash === paymentHash,
      );
      return failed === undefined ? null : { kind: 'payment', payment: failed };
    },
    listWithUnpaid: async () => [],
    addFacts: async (_userId, bodies) => bodies.map((body) => withFacts(memory, body)),
  };
}

/**
 * Adds exact amounts to a record. Fractions of a sat that came over the node are not stored in
 * memory.
 */
function withFacts({ money }: WalletMemory, body: string): ExactRecord {
  const record: WalletRecord = JSON.parse(body);
  const { identifier, amount, type, payment_hash: hash } = record;
  const payment = [...money.payments.values()].find((one) =>
    type === 'outgoing' ? one.identifier === identifier : one.paymentHash === hash,
  );
  return {
    movement: kindOf(record),
    body,
    amountMsat: payment?.amountMsat ?? satToMsat(sat(BigInt(amount))),
  };
}
