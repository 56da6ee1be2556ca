import assert from 'node:assert/strict';
import type { AddConnectionInput } from '../../../src/apps/add-connection.ts';
import { addConnection } from '../../../src/apps/add-connection.ts';
import { createNwcKind } from '../../../src/apps/nwc-keys/nwc-kind.ts';
import { createNwcKeyStore } from '../../../src/apps/nwc-keys/sql/nwc-key-store.ts';
import type { Scope } from '../../../src/authorization/scope.ts';
import type { Invoice } from '../../../src/ledger/invoice.ts';
import { renderKeysendReceipt, renderReceipt } from '../../../src/ledger/settled-record.ts';
import { systemRandom } from '../../../src/system/system-random.ts';
import { openConnectionBench } from '../connection-bench.ts';
import type { Cleanup } from '../database.ts';
import { addUser, creditInvoice, creditKeysend, NODE_PUBKEY } from '../money-model/events.ts';
import { createPostgresWorld } from '../money-model/postgres-world.ts';
import { openRelayApp, type RelayApp } from './relay-app.ts';
import { SEAL_KEY, startRelay } from './relay-server.ts';

export type NotificationBench = Awaited<ReturnType<typeof openNotificationBench>>;

const NODE = { alias: 'node', pubkey: NODE_PUBKEY, network: 'regtest' } as const;

/** Opens wallets, keys of apps and a relay, on a database of their own. */
export async function openNotificationBench(cleanup: Cleanup) {
  // What was opened last is closed first, because relays still need the database.
  const endings: (() => unknown)[] = [];
  const after = (end: () => unknown): void => void endings.push(end);
  cleanup.after(async () => {
    for (const end of endings.reverse()) await end();
  });
  const { opened, database, deps, idempotentInput } = await openConnectionBench({ after });
  const world = createPostgresWorld(database, false);
  await world.setBaseline(NODE_PUBKEY, 0n);
  const relay = await startRelay(database);
  after(() => relay.close());
  const nwcKeys = createNwcKeyStore(database);
  const kind = createNwcKind({
    nwcKeys,
    addressNames: { findName: async () => null },
    addressDomain: () => 'pay.example',
    sealKey: async () => SEAL_KEY,
    relays: () => [relay.url],
    clock: deps.clock,
    random: systemRandom,
  });
  const addKey = async (userId: string, input: Partial<AddConnectionInput> = {}) => {
    const added = await addConnection(deps, kind, idempotentInput(userId, input));
    assert(added.ok, JSON.stringify(added));
    return { uri: added.value.secret.link, ...added.value };
  };
  return {
    opened,
    database,
    deps,
    world,
    relay,
    after,
    addKey,
    addUser: () => addUser(world),
    /** Connects an app with its own key to the relay. */
    connect: async (userId: string, scopes?: readonly Scope[]) => {
      const { uri } = await addKey(userId, scopes === undefined ? {} : { scopes });
      return await openRelayApp({ after }, uri);
    },
    endKey: async (app: RelayApp): Promise<void> => {
      const key = await nwcKeys.findKey(app.pubkey);
      assert(key !== null);
      assert(await deps.connections.endDevice(key.userId, key.deviceId, deps.clock.now()));
    },
    /** Books this number of keysends, and returns their payment hashes. */
    settle: async (userId: string, count = 1): Promise<readonly string[]> => {
      const events = Array.from({ length: count }, () => {
        const { target, ...event } = creditKeysend(userId);
        assert(target.kind === 'keysend');
        const record = renderKeysendReceipt(event.receipt, NODE);
        return { ...event, target: { ...target, record } };
      });
      const outcomes = await world.store.credit(events);
      assert(outcomes.every(({ kind }) => kind === 'credited'));
      return events.map(({ receipt }) => receipt.paymentHash);
    },
    /** Books money for an invoice, either for the first time or again. */
    receive: async (invoice: Invoice, isFirst: boolean): Promise<void> => {
      const { target, ...event } = creditInvoice(invoice, isFirst, {
        setId: isFirst ? null : 'again',
      });
      assert(target.kind === 'invoice');
      const record = renderReceipt(invoice, event.receipt, NODE);
      const [outcome] = await world.store.credit([{ ...event, target: { ...target, record } }]);
      assert(outcome?.kind === 'credited');
    },
    /** The record up to which the app of this wallet key has been notified. */
    markOf: async (walletPubkey: string): Promise<bigint> => {
      const [row] = await database.sql<{ notified_seq: bigint }[]>`
        select notified_seq from nwc_key
        where wallet_pubkey = ${Buffer.from(walletPubkey, 'hex')}`;
      assert(row !== undefined);
      return row.notified_seq;
    },
  };
}
