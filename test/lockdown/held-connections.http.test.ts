import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { LNDHUB_ROUTES } from '../../src/lndhub/lndhub-routes.ts';
import { refusedWith, startLndhub } from '../support/lndhub/lndhub-world.ts';
import { lockdownBenchAt } from '../support/lockdown-bench.ts';

/** What phone wallets hear over LndHub during a lockdown. */

const world = await startLndhub({ after });
const { press, lift } = lockdownBenchAt({ after }, world.serviceUrl);
const ann = await world.addUser();
afterEach(async () => void (await lift()));

test('every call and log-in says that it is held, and not that the login is wrong', async () => {
  const phone = await world.connect(ann);
  const { login, password } = phone.secret;
  const auth = (body: unknown) => world.ask('POST', '/auth', { body });
  await press();
  for (const { method, path } of LNDHUB_ROUTES) {
    const at = path.replaceAll(/:\w+/g, 'x');
    const answer = method === 'GET' ? await phone.get(at) : await phone.post(at);
    refusedWith(answer, 503, 6, /paused all apps/);
    assert.equal(answer.headers['retry-after'], '300', path);
  }
  for (const body of [{ login, password }, { refresh_token: phone.tokens.refresh }]) {
    refusedWith(await auth(body), 503, 6, /paused all apps/);
  }
  refusedWith(await auth({ login, password: 'a'.repeat(32) }), 401, 1, /^bad auth$/);
  await lift(['payments', 'changes']);
  refusedWith(await phone.get('/balance'), 503, 6);
  await lift(['apps']);
  assert.equal((await phone.get('/balance')).status, 200);
  assert.equal((await auth({ refresh_token: phone.tokens.refresh })).status, 200);
  assert.equal((await phone.login()).status, 200);
});
