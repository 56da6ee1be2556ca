import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { WebSocket } from 'ws';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { type ExternalRelay, openExternalRelay } from '../support/nwc/external-relay.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import {
  addWalletUser,
  fund,
  textField,
  untilPasses,
  type WalletUser,
} from '../support/wallet-user.ts';
import { ALBY_VERSIONS } from './nwc-alby-apps.ts';

// Node 20 has none of its own.
globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket;

const START_SAT = 10_000;
const INFO_KIND = 13_194;

/** Checklist of Nostr Wallet Connect, 1 and 2: unmodified SDKs that reach an external relay alone. */
describe('versions of @getalby/sdk over an external relay', () => {
  const cleanups: (() => unknown)[] = [];
  let relay: ExternalRelay;
  let service: RunningService;
  let other: WalletUser;

  before(async () => {
    relay = await openExternalRelay({ after: (end) => void cleanups.push(end) });
    service = await startService({ SATCHEL_NWC_RELAYS: relay.url });
    cleanups.push(() => service.dispose());
    other = await addWalletUser(service);
  });
  after(async () => {
    for (const end of cleanups.reverse()) await end();
  });

  /** The link without our own relay, once the external one knows the wallet. */
  const connect = async (user: WalletUser): Promise<string> => {
    const added = await service.cli('nwc', 'add', '--user', user.email);
    const link = new URL(textField(added, 'uri'));
    link.searchParams.set('relay', relay.url);
    await untilPasses(async () =>
      assert.ok(relay.stored(INFO_KIND).some(({ pubkey }) => pubkey === link.host)),
    );
    return link.href;
  };

  for (const { version, open } of ALBY_VERSIONS) {
    test(`1, 2: ${version} reads the balance, makes an invoice and pays one`, async () => {
      const user = await addWalletUser(service);
      await fund(service, user, START_SAT);
      const app = await open(await connect(user));
      try {
        assert.equal(await app.balanceSat(), START_SAT);
        const paid = await (await service.simulator()).pay({
          bolt11: await app.makeInvoice(21, 'bread'),
        });
        assert(paid.ok);
        await untilPasses(async () => assert.equal(await user.balanceSat(), START_SAT + 21));
        const bill = await other.post('/invoices', { amount: 700 });
        const bolt11 = textField(bill.body, 'payment_request');
        const preimage = await app.pay(bolt11);
        const read = decodeBolt11(bolt11);
        assert(read.ok);
        assert.equal(hash('sha256', Buffer.from(preimage, 'hex')), read.value.paymentHash);
        assert.equal(await app.balanceSat(), START_SAT + 21 - 700);
      } finally {
        app.close();
      }
    });
  }
});
