import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Person, startAccounts } from '../support/account-world.ts';
import { asApiUser } from '../support/api-user.ts';
import { type Browser, readHidden } from '../support/browser.ts';
import type { FormFields } from '../support/page-visitor.ts';

/** A session that ends before its form is sent: nothing that was typed is lost. */

const world = await startAccounts({ after });

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
  ['/preferences', { language: 'de', unit: 'btc', theme: 'dark', confirm_above: '77' }],
  ['/profile', { name: 'Ada & Co', avatar: 'https://a.example/a.png', nostr_key: 'npub1x' }],
  ['/webhooks/new', { url: 'https://shop.example/hook?a=b', description: 'Shop & till' }],
  ['/developer/clients/new', { name: 'Till & shop', url: 'https://t.example', callback: 't:/x' }],
  ['/developer/tokens/new', { name: 'till & shop', scope: 'payments:send', amount: '5000' }],
] as const;

for (const [words, end] of Object.entries(ENDINGS)) {
  describe(`a session that was ${words}`, () => {
    for (const [path, fields] of FORMS) {
      test(`leads back to ${path} as it was filled in, and does nothing yet`, async () => {
        const ended = await endedBy(end);
        const answer = await send(ended, path, fields);
        assert.equal(answer.headers.location, '/sign-in');
        const { location = '' } = (await signIn(ended, ended.person)).headers;
        assert.equal(location.split('?')[0], path);
        const { body } = await ended.browser.get(location);
        for (const text of Object.values(fields)) {
          const shown = text.replaceAll('&', '&#38;').replaceAll('=', '&#61;');
          assert.ok(
            body.includes(`value="${shown}"`) || body.includes(`\n${shown}</textarea>`),
            text,
          );
        }
      });
    }
  });
}

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
