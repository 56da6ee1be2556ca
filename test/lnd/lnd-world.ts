import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { WANTED_CALLS } from '../../src/lightning/lnd/missing-rights.ts';
import { openLndNode } from '../../src/lightning/lnd/node.ts';
import type { ChannelNode } from '../../src/lightning/node-wallet.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { listOf } from '../support/fields.ts';
import type { ExternalPeer } from '../support/lightning-node/external-peer.ts';
import { openLndPeer } from '../support/lnd-peer.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import {
  type Answer,
  addWalletUser,
  textField,
  untilPasses,
  type WalletUser,
} from '../support/wallet-user.ts';
import { openRegtest, type Regtest, type RegtestNode } from './regtest.ts';

/** The whole service on alice's node, users with wallets, and nodes outside. */
export interface LndWorld {
  readonly regtest: Regtest;
  readonly service: RunningService;
  /** A direct peer of the service's node, and a node behind that peer. */
  readonly bob: ExternalPeer;
  readonly carol: ExternalPeer;
  /** The service's own node, opened beside the service. */
  readonly alice: ChannelNode;
  addUser(fundedSat?: number): Promise<WalletUser>;
  /** Lets an external node pay this amount to a user. Resolves when the user has the money. */
  fund(user: WalletUser, amountSat: number): Promise<void>;
  /**
   * Checks that no payment is open, that the books balance, and that the node has what they say, to
   * the msat.
   */
  checkAgreement(): Promise<void>;
  dispose(): Promise<void>;
}

/**
 * Settings with the shortest times that regtest allows, so that a proof of absence takes seconds.
 * Callers still wait long enough to hear the end of a payment on a busy machine.
 */
export const IMPATIENT = {
  SATCHEL_PAYMENT_WAIT: '12',
  SATCHEL_NOT_FOUND_GRACE: '1',
  SATCHEL_HEARTBEAT_GRACE: '2',
  SATCHEL_STRANDED_GRACE: '1',
};

export async function openLndWorld(
  variables: Readonly<Record<string, string>> = {},
): Promise<LndWorld> {
  await using opened = new AsyncDisposableStack();
  const regtest = await openRegtest();
  const alice = openLndNode({ ...regtest.nodes.alice, clock: systemClock });
  opened.defer(() => alice.close());
  const bob = await openLndPeer(regtest.nodes.bob);
  opened.defer(() => bob.close());
  const carol = await openLndPeer(regtest.nodes.carol);
  opened.defer(() => carol.close());
  const { localMsat: atFirstMsat } = await alice.balances();
  const leastRights = await regtest.bake(WANTED_CALLS);
  const service = await startService({
    ...IMPATIENT,
    ...nodeVariables({ ...regtest.nodes.alice, ...leastRights }),
    ...variables,
  });
  opened.defer(async () => {
    await service.end('SIGTERM');
    await rm(service.dataDir, { recursive: true, force: true });
  });

  const fund = async (user: WalletUser, amountSat: number): Promise<void> => {
    const before = await user.balanceSat();
    const { body } = await user.post('/invoices', { amount: amountSat });
    assert.equal((await carol.pay(textField(body, 'payment_request'))).status, 'SUCCEEDED');
    await untilPasses(async () => assert.equal(await user.balanceSat(), before + amountSat));
  };
  const all = opened.move();
  return {
    regtest,
    service,
    alice,
    bob,
    carol,
    fund,
    addUser: async (fundedSat) => {
      const user = await addWalletUser(service);
      if (fundedSat !== undefined) await fund(user, fundedSat);
      return user;
    },
    checkAgreement: async () => {
      await untilNothingIsOpen(service);
      const { findings, nodeMsat } = await service.withStores(({ books }) => books.checkBooks());
      assert.deepEqual(findings, []);
      await untilPasses(async () => {
        const { localMsat } = await alice.balances();
        assert.equal(localMsat - atFirstMsat, -nodeMsat, 'the node gained what is booked');
      });
    },
    dispose: () => all.disposeAsync(),
  };
}

/** The variables by which a service is told about its node. */
export const nodeVariables = (
  node: Pick<RegtestNode, 'restUrl' | 'macaroonFile' | 'tlsCertFile'>,
) => ({
  SATCHEL_LIGHTNING: 'lnd',
  SATCHEL_LND_REST_URL: node.restUrl,
  SATCHEL_LND_MACAROON_FILE: node.macaroonFile,
  SATCHEL_LND_TLS_CERT_FILE: node.tlsCertFile,
});

const END_LIMIT_MS = 60_000;

export const untilNothingIsOpen = (service: RunningService): Promise<void> =>
  untilPasses(
    () =>
      service.withStores(async ({ payments }) =>
        assert.deepEqual(await payments.listOpenPayments(), []),
      ),
    END_LIMIT_MS,
  );

export const payBill = (user: WalletUser, invoice: string, more: object = {}): Promise<Answer> =>
  user.post('/payments/bolt11', { invoice, ...more });

export async function invoiceOf(user: WalletUser, amountSat: number): Promise<string> {
  const { status, body } = await user.post('/invoices', { amount: amountSat });
  assert.equal(status, 200, JSON.stringify(body));
  return textField(body, 'payment_request');
}

/** The payments that the wallet shows, the newest first. */
export const outgoing = async (user: WalletUser): Promise<readonly unknown[]> =>
  listOf((await user.get('/invoices/outgoing')).body);

export const incoming = async (user: WalletUser): Promise<readonly unknown[]> =>
  listOf((await user.get('/invoices/incoming')).body);
