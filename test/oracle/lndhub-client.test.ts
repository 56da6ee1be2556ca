import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import lightningBackends from 'lightning-backends';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import {
  addWalletUser,
  field,
  fund,
  textField,
  untilPasses,
  type WalletUser,
} from '../support/wallet-user.ts';

/** LndHub's checklist, 13: an unmodified client against the running program. */
describe('lightning-backends 1.7.0', () => {
  let service: RunningService;
  let user: WalletUser;
  let secret: string;

  before(async () => {
    service = await startService();
    user = await addWalletUser(service);
    await fund(service, user, 10_000);
    const added = await service.cli('lndhub', 'add', '--user', user.email, '--name', 'shop');
    secret = textField(added, 'url');
  });
  after(() => service.dispose());

  for (const requestContentType of ['json', 'form'] as const) {
    test(`13 receives, pays and reads the balance, with bodies as ${requestContentType}`, async () => {
      const backend = lightningBackends.prepareBackend('lndhub', { secret, requestContentType });
      const held = await user.balanceSat();
      const { invoice } = await backend.addInvoice(21_999, { description: 'Coffee' });
      const decoded = decodeBolt11(invoice);
      assert(decoded.ok);
      assert.equal(decoded.value.amountMsat, 21_000n);
      const { paymentHash } = decoded.value;
      assert.deepEqual(await backend.getInvoiceStatus(paymentHash), {
        preimage: null,
        settled: false,
      });
      await service.cli('sim', 'pay', invoice);
      await untilPasses(async () =>
        assert.equal((await backend.getInvoiceStatus(paymentHash)).settled, true),
      );

      const bill = await service.cli('sim', 'invoice', '--amount', '77', '--memo', 'tea');
      const { preimage } = await backend.payInvoice(textField(bill, 'payment_request'));
      assert(preimage !== null);
      const paid = decodeBolt11(textField(bill, 'payment_request'));
      assert(paid.ok);
      assert.equal(hash('sha256', Buffer.from(preimage, 'hex')), paid.value.paymentHash);
      const left = await user.balanceSat();
      assert.equal(await backend.getBalance(), left * 1000);
      assert.ok(left <= held + 21 - 77);
      await assert.rejects(backend.addInvoice(0, {}), /Bad arguments/);
      await assert.rejects(backend.payInvoice('lnbc1'), /not a valid invoice/);
      assert.equal(field(await service.cli('books', 'check'), 'ok'), true);
    });
  }
});
