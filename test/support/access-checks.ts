import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_SCOPES, type Scope } from '../../src/authorization/scope.ts';
import { call } from './api-user.ts';
import type { WalletApi } from './wallet-api.ts';

/** Registers the tests that all operations with a token have in common. */
export function testAccess(
  api: WalletApi,
  scope: Scope,
  operation: {
    readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
    readonly path: string;
    readonly body?: unknown;
  },
): void {
  const { method, path, body } = operation;
  const as = (authorization: string | null) =>
    call(api.app, method, path, {
      ...(authorization === null ? {} : { headers: { authorization } }),
      ...(body === undefined ? {} : { body }),
    });

  test(`${method} ${path} needs a token`, async () => {
    for (const authorization of [
      null,
      '',
      'Bearer ',
      'Bearer nobody',
      'Basic dTpw',
      'Bearer \u00e9',
    ]) {
      const answer = await as(authorization);
      assert.equal(answer.status, 401, String(authorization));
      assert.deepEqual(answer.body, { status: 401, error: 'invalid access token' });
      assert.match(String(answer.headers['www-authenticate']), /^Bearer /);
    }
  });

  test(`${method} ${path} refuses a token whose time has come`, async () => {
    const user = await api.addUser();
    const short = await user.withScopes(ALL_SCOPES, 60);
    assert.notEqual((await as(`Bearer ${short.token}`)).status, 401);
    api.clock.move(60_000);
    const answer = await as(`Bearer ${short.token}`);
    assert.equal(answer.status, 401);
    assert.deepEqual(answer.body, { status: 401, error: 'expired access token' });
  });

  test(`${method} ${path} needs the scope ${scope}`, async () => {
    const user = await api.addUser();
    const others = await user.withScopes(ALL_SCOPES.filter((other) => other !== scope));
    const answer = await as(`Bearer ${others.token}`);
    assert.equal(answer.status, 403);
    assert.deepEqual(answer.body, {
      status: 403,
      error: `Token does not have the right scope for operation: endpoint scope ${scope}`,
    });
    assert.equal(
      answer.headers['www-authenticate'],
      `Bearer error="insufficient_scope", scope="${scope}"`,
    );
    const alone = await user.withScopes([scope]);
    const allowed = await as(alone.token);
    assert.notEqual(allowed.status, 403);
    assert.notEqual(allowed.status, 401, 'the word Bearer may be left out');
  });
}
