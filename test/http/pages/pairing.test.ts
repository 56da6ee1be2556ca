import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import { systemRandom } from '../../../src/adapters/system-random.ts';
import { MAX_APP_CONNECTIONS, REPEATED_FORM_MS } from '../../../src/base/limits.ts';
import { newAppKey, TEST_RELAY } from '../../support/nwc/test-pairing.ts';
import { type FormFields, readText } from '../../support/page-visitor.ts';
import { startPages, type Visitor } from '../../support/page-world.ts';
import { hiddenFields } from '../../support/submit-form.ts';

const world = await startPages({ after });
const { appGrants, budgets, connections } = world.deps;

const PATH = '/apps/new';
const WALLET_KEY = /^[0-9a-f]{64}$/;
const newKey = (): string => newAppKey(systemRandom);

const ASKED = {
  name: 'Zap Reader',
  request_methods: 'get_balance pay_invoice',
  return_to: 'https://zaps.example/back?kept=1',
};
type Asked = Readonly<Record<string, string>>;

const askPath = (asked: Asked): string => `${PATH}?${new URLSearchParams(asked)}`;

/** As an app sends its user, with a new key unless it names one. */
const ask = (visitor: Visitor, asked: Asked = ASKED): Promise<LightMyRequestResponse> =>
  visitor.get(askPath({ pubkey: newKey(), ...asked }));

interface Filled {
  readonly page: LightMyRequestResponse;
  readonly form: FormFields;
}

/** The page that an app leads to, and its form as it is suggested. */
async function fill(visitor: Visitor, asked: Asked = ASKED): Promise<Filled> {
  const page = await ask(visitor, asked);
  assert.equal(page.statusCode, 200, readText(page));
  const typed = /name="amount"[^>]* value="([^"]*)"/.exec(page.body)?.[1] ?? '';
  const suggested = { limit: 'some', amount: typed, interval: 'month', connection_end: '365' };
  return { page, form: { ...hiddenFields(page, PATH), ...suggested, decision: 'allow' } };
}

const appsOf = ({ api }: Visitor) => appGrants.listAppGrants(api.user.id);

/** What the browser is sent to. */
function returned(answer: LightMyRequestResponse): URL {
  assert.equal(answer.statusCode, 303, answer.body);
  return new URL(String(answer.headers.location));
}

/** What a script is to tell the window that waits. */
function toldBy(answer: LightMyRequestResponse): unknown {
  const told = /data-pairing="([^"]*)"/.exec(answer.body)?.[1];
  assert(told !== undefined, readText(answer));
  return JSON.parse(told.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))));
}

describe('44: /apps/new with the key of an app', () => {
  test('shows who asks, that nobody proved it, for what, and up to which limit', async () => {
    const visitor = await world.addVisitor();
    await visitor.api.receive(200_000);
    const { page } = await fill(visitor, { ...ASKED, name: '<b>Zap</b> Reader' });
    const text = readText(page);
    assert.match(text, /Let “<b>Zap<\/b> Reader” use your wallet\?/);
    assert.match(
      text,
      /Website https:\/\/zaps\.example Name and website are what the app says of itself\. Satchel cannot check them\. Your wallet/,
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
      url: askPath({ ...asked, pubkey }),
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

  for (const [what, wrong, says] of [
    ['a bad key', { pubkey: 'x' }, /key of this app is missing or wrong/],
    ['no key', { pubkey: '' }, /key of this app is missing or wrong/],
    ['a script', { return_to: 'javascript:alert(1)' }, /sends no one: javascript:alert\(1\)/],
    ['plain http', { return_to: 'http://zaps.example' }, /sends no one: http:\/\/zaps/],
    ['a balance of its own', { isolated: 'true' }, /a balance of its own, apart from yours/],
    ['unknown methods', { request_methods: 'pay_invoice sign_message' }, /do: sign_message /],
    ['sentences', { request_methods: 'Call+0900! now' }, /cannot do: now , … Nothing/],
    ['a limit of nothing', { max_amount: '0' }, /names no amount/],
    ['an unknown interval', { budget_renewal: 'x' }, /how often it starts anew/],
    ['an end in the past', { expires_at: '1' }, /already ended/],
    ['no end', { expires_at: 'x' }, /does not say clearly when/],
    ['a long state', { state: 'x'.repeat(300) }, /too long or cannot be read/],
    ['hidden letters', { name: 'a\u202eb' }, /invisible characters/],
  ] as const) {
    test(`${what}: refused in words, and nothing is made`, async () => {
      const visitor = await world.addVisitor();
      const page = await ask(visitor, { ...ASKED, ...wrong });
      assert.equal(page.statusCode, 400);
      assert.match(readText(page), /This app cannot be connected/);
      assert.match(readText(page), says);
      assert.doesNotMatch(page.body, /<form|href="(?![/#])/);
      const { form } = await fill(visitor);
      const sent = await visitor.post(PATH, { ...form, ...wrong });
      assert.equal(sent.statusCode, 400);
      assert.deepEqual(await appsOf(visitor), []);
    });
  }

  test('what the app names is the most that it gets; its user may allow less', async () => {
    const visitor = await world.addVisitor();
    const expiresAt = Math.floor(world.clock.now().getTime() / 1000) + 86_400;
    const asked = {
      ...ASKED,
      max_amount: '10000999',
      budget_renewal: 'weekly',
      expires_at: String(expiresAt),
    };
    const { page, form } = await fill(visitor, asked);
    assert.match(readText(page), /The app asks for up to 10,000 sat per week/);
    assert.match(readText(page), /The connection ends /);
    assert.doesNotMatch(page.body, /value="none"|name="interval"|name="connection_end"/);
    for (const amount of ['10001', '0', 'x', '']) {
      const again = await visitor.post(PATH, { ...form, amount });
      assert.equal(again.statusCode, 400);
      assert.match(readText(again), /Enter a whole number from 1 to 10,000\./);
    }
    const tricks = { limit: 'none', interval: 'day', connection_end: 'never', amount: '9,000' };
    returned(await visitor.post(PATH, { ...form, ...tricks }));
    const [app] = await appsOf(visitor);
    assert.equal(app?.expiresAt?.getTime(), expiresAt * 1000);
    const limits = await budgets.readBudgets(visitor.api.user.id, [app?.id ?? ''], new Date());
    const limit = limits.get(app?.id ?? '');
    assert.deepEqual([limit?.limitSat, limit?.interval], [9000n, 'week']);
  });

  test('where the app names no limit, its user chooses one, or none', async () => {
    const visitor = await world.addVisitor();
    const { form } = await fill(visitor);
    for (const wrong of [{ limit: '' }, { amount: 'x' }, { interval: 'x' }]) {
      const again = await visitor.post(PATH, { ...form, ...wrong });
      assert.equal(again.statusCode, 400);
      assert.match(readText(again), /Nothing is allowed yet/);
    }
    const noEnd = await visitor.post(PATH, { ...form, connection_end: '' });
    assert.match(readText(noEnd), /Choose when it ends/);
    returned(await visitor.post(PATH, { ...form, limit: 'none', connection_end: 'never' }));
    const [app] = await appsOf(visitor);
    assert.equal(app?.expiresAt, null);
    const limits = await budgets.readBudgets(visitor.api.user.id, [app?.id ?? ''], new Date());
    assert.equal(limits.size, 0);
  });

  test('the same form twice makes one connection; its key serves no other', async () => {
    const [visitor, other] = [await world.addVisitor(), await world.addVisitor()];
    const pubkey = newKey();
    const { form } = await fill(visitor, { ...ASKED, pubkey });
    const stranger = await fill(other, { ...ASKED, pubkey });
    const answers = await Promise.all([visitor.post(PATH, form), visitor.post(PATH, form)]);
    const [first, second] = answers.map((answer) => returned(answer).href);
    assert.equal(first, second);
    world.clock.move(REPEATED_FORM_MS + 1);
    assert.equal(returned(await visitor.post(PATH, form)).href, first);
    assert.equal((await appsOf(visitor)).length, 1);

    const refusals = [
      await ask(visitor, { ...ASKED, pubkey }),
      await visitor.post(PATH, { ...form, amount: '7' }),
      await other.post(PATH, stranger.form),
      await ask(other, {
        ...ASKED,
        pubkey: new URL(first ?? '').searchParams.get('pubkey') ?? '',
      }).then(async (page) => await other.post(PATH, { ...stranger.form, ...walletKey(page) })),
    ];
    for (const refused of refusals) {
      assert.equal(refused.statusCode, 400);
      assert.match(readText(refused), /key of this app was used before/);
    }
    const [app] = await appsOf(visitor);
    await appGrants.revokeAppGrant(visitor.api.user.id, app?.id ?? '', world.clock.now());
    assert.equal((await visitor.post(PATH, form)).statusCode, 400);
    assert.deepEqual([await appsOf(visitor), await appsOf(other)], [[], []]);
  });

  test('of two people with one key, one gets a connection and the other nothing', async () => {
    for (let round = 0; round < 5; round += 1) {
      const visitors = [await world.addVisitor(), await world.addVisitor()];
      const pubkey = newKey();
      const forms: Filled[] = [];
      for (const visitor of visitors) forms.push(await fill(visitor, { ...ASKED, pubkey }));
      const answers = await Promise.all(
        visitors.map((visitor, place) => visitor.post(PATH, forms[place]?.form ?? {})),
      );
      assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [303, 400]);
      for (const [place, visitor] of visitors.entries()) {
        const made = answers[place]?.statusCode === 303 ? 1 : 0;
        assert.equal((await appsOf(visitor)).length, made);
      }
    }
  });

  test('so many apps, and no more', async () => {
    const visitor = await world.addVisitor();
    const { id: userId } = visitor.api.user;
    for (let count = 0; count < MAX_APP_CONNECTIONS; count += 1) {
      await connections.addConnection({
        ...{ id: crypto.randomUUID(), userId, kind: 'nwc', name: `app ${count}` },
        ...{ scopes: ['balance:read'], budget: null },
        ...{ createdAt: world.clock.now(), expiresAt: null },
      });
    }
    const { form } = await fill(visitor);
    const refused = await visitor.post(PATH, form);
    assert.equal(refused.statusCode, 400);
    assert.match(readText(refused), /already connected 100 apps/);
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

/** Of a page that refused nothing yet: what the app asked. */
const walletKey = (page: LightMyRequestResponse): FormFields => {
  assert.equal(page.statusCode, 200, 'whose key it is shows only when it is to be stored');
  const { pubkey = '' } = hiddenFields(page, PATH);
  return { pubkey };
};
