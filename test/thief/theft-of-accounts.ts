import assert from 'node:assert/strict';
import { TOTP, URI } from 'otpauth';
import { request } from 'undici';
import type { FormFields } from '../support/page-visitor.ts';
import { createWebBrowser, type WebBrowser } from '../support/web-browser.ts';
import { apiDoor, asksForPassword, callApi, pageDoor, textOf, unescaped } from './doors.ts';
import { isSignedIn, sendForm, signIn } from './sign-in.ts';
import { PASSWORD, type Stage, WALLET_SAT } from './stage.ts';
import { takeAll } from './take-all.ts';
import type { SideDoor, Theft } from './theft.ts';

/** The sum above which the pages ask for the password or a passkey: see docs/accounts.md. */
const ASK_ABOVE_SAT = 100_000;
const NO_LIMIT = { limit: 'none', amount: '', interval: 'month', end: '365' };
const TOKEN = /\bsat_[\w-]{20,}/;

const NEW_TOKEN = { name: 'mine', scope: ['payments:send'], token_end: '365', ...NO_LIMIT };

const NEW_APP = { name: 'mine', preset: 'pay', connection_end: '365', ...NO_LIMIT };

/** Forms of a signed-in user that would give a thief more than the session itself. */
const FORMS: readonly {
  readonly name: string;
  readonly path: string;
  readonly fields: FormFields;
  /** What the page shows once it has obeyed. */
  readonly shows: RegExp;
}[] = [
  {
    name: 'makes a token without a limit',
    path: '/developer/tokens/new',
    fields: NEW_TOKEN,
    shows: TOKEN,
  },
  {
    name: 'connects an app of Nostr Wallet Connect',
    path: '/apps/new',
    fields: { ...NEW_APP, kind: 'nwc' },
    shows: /nostr\+walletconnect:/,
  },
  {
    name: 'connects a phone by LndHub',
    path: '/apps/new',
    fields: { ...NEW_APP, kind: 'lndhub' },
    shows: /lndhub:\/\//,
  },
];

function sideDoorsOfSession(stage: Stage, browser: WebBrowser): readonly SideDoor[] {
  const { baseUrl } = stage.service;
  const stays = async (path: string, fields: Readonly<Record<string, string>>) => {
    const shown = await sendForm(baseUrl, browser, path, fields);
    return !asksForPassword(shown);
  };
  return [
    ...FORMS.map(({ name, path, fields, shows }) => ({
      name,
      tryIt: async () => shows.test(await sendForm(baseUrl, browser, path, fields)),
    })),
    {
      name: 'raises the sum above which it is asked',
      tryIt: () => stays('/security/payments', { confirm_above: '100000000' }),
    },
    {
      name: 'changes the e-mail address',
      tryIt: () => stays('/security/email', { email: 'me@thief.example' }),
    },
    {
      name: 'sets a new password without the old one',
      tryIt: () =>
        stays('/security/password', { password: '', new_password: 'a long new password' }),
    },
    {
      name: 'opens the pages of operators',
      tryIt: async () =>
        (await browser.get(`${baseUrl}/operate/users`)).includes(stage.others[0]?.email ?? '@'),
    },
    {
      name: 'uses the cookie at the API',
      tryIt: async () => {
        const answer = await request(`${baseUrl}/balance`, {
          headers: { cookie: browser.cookies() },
        });
        await answer.body.dump();
        return answer.statusCode === 200;
      },
    },
  ];
}

const session: Theft = {
  name: 'session',
  title: 'The session cookie of a browser',
  promisedSat: ASK_ABOVE_SAT,
  isLimited: true,
  watchSec: 5,
  steal: async (stage) => {
    const { baseUrl } = stage.service;
    const owner = await signIn(baseUrl, stage.victim.email, PASSWORD);
    assert(owner.isSignedIn, 'the victim is signed in');
    const browser = owner.browser.copy();
    return {
      sideDoors: sideDoorsOfSession(stage, browser),
      rob: async () => {
        const address = await stage.thief.newAddress();
        await payOnChain(baseUrl, browser, address, ASK_ABOVE_SAT / 5);
        return await takeAll(stage.thief, pageDoor(baseUrl, browser), WALLET_SAT);
      },
      isGood: () => isSignedIn(baseUrl, browser),
    };
  },
};

/** Sends bitcoin to an address on the pages, as far as they let the thief. */
async function payOnChain(
  baseUrl: string,
  browser: WebBrowser,
  address: string,
  amountSat: number,
): Promise<void> {
  const path = `${baseUrl}/send`;
  const fields = { to: address, amount: String(amountSat), unit: 'sat' };
  let page = await browser.submit(await browser.get(path), path, fields);
  for (let step = 0; step < 2; step += 1) {
    const [, action] = /action="(\/send\/[\w-]+(?:\/pay)?)"/.exec(page) ?? [];
    if (action === undefined || asksForPassword(page)) return;
    page = await browser.submit(page, baseUrl + action, {
      speed: 'normal',
      amount: String(amountSat),
    });
  }
}

const password: Theft = {
  name: 'password, no second factor',
  title: 'The password of a user who has no second factor',
  promisedSat: WALLET_SAT,
  isLimited: true,
  watchSec: 5,
  steal: async (stage) => {
    const { baseUrl } = stage.service;
    return {
      sideDoors: passwordAtDoors(stage),
      rob: async () => {
        const { browser } = await signIn(baseUrl, stage.victim.email, PASSWORD);
        const proved = { ...NEW_TOKEN, password: PASSWORD };
        const shown = await sendForm(baseUrl, browser, '/developer/tokens/new', NEW_TOKEN);
        const path = `${baseUrl}/developer/tokens/new`;
        const [token = ''] = TOKEN.exec(await browser.submit(shown, path, proved)) ?? [];
        assert(token !== '', `a token: ${textOf(shown).slice(0, 200)}`);
        return await takeAll(stage.thief, apiDoor(baseUrl, token), WALLET_SAT);
      },
      isGood: async () => (await signIn(baseUrl, stage.victim.email, PASSWORD)).isSignedIn,
    };
  },
};

/** A password alone at doors that know no second factor: the API and LndHub. */
function passwordAtDoors({ service: { baseUrl }, victim }: Stage): readonly SideDoor[] {
  const basic = Buffer.from(`${victim.email}:${PASSWORD}`).toString('base64');
  return [
    {
      name: 'gives the password to the API (Basic)',
      tryIt: async () => {
        const headers = { authorization: `Basic ${basic}` };
        const answer = await request(`${baseUrl}/balance`, { headers });
        await answer.body.dump();
        return answer.statusCode === 200;
      },
    },
    {
      name: 'gives the password to the token endpoint',
      tryIt: async () => {
        const answer = await request(`${baseUrl}/oauth/token`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({
            grant_type: 'password',
            username: victim.email,
            password: PASSWORD,
          }).toString(),
        });
        await answer.body.dump();
        return answer.statusCode === 200;
      },
    },
    {
      name: 'gives the password to LndHub',
      tryIt: async () => {
        const credentials = { login: victim.email, password: PASSWORD };
        const { body } = await callApi(`${baseUrl}/lndhub/ext/auth`, null, credentials);
        return JSON.stringify(body).includes('access_token');
      },
    },
  ];
}

const CODES_TRIED = 20;

const passwordAlone: Theft = {
  name: 'password, second factor on',
  title: 'The password of a user who has a second factor',
  promisedSat: 0,
  isLimited: true,
  watchSec: 5,
  steal: async (stage) => {
    const { baseUrl } = stage.service;
    const owner = await signIn(baseUrl, stage.victim.email, PASSWORD);
    assert(owner.isSignedIn, 'the victim is signed in');
    await setUpAuthenticator(baseUrl, owner.browser);
    const { browser, isSignedIn: isIn } = await signIn(baseUrl, stage.victim.email, PASSWORD);
    assert(!isIn, 'the second factor is asked for');
    const path = `${baseUrl}/sign-in/second-factor`;
    return {
      sideDoors: [
        ...passwordAtDoors(stage),
        {
          name: 'guesses codes',
          tryIt: async () => {
            for (let guess = 0; guess < CODES_TRIED; guess += 1) {
              const page = await browser.get(path);
              if (!page.includes('name="code"')) break;
              await browser.submit(page, path, { code: String(guess).padStart(6, '0') });
            }
            return await isSignedIn(baseUrl, browser);
          },
        },
        {
          name: 'asks for a new password',
          tryIt: async () => {
            const asked = createWebBrowser();
            const shown = await sendForm(baseUrl, asked, '/forgot-password', {
              email: stage.victim.email,
            });
            return shown.includes('token=');
          },
        },
        ...['/send', '/developer/tokens/new', '/apps/new', '/security', '/operate'].map((page) => ({
          name: `opens ${page} before the second factor`,
          tryIt: async () => !(await browser.get(baseUrl + page)).includes('action="/sign-in'),
        })),
      ],
      rob: async () => {
        const signedIn = await signIn(baseUrl, stage.victim.email, PASSWORD);
        return await takeAll(stage.thief, pageDoor(baseUrl, signedIn.browser), WALLET_SAT);
      },
      isGood: async () => (await signIn(baseUrl, stage.victim.email, PASSWORD)).isSignedIn,
    };
  },
};

async function setUpAuthenticator(baseUrl: string, browser: WebBrowser): Promise<void> {
  const path = `${baseUrl}/security/authenticator`;
  const page = await browser.get(path);
  const [, link = ''] = /href="(otpauth:[^"]*)"/.exec(page) ?? [];
  const totp = URI.parse(unescaped(link));
  assert(totp instanceof TOTP, 'the page shows the secret of the app');
  await browser.submit(page, path, { code: totp.generate() });
}

export const THEFTS_OF_ACCOUNTS: readonly Theft[] = [passwordAlone, password, session];
