import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { inspect } from 'node:util';
import { Auth } from '@auth/core';
import { Issuer } from 'openid-client-5';
import { field } from '../support/fields.ts';
import {
  type App,
  type OauthWorld,
  openConsent,
  type Person,
  readCallback,
  startOauth,
} from '../support/oauth-world.ts';

/**
 * Libraries that know this service by its three addresses and no issuer, as apps of the original
 * service configured them. Their apps are registered as there: without the issuer in answers.
 */

let world: OauthWorld;
let person: Person;
let origin: string;
const cleanups: (() => Promise<void>)[] = [];

before(async () => {
  world = await startOauth({ after: (end) => cleanups.push(end) }, { baseUrl: null });
  person = await world.addPerson();
  await world.deps.users.updateUser(person.api.user.id, { name: 'Ann' });
  origin = world.app.listeningOrigin;
});
after(async () => {
  for (const end of cleanups) await end();
});

/** The user says yes; what comes to the callback. */
async function allow(address: string): Promise<URL> {
  const asked = await person.browser.get(address.replace(origin, ''));
  const consent = await openConsent(person.browser, asked.headers.location);
  return new URL((await readCallback(person.browser, await consent.answer('allow'))).location);
}

const SCOPE = 'account:read balance:read';

describe('openid-client 5, as next-auth 4 uses it', () => {
  const callback = 'https://shop.example/api/auth/callback/satchel';

  /** Without an issuer it is used so, whatever its types say. */
  const typed = (issuer?: string): Issuer =>
    Reflect.construct(Issuer, [
      {
        issuer,
        authorization_endpoint: `${origin}/oauth`,
        token_endpoint: `${origin}/oauth/token`,
        userinfo_endpoint: `${origin}/user/me`,
      },
    ]);

  const signIn = async (app: App, known: Issuer): Promise<unknown> => {
    const client = new known.Client({
      client_id: app.id,
      client_secret: app.secret,
      redirect_uris: [callback],
      response_types: ['code'],
    });
    const address = client.authorizationUrl({
      scope: SCOPE,
      state: 'kept',
      redirect_uri: callback,
    });
    const { pathname, search } = await allow(address);
    const parameters = client.callbackParams(pathname + search);
    const tokens = await client.oauthCallback(callback, parameters, { state: 'kept' });
    assert.equal((await world.callAs(String(tokens.access_token))).status, 200);
    const again = await client.refresh(String(tokens.refresh_token));
    assert.equal((await world.callAs(String(again.access_token))).status, 200);
    return known.metadata.userinfo_endpoint === undefined ? null : await client.userinfo(again);
  };

  test('a whole sign-in, up to who it is', async () => {
    const app = await world.addApp({ callback, sendsIssuer: false });
    const profile = await signIn(app, typed());
    assert.equal(field(profile, 'identifier'), person.api.user.identifier);
  });

  test('with the issuer configured, the switch may be on or off', async () => {
    for (const sendsIssuer of [true, false]) {
      assert.ok(await signIn(await world.addApp({ callback, sendsIssuer }), typed(origin)));
    }
  });

  test('by discovery it needs the whole address of the metadata', async () => {
    await assert.rejects(Issuer.discover(origin), /404/);
    const known = await Issuer.discover(`${origin}/.well-known/oauth-authorization-server`);
    for (const sendsIssuer of [true, false]) {
      await signIn(await world.addApp({ callback, sendsIssuer }), known);
    }
  });

  test('without one it refuses an answer that names it', async () => {
    const app = await world.addApp({ callback, sendsIssuer: true });
    await assert.rejects(signIn(app, typed()), /issuer must be configured on the issuer/);
  });
});

describe('@auth/core, with a provider of one’s own', () => {
  const site = 'https://shop.example';
  const callback = `${site}/api/auth/callback/satchel`;

  const openSite = (app: App, issuer?: string) => {
    const cookies = new Map<string, string>();
    const errors: string[] = [];
    const config: Parameters<typeof Auth>[1] = {
      trustHost: true,
      secret: 'a secret of the shop',
      basePath: '/api/auth',
      useSecureCookies: false,
      logger: { error: (error) => errors.push(inspect(error, { depth: 5 })) },
      providers: [
        {
          id: 'satchel',
          name: 'Satchel',
          type: 'oauth',
          clientId: app.id,
          clientSecret: app.secret,
          authorization: { url: `${origin}/oauth`, params: { scope: SCOPE } },
          token: `${origin}/oauth/token`,
          userinfo: `${origin}/user/me`,
          checks: ['pkce', 'state'],
          profile: (told: object) => ({
            id: String(field(told, 'identifier')),
            name: String(field(told, 'identifier')),
          }),
          ...(issuer === undefined ? {} : { issuer }),
        },
      ],
    };
    const ask = async (path: string, form?: Readonly<Record<string, string>>) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const method = form === undefined ? 'GET' : 'POST';
      const body = form === undefined ? null : new URLSearchParams(form);
      const request = new Request(`${site}${path}`, { method, body, headers: { cookie } });
      const answer = await Auth(request, config);
      for (const set of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      return answer;
    };
    return { ask, errors };
  };

  const signIn = async (app: App, issuer?: string) => {
    const { ask, errors } = openSite(app, issuer);
    const csrfToken = String(field(await (await ask('/api/auth/csrf')).json(), 'csrfToken'));
    const asked = await ask('/api/auth/signin/satchel', { csrfToken, callbackUrl: `${site}/home` });
    assert.equal(asked.status, 302);
    const { pathname, search } = await allow(String(asked.headers.get('location')));
    const back = await ask(pathname + search);
    const session: unknown = await (await ask('/api/auth/session')).json();
    return { session, errors, backTo: back.headers.get('location') };
  };

  test('a whole sign-in, up to a session of the site', async () => {
    const { session, errors, backTo } = await signIn(
      await world.addApp({ callback, sendsIssuer: false }),
    );
    assert.deepEqual(errors, []);
    assert.equal(backTo, `${site}/home`);
    assert.equal(field(field(session, 'user'), 'name'), person.api.user.identifier);
  });

  test('with the issuer configured, the switch may be on or off', async () => {
    for (const sendsIssuer of [true, false]) {
      const { errors } = await signIn(await world.addApp({ callback, sendsIssuer }), origin);
      assert.deepEqual(errors, []);
    }
  });

  test('without one it refuses an answer that names it', async () => {
    const { session, errors } = await signIn(await world.addApp({ callback, sendsIssuer: true }));
    assert.equal(session, null);
    assert.match(errors.join(), /unexpected "iss" \(issuer\) response parameter value/);
  });
});
