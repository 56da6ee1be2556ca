import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { addConnection } from '../../../src/apps/add-connection.ts';
import type { NwcKey } from '../../../src/apps/nwc-keys/nwc-key-store.ts';
import { createNwcKind } from '../../../src/apps/nwc-keys/nwc-kind.ts';
import { createNwcKeyStore } from '../../../src/apps/nwc-keys/sql/nwc-key-store.ts';
import type { NwcRequestStore } from '../../../src/nwc/nwc-request-store.ts';
import { createNwcRequestStore } from '../../../src/nwc/sql/nwc-request-store.ts';
import { createPaymentStore } from '../../../src/payments/sql/payment-store.ts';
import { systemClock } from '../../../src/system/system-clock.ts';
import { systemRandom } from '../../../src/system/system-random.ts';
import { openConnectionBench } from '../connection-bench.ts';
import type { Cleanup } from '../database.ts';
import { createNwcRequestsOf } from '../wallet-memory/nwc-requests.ts';
import { createPaymentsOf } from '../wallet-memory/payments.ts';
import { createWalletMemory } from '../wallet-memory/wallet-memory.ts';

export const NOON = new Date('2030-01-01T12:00:00Z');
/** The key that seals the wallet keys of these users. */
export const SEAL_KEY: Uint8Array = new Uint8Array(32).fill(7);

/** Opens the stores of requests, with one user who has one key. */
export async function openRequestBench(t: Cleanup) {
  const bench = await openConnectionBench(t);
  const nwcKeys = createNwcKeyStore(bench.database);
  const kind = createNwcKind({
    nwcKeys,
    addressNames: { findName: async () => 'ann' },
    addressDomain: () => 'pay.example',
    sealKey: async () => SEAL_KEY,
    relays: () => ['wss://wallet.example/relay'],
    clock: bench.clock,
    random: systemRandom,
  });
  const idempotentSecret = new Uint8Array(randomBytes(32));
  const input = { ...bench.idempotentInput(await bench.addUser()), idempotentSecret };
  const added = await addConnection(bench.deps, kind, input);
  assert(added.ok);
  const key = await nwcKeys.findKey(added.value.secret.clientPubkey);
  assert(key !== null);
  const requests = createNwcRequestStore(bench.database);
  const stored = { requests, payments: createPaymentStore(bench.database) };
  const count = async () => {
    const [row] = await bench.database.query(
      (sql) => sql<Counts[]>`
        select (select count(*)::int from nwc_request) as requests,
          (select count(*)::int from idempotency_key) as keys`,
    );
    assert(row !== undefined);
    return row;
  };
  const own = { key, ...stored, count, add: adderOf(requests, key) };
  return { ...bench, kind, input, added: added.value, ...own };
}

interface Counts {
  readonly requests: number;
  readonly keys: number;
}

/** Opens the stores of requests in memory, as the simulation uses them. */
export async function openRequestMemory() {
  const memory = createWalletMemory(systemClock);
  const [userId, grantId] = [randomUUID(), randomUUID()];
  const key: NwcKey = {
    deviceId: randomUUID(),
    grantId,
    userId,
    clientPubkey: newId(),
    walletPubkey: newId(),
    sealedSecret: new Uint8Array(),
  };
  const requests = createNwcRequestsOf(memory);
  const count = async () => ({
    requests: memory.apps.requests.size,
    keys: memory.money.keys.size,
  });
  const payments = createPaymentsOf(memory);
  return { key, requests, payments, count, add: adderOf(requests, key) };
}

const adderOf =
  (requests: NwcRequestStore, key: NwcKey) =>
  async (eventId: string, leaseMs = 60_000, arrivalId: string = randomUUID()) =>
    await requests.addRequest({
      eventId,
      key,
      eventText: '{}',
      arrivedAt: NOON,
      arrivalId,
      leaseMs,
    });

/** A new id of an event. */
export const newId = (): string => randomBytes(32).toString('hex');
