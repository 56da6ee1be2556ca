import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  ASKED,
  ask,
  askPath,
  fill,
  newKey,
  PAIRING_PATH as PATH,
  returned,
  toldBy,
} from '../support/nwc/pairing-visitor.ts';
import { TEST_RELAY } from '../support/nwc/test-pairing.ts';
import { readText } from '../support/page-visitor.ts';
import { startPages, type Visitor } from '../support/page-world.ts';
import { hiddenFields } from '../support/submit-form.ts';

const world = await startPages({ after });
const { appGrants, connections } = world.deps;
const WALLET_KEY = /^[0-9a-f]{64}$/;
const appsOf = ({ api }: Visitor) => appGrants.listAppGrants(api.user.id);

describe('44: /apps/new with the key of an app', () => {
  test('shows who asks, that nobody proved it, for what, and up to which limit', async () => {
    const visitor = await world.addVisitor();
    await visitor.api.receive(200_000);
    const { page } = await fill(visitor, { ...ASKED, name: '<b>Zap</b> Reader' });
    const text = readText(page);
    assert.match(text, /Let “<b>Zap<\/b> Reader” use your wallet\?/);
    assert.match(
      text,
      /Website https:\/\/zaps\.example Name and website are what the app says of itself\. No one checks them here\. Your wallet/,
    );
    assert.match(text, /Spend from your wallet .* See your balance .* How much it may spend/);
    assert.doesNotMatch(text, /See what you receive|Lightning address|Ask for money/);
    assert.match(page.body, /name="amount"[^>]* value="20,000"/);
    assert.match(page.body, /value="365" selected/);
    assert.doesNotMatch(text, /secret/);
  });

  test('is in no frame and no cache, and its form may lead to the app', async () => {
    const { headers } = await ask(await world.addVisitor());
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /form-action/);
    assert.equal(headers['x-frame-options'], 'DENY');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['cross-origin-opener-policy'], undefined);
  });

  test('tells the app at its address, with the names of Alby Hub and of NWC-08', async () => {
    const visitor = await world.addVisitor();
    const key = newKey();
    const { form } = await fill(visitor, { ...ASKED, pubkey: key, state: 'a1 b2&=' });
    const address = returned(await visitor.post(PATH, form));
    const [app] = await appsOf(visitor);
    assert(app !== undefined);
    const wallet = address.searchParams.get('wallet_pubkey') ?? '';
    assert.match(wallet, WALLET_KEY);
    assert.notEqual(wallet, key);
    assert.equal(address.origin + address.pathname, 'https://zaps.example/back');
    assert.deepEqual(
      [...address.searchParams],
      [
        ['kept', '1'],
        ['relay', TEST_RELAY],
        ['relay_url', TEST_RELAY],
        ['pubkey', wallet],
        ['wallet_pubkey', wallet],
        ['state', 'a1 b2&='],
      ],
    );
    assert.deepEqual(
      [app.kind, app.name, app.scopes],
      ['nwc', 'Zap Reader', ['balance:read', 'payments:send']],
    );
    const devices = await connections.listDevices(app.userId, app.id);
    assert.deepEqual(
      devices.map(({ name }) => name),
      ['Zap Reader'],
    );
    assert.match(readText(await visitor.get('/notices')), /Zap Reader may use your wallet now/);
  });

  test('tells the window that waits, and only the origin that it named', async () => {
    const visitor = await world.addVisitor();
    const asked = { ...ASKED, opener: 'https://evil.example', state: 'st' };
    const { form } = await fill(visitor, asked);
    const answer = await visitor.post(PATH, { ...form, opener_waits: 'yes' });
    assert.equal(answer.statusCode, 200);
    const told = toldBy(answer);
    const address = /wallet_pubkey=([0-9a-f]{64})/.exec(JSON.stringify(told))?.[1];
    assert.deepEqual(told, {
      origin: 'https://zaps.example',
      returnTo: `https://zaps.example/back?kept=1&relay=${encodeURIComponent(TEST_RELAY)}&relay_url=${encodeURIComponent(TEST_RELAY)}&pubkey=${address}&wallet_pubkey=${address}&state=st`,
      message: {
        type: 'nwc:success',
        relayUrl: TEST_RELAY,
        relayUrls: [TEST_RELAY],
        walletPubkey: address,
        state: 'st',
      },
    });
    assert.match(readText(answer), /“Zap Reader” is connected Go back to the app/);
  });

  test('who opened the window is told where the app names no address', async () => {
    const visitor = await world.addVisitor();
    const { pubkey, ...asked } = { pubkey: newKey(), name: 'Zap Reader' };
    const { cookie } = visitor;
    const page = await world.app.inject({
      url: askPath({ ...asked, pubkey, opener: 'https://another.example' }),
      headers: { cookie, referer: 'https://zaps.example/some/page' },
    });
    assert.match(readText(page), /Website https:\/\/zaps\.example Name and website/);
    const form = { ...hiddenFields(page, PATH), decision: 'allow', opener_waits: 'yes' };
    const chosen = { limit: 'some', amount: '5', interval: 'month', connection_end: '7' };
    const told = toldBy(await visitor.post(PATH, { ...form, ...chosen }));
    assert.match(JSON.stringify(told), /"origin":"https:\/\/zaps\.example","returnTo":null/);
  });

  test('without any way to tell it, people carry over what is no secret', async () => {
    const visitor = await world.addVisitor();
    const { form } = await fill(visitor, { name: 'Zap Reader', request_methods: 'get_balance' });
    const answer = await visitor.post(PATH, form);
    assert.match(
      readText(answer),
      /copy this text .* nostr\+walletconnect:\/\/[0-9a-f]{64}\?relay=wss%3A%2F%2Fwallet\.example%2Frelay Copy/,
    );
    assert.doesNotMatch(answer.body, /secret=/);
  });

  test('the lightning address is told only to an app that may know it', async () => {
    const visitor = await world.addVisitor();
    await world.deps.addressNames.claimName(visitor.api.user.id, 'ann', world.clock.now(), null);
    for (const [methods, lud16] of [
      ['get_balance', null],
      ['get_balance get_info', 'ann@pay.example'],
    ] as const) {
      const { form } = await fill(visitor, { ...ASKED, request_methods: methods });
      const address = returned(await visitor.post(PATH, form));
      assert.equal(address.searchParams.get('lud16'), lud16);
    }
  });

  test('no is no: nothing is made, and the app hears nothing', async () => {
    const visitor = await world.addVisitor();
    const { form } = await fill(visitor, { ...ASKED, state: 'st' });
    for (const decision of ['deny', '', 'x']) {
      const address = returned(await visitor.post(PATH, { ...form, decision }));
      assert.equal(address.href, ASKED.return_to);
    }
    const closing = { ...form, decision: 'deny', opener_waits: 'yes' };
    const answer = await visitor.post(PATH, closing);
    assert.match(answer.body, /data-pairing-denied/);
    assert.doesNotMatch(answer.body, /data-pairing="/);
    assert.match(readText(answer), /Nothing was allowed/);
    assert.deepEqual(await appsOf(visitor), []);
  });

  test('a form of another site does nothing', async () => {
    const visitor = await world.addVisitor();
    const { form } = await fill(visitor);
    const { csrf_token: _, ...forged } = form;
    assert.equal((await visitor.postPlain(PATH, forged)).statusCode, 403);
    assert.deepEqual(await appsOf(visitor), []);
  });

  test('is not there while Nostr Wallet Connect is switched off', async () => {
    const without = await startPages({ after }, { pairing: null });
    const visitor = await without.addVisitor();
    assert.equal((await ask(visitor)).statusCode, 404);
    const form = { pubkey: newKey(), decision: 'allow' };
    assert.equal((await visitor.post(PATH, form)).statusCode, 404);
  });
});

test('no app passes for the service itself', async () => {
  const visitor = await world.addVisitor();
  const host = 'wallet.example';
  const { return_to: _, ...asked } = ASKED;
  const show = (more: Readonly<Record<string, string>>) =>
    world.app.inject({
      url: askPath({ ...asked, pubkey: newKey(), ...more }),
      headers: { cookie: visitor.cookie, host },
    });
  const named = await show({ opener: 'https://wallet.example' });
  assert.equal(named.statusCode, 200);
  assert.match(readText(named), /The app names none/);
  assert.ok(!readText(named).includes('https://wallet.example'));
  const returning = await show({ return_to: 'https://wallet.example/apps' });
  assert.equal(returning.statusCode, 400);
  assert.match(readText(returning), /an address to which this service sends no one/);
  const foreign = await show({ return_to: 'https://wallet.example.evil.example/' });
  assert.match(readText(foreign), /https:\/\/wallet\.example\.evil\.example/);
});
