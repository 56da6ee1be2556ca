import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { PAGES } from '../../src/app/pages/pages.ts';
import { EVENT_TYPES } from '../../src/webhooks/delivery.ts';
import { type Person, startAccounts } from '../support/account-world.ts';
import { asApiUser } from '../support/api-user.ts';
import { type Browser, readHidden } from '../support/browser.ts';
import { findLink } from '../support/page-tours/page-tour.ts';
import { type FormFields, readText } from '../support/page-visitor.ts';
import { createTestKind } from '../support/test-connection-kind.ts';

/** A session that ends before its form is sent: nothing that was typed is lost. */

const connectionKinds = [createTestKind('nwc')];
const world = await startAccounts({ after }, { server: { connectionKinds } });

interface Ended {
  readonly person: Person;
  readonly browser: Browser;
  /** The token of a form that was shown before. */
  readonly token: string;
}

type Ending = (browser: Browser, person: Person) => Promise<unknown>;

const ENDINGS: Readonly<Record<string, Ending>> = {
  'ended elsewhere': (_, { user }) => world.accounts.sessions.endAllSessions(user.id),
  'signed out in another tab': (browser) => browser.post('/sign-out'),
};

async function endedBy(end: Ending): Promise<Ended> {
  const person = await world.addPerson();
  const browser = await world.signedIn(person);
  const token = readHidden(await browser.get('/receive'), 'csrf_token');
  await end(browser, person);
  return { person, browser, token };
}

const signIn = ({ browser }: Ended, { email, password }: Person) =>
  browser.post('/sign-in', { email, password });

const send = ({ browser, token }: Ended, path: string, fields: FormFields) =>
  browser.postPlain(path, { csrf_token: token, ...fields });

const FORMS = [
  ['/receive', { amount: '1500', memo: 'Tea & cake', expiry: '3600' }],
  ['/send', { to: 'ann@nowhere.invalid?a=b&c' }],
  ['/preferences', { language: 'de', unit: 'btc', theme: 'dark' }],
  ['/security/payments', { confirm_above: '77' }],
  ['/profile', { name: 'Ada & Co', avatar: 'https://a.example/a.png', nostr_key: 'npub1x' }],
  ['/webhooks/new', { url: 'https://shop.example/hook?a=b', description: 'Shop & till' }],
  ['/developer/clients/new', { name: 'Till & shop', url: 'https://t.example', callback: 't:/x' }],
  ['/developer/tokens/new', { name: 'till & shop', scope: 'payments:send', amount: '5000' }],
  ['/address', { address_name: 'zoe&k' }],
  ['/security/email', { email: 'new&shiny@example.com' }],
] as const;

type TypedFields = Readonly<Record<string, string>>;

function assertShown(body: string, fields: TypedFields): void {
  for (const text of Object.values(fields)) {
    const shown = text.replaceAll('&', '&#38;').replaceAll('=', '&#61;');
    assert.ok(body.includes(`value="${shown}"`) || body.includes(`\n${shown}</textarea>`), text);
  }
}

for (const [words, end] of Object.entries(ENDINGS)) {
  describe(`a session that was ${words}`, () => {
    for (const [path, fields] of FORMS) {
      test(`leads back to ${path} as it was filled in, and does nothing yet`, async () => {
        const ended = await endedBy(end);
        const answer = await send(ended, path, fields);
        assert.equal(answer.headers.location, '/sign-in');
        const asked = readText(await ended.browser.get('/sign-in'));
        assert.match(
          asked,
          /You were signed out\. Nothing was paid .* what you typed is there again/,
        );
        const { location = '' } = (await signIn(ended, ended.person)).headers;
        assert.equal(location.split('?')[0], path);
        assertShown((await ended.browser.get(location)).body, fields);
      });
    }
  });
}

describe('a form that another site sends', () => {
  /** Browsers send no cookie with it, and keep the one that they are given in answer. */
  const sendFrom = (site: string, path: string) =>
    world.app.inject({
      method: 'POST',
      url: path,
      payload: 'to=eve%40pay.example',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': site,
      },
    });

  test('ends no session: nobody gets another cookie for it', async () => {
    for (const path of ['/send', '/contacts/new', '/sign-out', '/sign-in']) {
      const answer = await sendFrom('cross-site', path);
      assert.deepEqual(answer.cookies, [], path);
      assert(!answer.body.includes('eve@'), path);
    }
    const answer = await sendFrom('same-origin', '/send');
    assert.equal(answer.cookies.length, 1, 'a cookie that was lost leads back to the form');
  });
});

interface MadeForm {
  /** Makes what the form is about, and answers where it is sent to. */
  readonly make: (browser: Browser, person: Person) => Promise<string>;
  readonly fields: TypedFields;
  /** The page of the form, where it is another one. */
  readonly at?: string;
  readonly isAdmin?: boolean;
}

const madeEndpoint = async (browser: Browser): Promise<string> => {
  const fields = {
    url: 'https://shop.example/hook',
    description: 'x',
    filter_type: EVENT_TYPES.slice(0, 1),
  };
  return findLink(
    await browser.post('/webhooks/new', fields),
    /^\/webhooks\/(?!new|signature-help)[\w-]+$/,
  );
};

const MADE_FORMS = {
  'the name of a contact': {
    make: async (browser) => {
      const added = await browser.post('/contacts/new', { name: 'Ann', to: 'ann@shop.example' });
      return String(added.headers.location);
    },
    fields: { name: 'Ann & Bob' },
  },
  'a webhook': {
    make: async (browser) => `${await madeEndpoint(browser)}/edit`,
    fields: { url: 'https://other.example/hook?a=b', description: 'Shop & till' },
  },
  'the day from which messages are sent again': {
    make: async (browser) => `${await madeEndpoint(browser)}/recover`,
    fields: { since: '2026-01-02' },
  },
  'the day from which messages are sent once it is on': {
    make: async (browser) => `${await madeEndpoint(browser)}/switch-on`,
    fields: { since: '2026-01-02' },
  },
  'an app of a developer': {
    make: async (browser) => {
      const fields = { name: 'Till', url: 'https://t.example', callback: 'https://t.example/cb' };
      const made = await browser.post('/developer/clients/new', { ...fields, kind: 'public' });
      return findLink(made, /^\/developer\/clients\/\w{10}$/);
    },
    fields: { name: 'Till & shop', url: 'https://o.example', callback: 'https://o.example/cb' },
  },
  'a device of an app': {
    make: async (browser, { password }) => {
      const fields = { name: 'Zeus', kind: 'nwc', preset: 'receive', connection_end: '365' };
      await browser.post('/apps/new', { ...fields, password });
      const app = findLink(await browser.get('/apps'), /^\/apps\/[\w-]{36}$/);
      return `${app}/devices/new`;
    },
    fields: { name: 'Tablet & pen' },
  },
  'the page on which an address is paid': {
    make: async (browser, { user }) => {
      await browser.post('/address', { address_name: `n${user.id.slice(-8)}` });
      return '/address/pay-page';
    },
    at: '/address',
    fields: { text: 'Tea & cake', amount1: '21', amount2: '' },
  },
  'why payments are stopped': {
    make: async () => '/operate/stop',
    fields: { why: 'The node & its disk' },
    isAdmin: true,
  },
  'when backups are made': {
    make: async () => '/operate/books/schedule',
    fields: { every: '3600', at: '04:17', keep: '23' },
    isAdmin: true,
  },
  'the limits of a user': {
    make: async (_, { user }) => `/operate/users/${user.id}/limits`,
    fields: { max_balance: 'own', max_balance_sat: '4321', max_send_day: 'none' },
    isAdmin: true,
  },
  'an invitation': {
    make: async () => '/operate/invitations',
    at: '/operate/users',
    fields: { email: 'guest&co@example.com', role: 'admin' },
    isAdmin: true,
  },
} satisfies Record<string, MadeForm>;

async function resumed({ make, fields, at, isAdmin = false }: MadeForm): Promise<string> {
  const person = await world.addPerson({ isAdmin });
  const browser = await world.signedIn(person);
  const path = await make(browser, person);
  const shown = await browser.get(at ?? path);
  const ended = { person, browser, token: readHidden(shown, 'csrf_token') };
  await world.accounts.sessions.endAllSessions(person.user.id);
  assert.equal((await send(ended, path, fields)).headers.location, '/sign-in');
  const { location = '' } = (await signIn(ended, person)).headers;
  assert.equal(location.split('?')[0], at ?? path);
  const back = await browser.get(location);
  assert.equal(back.statusCode, 200);
  return back.body;
}

describe('of what was being changed, there is again', () => {
  for (const [what, form] of Object.entries(MADE_FORMS)) {
    test(what, async () => assertShown(await resumed(form), form.fields));
  }

  test('what was chosen', async () => {
    const { 'an invitation': invitation, 'the limits of a user': limits } = MADE_FORMS;
    assert.match(await resumed(invitation), /id="role-admin"[^>]* checked/);
    const shownLimits = await resumed(limits);
    assert.match(shownLimits, /id="max_balance-own"[^>]* checked/);
    assert.match(shownLimits, /id="max_send_day-none"[^>]* checked/);
    const switchOn = MADE_FORMS['the day from which messages are sent once it is on'];
    assert.doesNotMatch(await resumed(switchOn), /id="recover-yes"[^>]* checked/);
    const told = { make: async () => '/notices/ways', at: '/notices', fields: { asked: 'none' } };
    assert.match(await resumed(told), /name="asked"[^>]*>\s*<option value="none" selected>/);
  });

  test('only what was in the form that was sent', async () => {
    const { 'the page on which an address is paid': payPage } = MADE_FORMS;
    assert.match(await resumed(payPage), /name="address_name"[^>]* value="n\w{8}"/);
    const make = async (browser: Browser, person: Person): Promise<string> => {
      await payPage.make(browser, person);
      await browser.post('/address/pay-page', { text: 'Tea', amount1: '21' });
      return '/address';
    };
    const body = await resumed({ make, fields: { address_name: 'other' } });
    assertShown(body, { address_name: 'other', text: 'Tea', amount1: '21' });
  });
});

/** Forms whose fields are not there again, and why. */
const NOT_RESUMED: Readonly<Record<string, readonly string[]>> = {
  'they have only buttons': [
    '/hide-amounts',
    '/contacts/:contact/remove',
    '/requests/unblock',
    '/requests/:request/decline',
    '/requests/:request/block',
    '/address/zaps',
    '/notices/devices/:id/test',
    '/notices/devices/:id/show-details',
    '/notices/devices/:id/hide-details',
    '/notices/devices/:id/remove',
    '/security/authenticator/remove',
    '/security/backup-codes',
    '/security/passkeys/:id/remove',
    '/security/sessions/:id/end',
    '/security/sessions/end-others',
    '/consent/:id/switch-account',
    '/apps/new/switch-account',
    '/apps/:id/places/:family/end',
    '/apps/:id/revoke',
    '/apps/:id/devices/:device/end',
    '/developer/clients/:id/secret',
    '/developer/clients/:id/delete',
    '/developer/tokens/:id/revoke',
    '/webhooks/:id/test',
    '/webhooks/:id/switch-off',
    '/webhooks/:id/delete',
    '/webhooks/:id/deliveries/:delivery/replay',
    '/operate/invitations/:id/withdraw',
    '/operate/users/:id/disable',
    '/operate/users/:id/enable',
    '/operate/users/:id/reset-password',
  ],
  'a script fills it, or sends it by itself': ['/notices/devices', '/notices/devices/renew'],
  'a few boxes are ticked again in a moment': ['/notices/pushed'],
  'what is typed is secret': [
    '/confirm',
    '/confirm/passkey',
    '/security/password',
    '/security/authenticator',
    '/security/passkeys/new',
  ],
  'the passkey that is named was made for the session that ended': ['/security/passkeys'],
  'one thing is chosen, and should be chosen anew': ['/leave/close', '/webhooks/:id/secret'],
  'the form is too large for an address': ['/webhooks/signature-help'],
};

test('every other form of users is there again', () => {
  const ofUsers = PAGES.filter(({ method, access }) => method === 'POST' && access !== 'anyone');
  const lost = ofUsers.filter(({ resumable }) => resumable === undefined);
  assert.deepEqual(lost.map(({ path }) => path).sort(), Object.values(NOT_RESUMED).flat().sort());
});

describe('a page that is opened', () => {
  const SAID = /You are no longer signed in\. Sign in, and the page that you opened comes next\./;
  const opened = async (browser: Browser): Promise<string> => {
    assert.equal((await browser.get('/activity')).headers.location, '/sign-in');
    return readText(await browser.get('/sign-in'));
  };

  test('after the session ended says so once, and comes next', async () => {
    const ended = await endedBy((_, { user }) => world.accounts.sessions.endAllSessions(user.id));
    assert.match(await opened(ended.browser), SAID);
    assert.doesNotMatch(readText(await ended.browser.get('/sign-in')), SAID);
    assert.doesNotMatch(await opened(ended.browser), SAID);
    assert.equal((await signIn(ended, ended.person)).headers.location, '/activity');
  });

  test('after it was too old says so too', async () => {
    const ended = await endedBy(async () => world.clock.move(8 * 86_400_000));
    assert.match(await opened(ended.browser), SAID);
  });

  test('by a guest says nothing of that, with or without a cookie', async () => {
    const browser = world.browser();
    assert.doesNotMatch(await opened(browser), SAID);
    assert.doesNotMatch(await opened(browser), SAID);
    const other = world.browser();
    await other.get('/sign-in');
    assert.doesNotMatch(await opened(other), SAID);
  });
});

const leave = (): Promise<Ended> => endedBy((browser) => browser.post('/sign-out'));
const RECEIVE = { amount: '1500', memo: 'a secret of mine' };

describe('what is kept', () => {
  test('is not shown to someone else who signs in there, nor in the address', async () => {
    const ended = await leave();
    await send(ended, '/receive', RECEIVE);
    assert.equal((await signIn(ended, await world.addPerson())).headers.location, '/');
    assert.doesNotMatch((await ended.browser.get('/receive')).body, /a secret of mine/);
  });

  test('is nothing that another site filled in', async () => {
    const ended = await leave();
    const theirs = await leave();
    for (const token of ['', 'x', theirs.token, ended.token.split('.')[0] ?? '']) {
      await ended.browser.postPlain('/receive', { csrf_token: token, ...RECEIVE });
      assert.equal((await signIn(ended, ended.person)).headers.location, '/');
      await ended.browser.post('/sign-out');
    }
  });

  test('is bounded, and the way to the page stays', async () => {
    const ended = await leave();
    await send(ended, '/receive', { amount: '1', memo: 'x'.repeat(9000) });
    const asked = readText(await ended.browser.get('/sign-in'));
    assert.match(
      asked,
      /You were signed out\. Nothing was paid or changed\. Sign in, and try again\./,
    );
    const { location = '' } = (await signIn(ended, ended.person)).headers;
    assert.equal(location.split('?')[0], '/receive');
    assert.ok(location.length < 200);
  });

  test('is no password, and no choice of what an app may do is made', async () => {
    const ended = await leave();
    const input = { name: 'till', scope: 'payments:send', limit: 'none', token_end: '90' };
    await send(ended, '/developer/tokens/new', { ...input, password: ended.person.password });
    const { location = '' } = (await signIn(ended, ended.person)).headers;
    assert.doesNotMatch(location, /password/);
    const { tokens } = world.deps;
    assert.deepEqual(await tokens.listPersonalTokens(ended.person.user.id), []);
  });

  test('is a note, on the page of its record, which has none yet', async () => {
    const person = await world.addPerson();
    const browser = await world.signedIn(person);
    await (await asApiUser(world, person.user)).receive(5000);
    const [path = ''] = /\/activity\/\w{24}/.exec((await browser.get('/activity')).body) ?? [];
    const token = readHidden(await browser.get(path), 'csrf_token');
    await browser.post('/sign-out');
    const ended = { person, browser, token };
    await send(ended, `${path}/note`, { note: 'For the roof' });
    const { location = '' } = (await signIn(ended, person)).headers;
    assert.equal(location.split('?')[0], path);
    const back = await browser.get(location);
    assert.equal(back.statusCode, 200);
    assert.match(back.body, /\nFor the roof<\/textarea>/);
    assert.doesNotMatch((await browser.get(path)).body, /For the roof/);
  });

  test('is the amount of a payment that was begun', async () => {
    const person = await world.addPerson();
    const browser = await world.signedIn(person);
    await (await asApiUser(world, person.user)).receive(5000);
    const { bolt11: to } = world.node.externalInvoice({ amountMsat: null });
    const path = String((await browser.post('/send', { to })).headers.location);
    const token = readHidden(await browser.get(path), 'csrf_token');
    await world.accounts.sessions.endAllSessions(person.user.id);
    const ended = { person, browser, token };
    await send(ended, path, { amount: '321' });
    const { location = '' } = (await signIn(ended, person)).headers;
    assert.equal(location.split('?')[0], path);
    assert.match((await browser.get(location)).body, /name="amount"[^>]* value="321"/);
  });
});
