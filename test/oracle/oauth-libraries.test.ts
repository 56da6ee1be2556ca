import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { inspect } from 'node:util';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { AuthorizationCode } from 'simple-oauth2';
import { field } from '../support/fields.ts';
import {
  type App,
  type OauthWorld,
  openConsent,
  type Person,
  readCallback,
  startOauth,
} from '../support/oauth-world.ts';

let world: OauthWorld;
let person: Person;
let issuer: URL;
const cleanups: (() => Promise<void>)[] = [];

before(async () => {
  world = await startOauth({ after: (end) => cleanups.push(end) }, { baseUrl: null });
  person = await world.addPerson();
  issuer = new URL(world.app.listeningOrigin);
});
after(async () => {
  for (const end of cleanups) await end();
});

/** The user says yes; what comes to the callback. */
async function allow(address: string): Promise<URL> {
  const asked = await person.browser.get(address);
  const consent = await openConsent(person.browser, asked.headers.location);
  return new URL((await readCallback(person.browser, await consent.answer('allow'))).location);
}

const assertWorks = async (token: unknown, status = 200): Promise<void> =>
  assert.equal((await world.callAs(String(field(token, 'access_token')))).status, status);

describe('A11 oauth4webapi', () => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const WAYS: readonly (readonly [string, (app: App) => oauth.ClientAuth, isPublic: boolean])[] = [
    ['none', () => oauth.None(), true],
    ['basic with an empty secret', () => emptyBasic, true],
    ['basic', ({ secret }) => oauth.ClientSecretBasic(secret), false],
    ['post', ({ secret }) => oauth.ClientSecretPost(secret), false],
  ];
  for (const [name, authOf, isPublic] of WAYS) {
    test(`A11 oauth4webapi, ${name}: discovery, code, refresh, revocation`, async () => {
      const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
      const server = await oauth.processDiscoveryResponse(issuer, found);
      // As `client add` and the page register it by themselves.
      const app = await world.addApp({ isPublic, sendsIssuer: false });
      const client: oauth.Client = { client_id: app.id };
      const auth = authOf(app);

      const verifier = oauth.generateRandomCodeVerifier();
      const address = new URL(String(server.authorization_endpoint));
      for (const [key, value] of Object.entries({
        client_id: app.id,
        redirect_uri: app.callback,
        response_type: 'code',
        scope: 'balance:read',
        state: 'kept',
        code_challenge_method: 'S256',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      })) {
        address.searchParams.set(key, value);
      }
      const callback = await allow(address.href);
      const answer = oauth.validateAuthResponse(server, client, callback, 'kept');
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        auth,
        answer,
        app.callback,
        verifier,
        insecure,
      );
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
      assert.equal(tokens.token_type, 'bearer');
      await assertWorks(tokens);

      const refresh = String(tokens.refresh_token);
      const again = await oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(server, client, auth, refresh, insecure),
      );
      await assertWorks(again);

      const introspected = await oauth.processIntrospectionResponse(
        server,
        client,
        await oauth.introspectionRequest(server, client, auth, again.access_token, insecure),
      );
      assert.deepEqual([introspected.active, introspected.scope], [true, 'balance:read']);

      await oauth.processRevocationResponse(
        await oauth.revocationRequest(server, client, auth, String(again.refresh_token), insecure),
      );
      await assertWorks(again, 401);
    });
  }

  test('A11 oauth4webapi reads an error of ours', async () => {
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    const server = await oauth.processDiscoveryResponse(issuer, found);
    const app = await world.addApp({ isPublic: true });
    const client: oauth.Client = { client_id: app.id };
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      oauth.None(),
      'sat_rt_nobody',
      insecure,
    );
    await assert.rejects(
      oauth.processRefreshTokenResponse(server, client, response),
      (error: unknown) => field(error, 'error') === 'invalid_grant',
    );
  });
});

/** The library makes none with an empty secret by itself, and takes one of ours. */
const emptyBasic: oauth.ClientAuth = (_, { client_id }, __, headers) => {
  headers.set('authorization', `Basic ${Buffer.from(`${client_id}:`).toString('base64')}`);
};

describe('A11 openid-client', () => {
  const METADATA = '.well-known/oauth-authorization-server';
  const WAYS = [
    ['as registered by default', false, ''],
    ['with the issuer in answers', true, ''],
    ['from the whole address of the metadata', false, METADATA],
  ] as const;
  for (const [name, sendsIssuer, path] of WAYS) {
    test(`A11 openid-client, ${name}: discovery, PKCE, refresh, introspection, revocation`, () =>
      signIn(sendsIssuer, path));
  }

  test('A11 openid-client refuses the answer of another service', async () => {
    const app = await world.addApp({ sendsIssuer: true });
    const config = await discover(app, '');
    const callback = new URL(`${app.callback}?code=x&state=s&iss=https%3A%2F%2Fevil.example`);
    await assert.rejects(
      openid.authorizationCodeGrant(config, callback, { expectedState: 's' }),
      (error: unknown) => /unexpected "iss"/.test(inspect(error)),
    );
  });

  const discover = (app: App, path: string) =>
    openid.discovery(new URL(path, issuer), app.id, app.secret, undefined, {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    });

  async function signIn(sendsIssuer: boolean, path: string): Promise<void> {
    const app = await world.addApp({ sendsIssuer });
    const config = await discover(app, path);
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const expectedState = openid.randomState();
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: app.callback,
      scope: 'balance:read invoices:read',
      state: expectedState,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const callback = await allow(address.href);
    const tokens = await openid.authorizationCodeGrant(config, callback, {
      pkceCodeVerifier,
      expectedState,
    });
    assert.equal(tokens.expires_in, 7200);
    await assertWorks(tokens);
    const again = await openid.refreshTokenGrant(config, String(tokens.refresh_token));
    await assertWorks(again);
    const introspected = await openid.tokenIntrospection(config, again.access_token);
    assert.equal(introspected.active, true);
    await openid.tokenRevocation(config, String(again.refresh_token));
    await assertWorks(again, 401);
    assert.deepEqual(await openid.tokenIntrospection(config, again.access_token), {
      active: false,
    });
  }
});

describe('A11 simple-oauth2', () => {
  for (const authorizationMethod of ['header', 'body'] as const) {
    test(`A11 simple-oauth2, ${authorizationMethod}: code, refresh, revocation`, async () => {
      const app = await world.addApp();
      const client = new AuthorizationCode({
        client: { id: app.id, secret: app.secret },
        auth: {
          tokenHost: issuer.href,
          tokenPath: '/oauth/token',
          authorizePath: '/oauth',
          revokePath: '/oauth/revoke',
        },
        options: { authorizationMethod },
      });
      const scope = 'balance:read';
      const address = client.authorizeURL({ redirect_uri: app.callback, scope, state: 's' });
      const callback = await allow(address);
      const code = callback.searchParams.get('code') ?? '';
      const token = await client.getToken({ code, redirect_uri: app.callback });
      await assertWorks(token.token);
      const again = await token.refresh();
      await assertWorks(again.token);
      await again.revokeAll();
      await assertWorks(again.token, 401);
    });
  }
});
