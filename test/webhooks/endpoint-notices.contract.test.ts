import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import postgres from 'postgres';
import type { Mail } from '../../src/base/mailer.ts';
import { textsOf } from '../../src/i18n/io/catalogues.ts';
import { createNoticeInboxStore } from '../../src/notifications/sql/notice-inbox-store.ts';
import {
  type SendEndpointNoticeDeps,
  sendEndpointNotice,
} from '../../src/webhooks/send-endpoint-notice.ts';
import { createNoticeStore } from '../../src/webhooks/sql/notice-store.ts';
import { MAIL_RUN } from '../support/mail-run.ts';
import { type DeliveryBench, openDeliveryBench } from '../support/webhooks/delivery-bench.ts';

const URL_OF_SHOP = 'https://shop.example/hook';

describe('what the user of an endpoint is told by mail', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let bench: DeliveryBench;
  let owner: postgres.Sql;
  let endpointId: string;
  let email: string;

  before(async () => {
    bench = await openDeliveryBench({ after: (fn) => cleanups.unshift(fn) });
    owner = postgres(bench.opened.ownerUrl, { max: 1 });
    cleanups.unshift(() => owner.end());
    const receiver = await bench.addReceiver(URL_OF_SHOP);
    ({ endpointId } = receiver);
    const [row] = await owner<{ email: string }[]>`
      select email from wallet_user where id = ${receiver.userId}`;
    assert(row !== undefined);
    ({ email } = row);
  });
  after(async () => {
    for (const cleanup of cleanups) await cleanup();
  });

  const mailsFor = async (
    notice: string,
    deps: Partial<SendEndpointNoticeDeps> = {},
  ): Promise<readonly Mail[]> => {
    const mails: Mail[] = [];
    const all = {
      notices: createNoticeStore(bench.opened.database),
      mailer: { send: async (mail: Mail) => void mails.push(mail) },
      authUrl: () => 'https://wallet.example',
      textsOf,
      ...deps,
    };
    await sendEndpointNotice(all, { endpointId, notice }, MAIL_RUN);
    return mails;
  };
  const become = (state: string, stage: number, reason: string | null = null) => owner`
    update webhook_endpoint set
      state = ${state}::webhook_endpoint_state, warned_stage = ${stage},
      failing_since = ${stage === 0 ? null : '2030-01-02T03:04:05Z'},
      disabled_reason = ${reason}, disabled_at = ${reason === null ? null : '2030-01-07T00:00:00Z'}
    where id = ${endpointId}`;

  test('W36 each stage says what happened, to which endpoint, and where to look', async () => {
    for (const [notice, state, stage, reason, subject] of [
      ['failing', 'active', 1, null, /do not arrive$/],
      ['failing_for_a_day', 'active', 2, null, /have not arrived for a day$/],
      ['disabled', 'disabled', 2, 'failing', /were switched off$/],
    ] as const) {
      await become(state, stage, reason);
      const [mail, ...more] = await mailsFor(notice);
      assert(mail !== undefined && more.length === 0);
      assert.equal(mail.to, email);
      assert.match(mail.subject, subject);
      assert.match(mail.subject, /wallet\.example/);
      assert.match(mail.text, /^Endpoint: https:\/\/shop\.example\/hook$/m);
      assert.match(mail.text, /^Failing since: 2 Jan 2030, 03:04 UTC$/m);
      assert(mail.text.includes(`https://wallet.example/webhooks/${endpointId}`));
    }
  });

  test('it is said in the language and on the clocks of the user', async () => {
    await become('active', 1);
    await owner`
      update wallet_user set browser_language = 'es', time_zone = 'Europe/Berlin'
      where email = ${email}`;
    const [spanish] = await mailsFor('failing');
    assert.equal(spanish?.subject, 'Los webhooks de wallet.example no llegan');
    assert.match(spanish?.text ?? '', /^Falla desde: 2 ene 2030, 4:04 CET$/m);
    await owner`update wallet_user set language = 'de' where email = ${email}`;
    const [german] = await mailsFor('failing');
    assert.match(german?.text ?? '', /^Gestört seit: 02\.01\.2030, 04:04 MEZ$/m);
    await owner`
      update wallet_user set browser_language = null, language = null, time_zone = null
      where email = ${email}`;
  });

  test('what is true no more is not mailed', async () => {
    await become('active', 0);
    assert.deepEqual(await mailsFor('failing'), [], 'it works again');
    await become('active', 1);
    assert.deepEqual(await mailsFor('failing_for_a_day'), []);
    assert.deepEqual(await mailsFor('disabled'), [], 'it is on again');
    await become('disabled', 2, 'switched_off');
    assert.deepEqual(await mailsFor('disabled'), [], 'its user did it');
    assert.deepEqual(await mailsFor('failing'), []);
  });

  test('no one is notified of what is gone, nor after their account was closed', async () => {
    await become('active', 1);
    await owner`update wallet_user set disabled_at = now() where email = ${email}`;
    assert.deepEqual(await mailsFor('failing'), []);
    await owner`update wallet_user set disabled_at = null where email = ${email}`;
    assert.deepEqual(await mailsFor('failing'), [], 'while it was closed nothing was tried');
    await become('active', 1);
    assert.equal((await mailsFor('failing')).length, 1);
    const notices = createNoticeStore(bench.opened.database);
    assert.equal(await notices.findNotice('ep_none', 'failing'), null);
  });

  test('a user without an e-mail address is mailed nothing', async () => {
    await become('active', 1);
    await owner`update wallet_user set email = null where email = ${email}`;
    assert.deepEqual(await mailsFor('failing'), []);
    await owner`update wallet_user set email = ${email} where email is null`;
    assert.equal((await mailsFor('failing')).length, 1);
  });

  test('whoever wants no mail about it gets none', async () => {
    await become('active', 1);
    const ofUser = owner`user_id = (select id from wallet_user where email = ${email})`;
    await owner`update notice_inbox set mail = '{app}' where ${ofUser}`;
    assert.deepEqual(await mailsFor('failing'), []);
    await owner`update notice_inbox set mail = '{webhook_off}' where ${ofUser}`;
    assert.equal((await mailsFor('failing')).length, 1);
  });

  test('under the bell stands what did not work, and not what its user did', async () => {
    const inbox = createNoticeInboxStore(bench.opened.database);
    const [user] = await owner<{ id: string }[]>`select id from wallet_user where email = ${email}`;
    assert(user !== undefined);
    const told = async (reason: string) => {
      await become('active', 1);
      await inbox.markRead(user.id);
      await become('disabled', 2, reason);
      const { notices } = await inbox.readInbox(user.id);
      return notices.filter(({ isUnread }) => isUnread).map(({ matter }) => matter);
    };
    const matter = { kind: 'webhook_off', endpointId, url: URL_OF_SHOP };
    for (const reason of ['failing', 'gone', 'refused']) {
      assert.deepEqual(await told(reason), [matter], reason);
    }
    assert.deepEqual(await told('switched_off'), []);
    const { count } = await owner`select from job where kind = 'mail-notices'`;
    assert.equal(count, 0, 'the mail about webhooks is another one');
  });

  test('without a mail server nothing is sent; with one that is away it is tried again', async () => {
    await become('active', 1);
    assert.deepEqual(await mailsFor('failing', { mailer: null }), []);
    const send = async () => Promise.reject(new Error('no mail today'));
    await assert.rejects(mailsFor('failing', { mailer: { send } }), /no mail today/);
  });

  test('an order that we never wrote is a bug, and is not mailed', async () => {
    for (const notice of ['toString', '', 'unknown']) {
      await assert.rejects(mailsFor(notice), /a notice that we know/);
    }
  });
});
