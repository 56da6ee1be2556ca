import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
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

const START_SAT = 10_000;

/** Apps that are built on NDK. It ends the address of each relay with a slash, behind a path too. */
describe('NDK with its wallet', () => {
  let service: RunningService;
  let user: WalletUser;
  let relay: string;
  let app: Worker;

  const answerTo = async (call: string, argument?: string | number): Promise<unknown> => {
    app.postMessage({ call, argument });
    const [answer] = await once(app, 'message');
    return answer;
  };
  const ask = async (call: string, argument?: string | number): Promise<unknown> =>
    field(await answerTo(call, argument), 'result');

  before(async () => {
    service = await startService();
    user = await addWalletUser(service);
    await fund(service, user, START_SAT);
    const uri = textField(await service.cli('nwc', 'add', '--user', user.email), 'uri');
    relay = new URL(uri).searchParams.get('relay') ?? '';
    app = new Worker(new URL('./ndk-app.ts', import.meta.url), { workerData: uri });
  });
  after(async () => {
    await app.terminate();
    assert.equal(field(await service.cli('books', 'check'), 'ok'), true);
    await service.dispose();
  });

  test('it learns what the wallet can do, and what it has', async () => {
    assert.deepEqual(await ask('relays'), [`${relay}/`]);
    const methods = await ask('methods');
    assert(Array.isArray(methods));
    assert.ok(methods.includes('pay_invoice'), methods.join());
    assert.equal(await ask('balanceSat'), START_SAT);
  });

  test('it pays an invoice of the world', async () => {
    const made = await (await service.simulator()).invoice({ amountSat: 1000 });
    assert(made.ok);
    const pr = made.value.paymentRequest;
    const preimage = String(await ask('pay', pr));
    const read = decodeBolt11(pr);
    assert(read.ok);
    assert.equal(hash('sha256', Buffer.from(preimage, 'hex')), read.value.paymentHash);
    assert.equal(await ask('balanceSat'), await user.balanceSat());
  });

  test('it makes an invoice that is paid, and lists all', async () => {
    const before = await user.balanceSat();
    const bolt11 = String(await ask('makeInvoice', 21_000));
    const paid = await (await service.simulator()).pay({ bolt11 });
    assert(paid.ok);
    await untilPasses(async () => assert.equal(await user.balanceSat(), before + 21));
    assert.deepEqual(await ask('amountsSat'), [21, 1000, START_SAT]);
  });

  test('it is told why something is refused', async () => {
    const made = await (await service.simulator()).invoice({ amountSat: START_SAT * 2 });
    assert(made.ok);
    const before = await user.balanceSat();
    const refused = await answerTo('pay', made.value.paymentRequest);
    assert.match(JSON.stringify(refused), /"error":.*balance is too low/);
    assert.equal(await user.balanceSat(), before);
  });
});
