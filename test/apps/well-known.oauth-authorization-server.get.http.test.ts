import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { textField } from '../support/fields.ts';
import { authorizeUrl, startOauth } from '../support/oauth-world.ts';

const world = await startOauth({ after });
const PATH = '/.well-known/oauth-authorization-server';

test('B16 the document names what there is, and nothing else', async () => {
  const { status, body, headers } = await world.call('GET', PATH);
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  const methods = ['client_secret_basic', 'client_secret_post', 'none'];
  assert.deepEqual(body, {
    issuer: 'https://wallet.example',
    authorization_endpoint: 'https://wallet.example/oauth',
    token_endpoint: 'https://wallet.example/oauth/token',
    revocation_endpoint: 'https://wallet.example/oauth/revoke',
    introspection_endpoint: 'https://wallet.example/oauth/introspect',
    scopes_supported: ALL_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256', 'plain'],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    introspection_endpoint_auth_methods_supported: methods,
  });
});

test('B16 every address in it answers, and its issuer is the one in the answers', async () => {
  const { body } = await world.call('GET', PATH);
  for (const name of ['token_endpoint', 'revocation_endpoint', 'introspection_endpoint']) {
    const { pathname } = new URL(textField(body, name));
    const answer = await world.call('POST', pathname, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    });
    assert.deepEqual([answer.status, textField(answer.body, 'error')], [400, 'invalid_request']);
  }
  const app = await world.addApp();
  const person = await world.addPerson();
  const { pathname } = new URL(textField(body, 'authorization_endpoint'));
  assert(authorizeUrl(app).startsWith(`${pathname}?`));
  const { answer } = await world.authorize(person, app);
  assert.equal(answer.get('iss'), textField(body, 'issuer'));
});

test('nothing of OpenID Connect is offered', async () => {
  for (const path of ['/.well-known/openid-configuration', '/jwks', '/me', '/session/end']) {
    assert.equal((await world.call('GET', path)).status, 404, path);
  }
});
