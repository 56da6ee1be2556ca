import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Cluster, failOver, openCluster } from '../drill/cluster.ts';
import { waitForStandbys } from '../support/drill-standby.ts';
import { textField } from '../support/fields.ts';
import { openAskingApp } from '../support/nwc/asking-app.ts';
import { openTwoServices, type TwoServices } from '../support/nwc/two-services.ts';
import type { RunningService } from '../support/running-service.ts';
import { addWalletUser, field, untilPasses, type WalletUser } from '../support/wallet-user.ts';
import { createWebBrowser } from '../support/web-browser.ts';
import { type HookReceiver, startHookReceiver } from '../support/webhooks/hook-receiver.ts';

const PASSWORD = 'correct horse';

/** Two processes on a primary that dies, whose standby takes its place: who listens goes on. */
describe('streams through a failover', () => {
  const cleanups: (() => unknown)[] = [];
  const cleanup = { after: (end: () => unknown) => void cleanups.push(end) };
  let cluster: Cluster;
  let services: TwoServices;
  let receiver: HookReceiver;

  before(async () => {
    cluster = await openCluster(tmpdir());
    cleanup.after(() => cluster.close());
    receiver = await startHookReceiver();
    cleanup.after(() => receiver.close());
    services = await openTwoServices(cleanup, {
      SATCHEL_DATABASE_URL: cluster.serviceUrl,
      SATCHEL_MIGRATE_DATABASE_URL: cluster.ownerUrl,
      SATCHEL_WEBHOOK_ALLOW: '127.0.0.0/8',
      SATCHEL_EXPECT_STANDBYS: '1',
    });
  });
  after(async () => {
    for (const end of cleanups.reverse()) await end();
  });

  const newInvoice = async (user: WalletUser, amount: number) => {
    const { status, body } = await user.post('/invoices', { amount });
    assert.equal(status, 200, JSON.stringify(body));
    return { bolt11: textField(body, 'payment_request'), hash: textField(body, 'payment_hash') };
  };

  test('what was asked is answered, and what was paid meanwhile is told to all', async () => {
    const { first, second, user, app, relays } = services;
    const bob = await addWalletUser(second);
    const hook = { url: `${receiver.url}/hook`, filter_types: ['invoice.incoming.settled'] };
    assert.equal((await user.post('/webhook_endpoints', hook)).status, 200);
    const listener = await app.at(relays.second);
    const heard = listener.socket.subscribe({
      kinds: [23_197],
      authors: [app.walletPubkey],
      '#p': [app.pubkey],
    });
    await heard.opened();
    const page = await openPage(second);
    cleanup.after(page.close);
    const { bolt11, hash } = await newInvoice(user, 700);
    const ofPage = await newInvoice(page.user, 300);
    const asking = [relays.first, relays.second].map((relay) => openAskingApp(app, relay));
    for (const one of asking) cleanup.after(() => one.end());
    await untilPasses(async () => assert(asking.every((one) => one.answered() >= 5)));

    await failOver(cluster, async () => {
      const simulator = await first.simulator();
      for (const paid of [bolt11, ofPage.bolt11])
        assert((await simulator.pay({ bolt11: paid })).ok);
      await wait(3000);
    });

    await untilPasses(async () => assert.equal(receiver.messages('/hook').size, 1));
    await page.changed();
    await untilPasses(async () => {
      const told = heard.events().map((event) => field(listener.read(event), 'notification'));
      assert(told.some((one) => textField(one, 'payment_hash') === hash));
    });
    for (const one of asking) {
      const before = one.answered();
      await untilPasses(async () => assert(one.answered() >= before + 5));
      await one.end();
      await untilPasses(async () => assert.deepEqual(one.unanswered(), []));
    }
    const fresh = await app.at(relays.first);
    // Until the payments of the node were compared, apps are told that they cannot pay.
    await untilPasses(async () => {
      const bill = await newInvoice(bob, 50);
      const { code, result } = await fresh.call('pay_invoice', { invoice: bill.bolt11 });
      assert.equal(code, null);
      assert.match(textField(result, 'preimage'), /^[0-9a-f]{64}$/);
    });
    assert.equal(await bob.balanceSat(), 50);
    await untilPasses(async () => {
      const invoice = await services.bill(20);
      const { status, body } = await user.post('/payments/bolt11', { invoice });
      assert.equal(status, 200, JSON.stringify(body));
    });
    // Without a standby, commands would refuse a database that is expected to have one.
    cluster.standby = await cluster.primary.startStandby();
    await waitForStandbys(cluster.primary, 'standby');
    assert.equal(field(await first.cli('books', 'check'), 'ok'), true);
  });

  /** A user whose page stands open at this process, and listens to its stream. */
  async function openPage(service: RunningService) {
    const user = await addWalletUser(service);
    await service.cli('user', 'reset-password', '--email', user.email, '--password', PASSWORD);
    const browser = createWebBrowser();
    const signIn = `${service.baseUrl}/sign-in`;
    const form = await browser.get(signIn);
    const html = await browser.submit(form, signIn, { email: user.email, password: PASSWORD });
    const path = /data-live="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    assert(path !== undefined, html.slice(0, 2000));
    const stop = new AbortController();
    const answer = await fetch(service.baseUrl + path, {
      headers: { cookie: browser.cookies() },
      signal: stop.signal,
    });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    return {
      user,
      changed: async () => {
        for (let text = ''; !text.includes('event: change'); ) {
          const part = await reader?.read();
          assert(part !== undefined && !part.done, 'the stream goes on');
          text += part.value;
        }
      },
      close: () => stop.abort(),
    };
  }
});
