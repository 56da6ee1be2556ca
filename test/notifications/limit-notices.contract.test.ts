import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type LimitChange, NO_LIMITS } from '../../src/authorization/user-limits.ts';
import { sat } from '../../src/base/amount.ts';
import { textsOf } from '../../src/i18n/io/catalogues.ts';
import { createUserLimitStore } from '../../src/ledger/sql/user-limit-store.ts';
import { mailNotices } from '../../src/notifications/mail-notices.ts';
import { createNoticeInboxStore } from '../../src/notifications/sql/notice-inbox-store.ts';
import { startAccounts } from '../support/account-world.ts';
import { asApiUser } from '../support/api-user.ts';
import { MAIL_RUN } from '../support/mail-run.ts';
import { readText } from '../support/page-visitor.ts';

/** Users hear that money arrived above the limit of their wallet: once, not with each receipt. */

const world = await startAccounts({ after });
const { database, clock } = world;
const DEFAULTS = { maxBalanceSat: sat(1000n), maxSendDaySat: null };
const limits = createUserLimitStore(database, NO_LIMITS);
const stores = {
  none: createNoticeInboxStore(database),
  limited: createNoticeInboxStore(database, DEFAULTS),
};

async function someone(noticeInboxes = stores.none) {
  const person = await world.addPerson();
  const { user } = person;
  const api = await asApiUser(world, user);
  const other = await world.addUser();
  const limit = (change: LimitChange) => limits.setLimits(user.id, change, clock.now());
  const pay = async (amountSat: number) => {
    const invoice = await other.invoice(amountSat);
    assert.equal((await api.post('/payments/bolt11', { invoice })).status, 200);
  };
  /** How often it was told since the last look, and marks it as read. */
  const told = async () => {
    await noticeInboxes.lookForNotices(user.id, clock.now());
    const { notices } = await noticeInboxes.readInbox(user.id);
    await noticeInboxes.markRead(user.id);
    const found = notices.filter(({ matter, isUnread }) => matter.kind === 'limit' && isUnread);
    return found.reduce((sum, { count }) => sum + Number(count), 0);
  };
  return { person, user, api, limit, pay, told };
}

describe('money above the limit', () => {
  test('is told once for each crossing, however much follows', async () => {
    const { api, limit, pay, told } = await someone();
    await limit({ maxBalance: sat(1000n) });
    await api.receiveKeysend(1000);
    assert.equal(await told(), 0, 'it is full, not more');
    await api.receiveKeysend(1);
    assert.equal(await told(), 1);
    for (let round = 0; round < 3; round += 1) {
      await api.receiveKeysend(50);
      assert.equal(await told(), 0);
    }
    await pay(1);
    assert.equal(await told(), 0, 'still above');
    await pay(150);
    assert.equal(await told(), 0);
    await api.receiveKeysend(500);
    assert.equal(await told(), 1, 'above again');
  });

  test('is told by many looks at once only once', async () => {
    const { user, api, limit } = await someone();
    await limit({ maxBalance: sat(10n) });
    await api.receiveKeysend(20);
    const look = () => stores.none.lookForNotices(user.id, clock.now());
    assert.deepEqual(await Promise.all([look(), look(), look(), look()]), [2, 2, 2, 2]);
    const { notices } = await stores.none.readInbox(user.id);
    const [told] = notices.filter(({ matter }) => matter.kind === 'limit');
    assert.deepEqual(told?.matter, { kind: 'limit', limitSat: 10n });
    assert.equal(told?.count, 1n);
  });

  test('a lower limit tells nothing until money arrives', async () => {
    const { api, limit, pay, told } = await someone();
    await api.receiveKeysend(500);
    assert.equal(await told(), 0);
    await limit({ maxBalance: sat(100n) });
    assert.equal(await told(), 0);
    await pay(1);
    assert.equal(await told(), 0, 'money that leaves is no news');
    await api.receiveKeysend(1);
    assert.equal(await told(), 1);
    await limit({ maxBalance: 'none' });
    await api.receiveKeysend(1);
    assert.equal(await told(), 0);
    await limit({ maxBalance: sat(100n) });
    assert.equal(await told(), 0);
    await api.receiveKeysend(1);
    assert.equal(await told(), 1, 'it is another crossing');
  });

  test('without a limit of their own, the default of the service counts', async () => {
    const [plain, free] = [await someone(stores.limited), await someone(stores.limited)];
    await free.limit({ maxBalance: 'none' });
    for (const { api } of [plain, free]) await api.receiveKeysend(1001);
    assert.equal(await plain.told(), 1);
    assert.equal(await free.told(), 0);
  });

  test('what is held counts, as it may come back', async () => {
    const { api, limit, told } = await someone();
    await api.receiveKeysend(1000);
    await limit({ maxBalance: sat(1000n) });
    const { plan } = world.node;
    const release = Promise.withResolvers<typeof plan>();
    world.node.plan = { kind: 'hold', until: release.promise };
    const { bolt11 } = world.node.externalInvoice({ amountMsat: 500_000n });
    const paying = api.post('/payments/bolt11', { invoice: bolt11 });
    await world.sent(world.node.sent.length + 1);
    await api.receiveKeysend(5);
    assert.equal(await told(), 1);
    release.resolve(plan);
    await paying;
    world.node.plan = plan;
  });

  test('is under the bell at first, and by mail for those who want it, without amounts', async () => {
    const { person, user, api, limit } = await someone();
    const browser = await world.signedIn(person);
    const { ways } = await stores.none.readInbox(user.id);
    assert.equal(ways.limit, 'bell');
    await limit({ maxBalance: sat(1234n) });
    await stores.none.setWays(user.id, { ...ways, received: 'none', limit: 'mail' });
    await api.receiveKeysend(2000);
    assert.deepEqual(await stores.none.listToLookAt(null, null, 10_000), [user.id]);
    await browser.get('/');
    const mails: { readonly text: string }[] = [];
    const mailer = { send: async (mail: { readonly text: string }) => void mails.push(mail) };
    const authUrl = () => 'https://wallet.example';
    const { clock } = world;
    const deps = { noticeInboxes: stores.none, mailer, authUrl, textsOf, clock };
    await mailNotices(deps, { userId: user.id }, MAIL_RUN);
    assert.equal(mails.length, 1);
    assert.match(mails[0]?.text ?? '', /holds more than its limit/);
    assert.doesNotMatch(mails[0]?.text ?? '', /1,?234/);
    const page = await browser.get('/notices');
    assert.match(readText(page), /holds more than its limit .* keeps up to 1,234 sat/);
  });
});
