import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type RunningService, startService } from '../support/running-service.ts';
import {
  addWalletUser,
  field,
  fund,
  textField,
  untilPasses,
  type WalletUser,
} from '../support/wallet-user.ts';

const MIB_PER_DAY = 1;
const RECORD_BYTES = 4000;

describe('the bytes that a user may store in a day', () => {
  let service: RunningService;
  let user: WalletUser;
  let other: WalletUser;
  let pubkey: string;

  before(async () => {
    service = await startService({
      SATCHEL_RATE_LIMIT: 'on',
      SATCHEL_STORED_MIB_PER_DAY: String(MIB_PER_DAY),
    });
    [user, other] = [await addWalletUser(service), await addWalletUser(service)];
    await fund(service, user, 5000);
    const { body } = await user.get('/user/value4value');
    pubkey = textField(body, 'keysend_pubkey');
  });
  after(() => service.dispose());

  const payTo = (payee: WalletUser) => ({
    amount: 1,
    destination: pubkey,
    custom_records: { 696969: payee.identifier, 65537: 'x'.repeat(RECORD_BYTES - 20) },
  });

  test('are bounded whichever way something is ordered', async () => {
    let paid = 0;
    for (;;) {
      const { status, body } = await user.post('/payments/keysend', payTo(user));
      if (status !== 200) {
        assert.equal(status, 400);
        assert.match(textField(body, 'message'), /try again in an hour or two/);
        break;
      }
      paid += 1;
    }
    const stored = paid * 4 * RECORD_BYTES;
    assert(stored <= 1.2 * MIB_PER_DAY * 2 ** 20, `${stored} bytes`);
    const balance = await user.balanceSat();
    const keysends = [payTo(user), payTo(user)];
    for (const [path, order] of [
      ['/payments/keysend/multi', { keysends }],
      ['/invoices', { amount: 1 }],
    ] as const) {
      const { status, body } = await user.post(path, order);
      assert.equal(status, 400, path);
      assert.match(textField(body, 'message'), /try again in an hour or two/, path);
    }
    assert.equal(await user.balanceSat(), balance);
  });

  test('do not keep others from paying that user, from here and from outside', async () => {
    const balance = await user.balanceSat();
    await fund(service, other, 100);
    assert.equal((await other.post('/payments/keysend', payTo(user))).status, 200);
    const records = JSON.stringify({ 696969: user.identifier });
    await service.cli('sim', 'keysend', '--amount', '7', '--to', pubkey, '--records', records);
    await untilPasses(async () => assert.equal(await user.balanceSat(), balance + 8));
    assert.equal(field(await service.cli('books', 'check'), 'ok'), true);
  });
});
