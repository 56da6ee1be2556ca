import assert from 'node:assert/strict';
import { createWebBrowser, type WebBrowser } from '../support/web-browser.ts';
import { apiDoor, type Door, unescaped } from './doors.ts';
import { isSignedIn, sendForm, signIn } from './sign-in.ts';
import { OPERATOR, PASSWORD, type Stage, WALLET_SAT } from './stage.ts';
import { takeAll } from './take-all.ts';
import { NOTHING, type SideDoor, type Theft } from './theft.ts';

const NEW_PASSWORD = 'the password of a thief';
const TOKEN = /\bsat_pat_[\w-]+/;

/** Ways in which an operator's session may let more money leave than it did. */
function sideDoorsOfOperator(stage: Stage, browser: WebBrowser): readonly SideDoor[] {
  return [
    {
      name: 'lets more leave than the limits allow',
      tryIt: () => allowsMore(stage, browser),
    },
    {
      name: 'invites another operator',
      tryIt: async () => {
        const path = `${stage.service.baseUrl}/operate/invitations`;
        const users = await browser.get(`${stage.service.baseUrl}/operate/users`);
        const shown = await browser.submit(users, path, { email: '', role: 'admin' });
        return unescaped(shown).includes('?token=');
      },
    },
  ];
}

/** Orders that a hundred times the limit may leave. Returns whether the service obeyed. */
async function allowsMore({ service, owner }: Stage, browser: WebBrowser): Promise<boolean> {
  const { baseUrl } = service;
  const path = `${baseUrl}/operate/outflow/allow`;
  // Any form of the session has the token that this one needs.
  const page = await browser.get(`${baseUrl}/more`);
  await browser.submit(page, path, { why: 'all is well', beyond: '100000000' });
  const [gate] = await owner<{ extra_msat: bigint | null }[]>`
    select extra_msat from outflow_gate where extra_until > now()`;
  return Number(gate?.extra_msat ?? 0) > 0;
}

/** The pages of all users but the operator. */
async function usersOf(baseUrl: string, browser: WebBrowser): Promise<readonly string[]> {
  const page = await browser.get(`${baseUrl}/operate/users`);
  const links = [...page.matchAll(/href="(\/operate\/users\/[\w-]{36})"[^>]*>([^<]*)</g)];
  return links.filter(([, , label]) => label?.trim() !== OPERATOR).map(([, path = '']) => path);
}

/** Takes over the account of a user: a link to a new password, and a token without a limit. */
async function takeOver(
  { service: { baseUrl } }: Stage,
  operator: WebBrowser,
  path: string,
): Promise<string | null> {
  const also = { also: ['second_factor'] };
  const shown = unescaped(await sendForm(baseUrl, operator, `${path}/reset-password`, also));
  const [link] = /https?:\/\/[^\s"<]+\/reset-password\?token=[\w-]+/.exec(shown) ?? [];
  if (link === undefined) return null;
  const [, email = ''] = /([\w.-]+@[\w.-]+)/.exec(shown.slice(shown.indexOf('<main'))) ?? [];
  const own = createWebBrowser();
  const reset = `${baseUrl}/reset-password`;
  await own.submit(await own.get(link), reset, { new_password: NEW_PASSWORD });
  const { browser } = await signIn(baseUrl, email, NEW_PASSWORD);
  const wish = {
    name: 'mine',
    scope: ['payments:send'],
    token_end: '365',
    limit: 'none',
    amount: '',
  };
  const form = `${baseUrl}/developer/tokens/new`;
  const asked = await browser.submit(await browser.get(form), form, wish);
  const made = await browser.submit(asked, form, { ...wish, password: NEW_PASSWORD });
  return TOKEN.exec(made)?.[0] ?? null;
}

/** A door that lifts the limit as often as it is reached, if it can. */
const lifting = (stage: Stage, browser: WebBrowser, door: Door): Door => {
  let lifted: Promise<unknown> | null = null;
  return {
    ask: async (invoice) => {
      const words = await door.ask(invoice);
      if (!/stopped/.test(words) || lifted !== null) return words;
      lifted = allowsMore(stage, browser);
      await lifted;
      return words;
    },
  };
};

const operatorSession = (isFresh: boolean): Theft => ({
  name: isFresh ? 'operator session, just confirmed' : 'operator session, older',
  title: isFresh
    ? 'The session of an operator who has just given their password'
    : 'The session of an operator, 15 minutes after they last gave their password',
  promisedSat: 0,
  isLimited: true,
  watchSec: 5,
  steal: async (stage) => {
    const { baseUrl } = stage.service;
    const signedIn = await signIn(baseUrl, OPERATOR, PASSWORD);
    assert(signedIn.isSignedIn, 'the operator is signed in');
    const browser = signedIn.browser.copy();
    if (!isFresh) {
      await stage.owner`
        update session set signed_in_at = signed_in_at - interval '16 minutes',
          confirmed_at = confirmed_at - interval '16 minutes'`;
    }
    return {
      sideDoors: sideDoorsOfOperator(stage, browser),
      rob: async () => {
        let taken = NOTHING;
        for (const path of await usersOf(baseUrl, browser)) {
          const token = await takeOver(stage, browser, path);
          if (token === null) return { lastWords: 'asks for the password' };
          const door = lifting(stage, browser, apiDoor(baseUrl, token));
          taken = await takeAll(stage.thief, door, WALLET_SAT);
        }
        return taken;
      },
      isGood: () => isSignedIn(baseUrl, browser),
    };
  },
});

export const THEFTS_OF_OPERATOR: readonly Theft[] = [operatorSession(true), operatorSession(false)];
