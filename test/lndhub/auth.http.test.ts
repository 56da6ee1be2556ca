import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { MAX_LNDHUB_TOKENS } from '../../src/apps/limits.ts';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { DAY_MS } from '../../src/base/durations.ts';
import { field, numberField, textField } from '../support/fields.ts';
import {
  type Phone,
  PREFIX,
  readTokens,
  refusedWith,
  startLndhub,
} from '../support/lndhub/lndhub-world.ts';

/** LndHub. Numbers: its checklist. */

const world = await startLndhub({ after });
const ann = await world.addUser();

const auth = (body: unknown) => world.ask('POST', '/auth', { body });
const balanceWith = (authorization: string) =>
  world.ask('GET', '/balance', { headers: { authorization } });

async function isOver(phone: Phone): Promise<void> {
  const { login, password } = phone.secret;
  for (const body of [{ login, password }, { refresh_token: phone.tokens.refresh }]) {
    refusedWith(await auth(body), 401, 1, /^bad auth$/);
  }
  refusedWith(await phone.get('/balance'), 401, 1, /^bad auth$/);
}

describe('the link of a device', () => {
  test('1 is read by the apps, with a slash at its end', async () => {
    const { secret } = await world.connect(ann);
    const { link, password } = secret;
    assert.equal(link, `lndhub://wallet:${password}@https://wallet.example/lndhub/ext/`);
    assert.match(password, /^[a-z2-7]{32}$/);
    const [, credentials = '', base = ''] = /^lndhub:\/\/(.*)@(.*)$/.exec(link) ?? [];
    // BlueWallet cuts; Zeus, BitBanana and the Alby extension have these expressions.
    assert.deepEqual(credentials.split(':'), ['wallet', password]);
    assert.match(link, /^lndhub:\/\/[\w-]+:\w+@https?:\/\/[\w.-]+(:\d+)?([\w/-]+)?$/);
    assert.match(link.slice('lndhub://'.length), /^\w+:\w+@[\w:./-]+$/);
    assert.match(link, /^lndhub:\/\/(\S+):(\S+)@(\S+)$/);
    assert.equal(new URL(`${base}getinfo`).pathname, `${PREFIX}/getinfo`, 'BitBanana appends');
  });

  test('1 says by its login whether the app can spend', async () => {
    const scopes = ALL_SCOPES.filter((scope) => scope !== 'payments:send');
    const receiving = await world.connect(ann, { scopes });
    assert.match(receiving.secret.link, /^lndhub:\/\/invoice:/);
  });
});

describe('POST /auth', () => {
  test('2 a login and password get tokens, and when they end', async () => {
    const phone = await world.connect(ann);
    const answer = await phone.login();
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(textField(answer.body, 'token_type'), 'bearer');
    const lifeMs = Date.parse(textField(answer.body, 'expiry')) - world.clock.now().getTime();
    assert.ok(lifeMs > 7 * DAY_MS - 60_000 && lifeMs <= 7 * DAY_MS);
    const again = readTokens(answer);
    assert.notEqual(again.access, phone.tokens.access);
    for (const token of [again.access, phone.tokens.access]) {
      assert.equal((await balanceWith(`Bearer ${token}`)).status, 200);
    }
  });

  test('2 a refresh token gets new ones, again and again; the query is ignored', async () => {
    const phone = await world.connect(ann);
    const body = { refresh_token: phone.tokens.refresh };
    const first = readTokens(await world.ask('POST', '/auth?type=auth', { body }));
    const second = readTokens(await world.ask('POST', '/auth?type=refresh_token', { body }));
    const rolled = readTokens(await auth({ refresh_token: second.refresh }));
    for (const { access } of [phone.tokens, first, second, rolled]) {
      assert.equal((await balanceWith(`Bearer ${access}`)).status, 200);
    }
  });

  test('2 what is wrong is "bad auth", whatever it is', async () => {
    const phone = await world.connect(ann);
    const { login, password } = phone.secret;
    const { access, refresh } = phone.tokens;
    for (const body of [
      { login: 'invoice', password },
      { login, password: password.toUpperCase() },
      { login, password: 'a'.repeat(32) },
      { login: '__proto__', password },
      { login, password: 'x'.repeat(4000) },
      { login: 'x'.repeat(4000), password },
      { refresh_token: access },
      { refresh_token: password },
      { refresh_token: 'sat_lr_nobody' },
      { refresh_token: 'x'.repeat(4000) },
    ]) {
      const answer = await auth(body);
      refusedWith(answer, 401, 1);
      assert.ok(answer.text.includes('"bad auth"'), 'Zeus looks for it');
    }
    for (const token of [refresh, password, `${login}:${password}`, ann.token, 'nobody', '']) {
      refusedWith(await balanceWith(`Bearer ${token}`), 401, 1, /^bad auth$/);
    }
  });

  test('2 a body that is missing or odd is refused; a form is read', async () => {
    const { secret } = await world.connect(ann);
    const { login, password } = secret;
    for (const body of ['', '{}', '[]', '"x"', '7', 'null', '{"login":"wallet"}', '{"login":{}}']) {
      refusedWith(await auth(body), 400, 8, /Bad arguments/);
    }
    refusedWith(await world.ask('POST', '/auth'), 400, 8);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const send = (body: string) => world.ask('POST', '/auth', { headers: form, body });
    readTokens(await send(new URLSearchParams({ login, password }).toString()));
    refusedWith(await send(`login=wallet%00&password=${password}`), 400, 8);
    const plain = { 'content-type': 'text/plain' };
    refusedWith(await world.ask('POST', '/auth', { headers: plain, body: 'x' }), 415, 8);
  });

  test('3 19 the secrets of one door do not open another', async () => {
    const phone = await world.connect(ann);
    const { password } = phone.secret;
    refusedWith(await balanceWith(`Bearer ${password}`), 401, 1);
    for (const token of [password, phone.tokens.access, phone.tokens.refresh]) {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await world.call('GET', '/balance', { headers });
      assert.deepEqual(answer.body, { status: 401, error: 'invalid access token' });
    }
    assert.deepEqual(field((await ann.get('/balance')).body, 'unit'), 'sat');
  });

  test('2 access ends after seven days, a refresh token thirty days after its last', async () => {
    const mine = await startLndhub({ after });
    const phone = await mine.connect(await mine.addUser());
    const refresh = (token: string) =>
      mine.ask('POST', '/auth', { body: { refresh_token: token } });
    mine.clock.move(7 * DAY_MS);
    refusedWith(await phone.get('/balance'), 401, 1);
    const rolled = readTokens(await refresh(phone.tokens.refresh));
    mine.clock.move(23 * DAY_MS + 1000);
    refusedWith(await refresh(phone.tokens.refresh), 401, 1);
    readTokens(await refresh(rolled.refresh));
    const headers = { authorization: `Bearer ${rolled.access}` };
    refusedWith(await mine.ask('GET', '/balance', { headers }), 401, 1);
    readTokens(await phone.login());
    assert.ok(mine.deps.lndhub !== null);
    assert.ok((await mine.deps.lndhub.pruneTokens(mine.clock.now(), 100)) > 0);
  });

  test('2 nothing is left of a device that has ended, or of its connection or user', async () => {
    const { appGrants, connections, users } = world.deps;
    const now = () => world.clock.now();
    const first = await world.connect(ann);
    const other = await first.another();
    assert.equal(await connections.endDevice(ann.user.id, first.deviceId, now()), true);
    await isOver(first);
    assert.equal((await other.get('/balance')).status, 200);
    await appGrants.revokeAppGrant(ann.user.id, first.grantId, now());
    await isOver(other);
    const bob = await world.addUser();
    const phone = await world.connect(bob);
    await users.updateUser(bob.user.id, { disabledAt: now() });
    await isOver(phone);
  });

  test('2 a connection that has ended is refused, and its user sees why', async () => {
    const bob = await world.addUser();
    const expiresAt = new Date(world.clock.now().getTime() + DAY_MS);
    const phone = await world.connect(bob, { expiresAt });
    world.clock.move(DAY_MS);
    await isOver(phone);
    await world.deps.appGrantUses.write();
    const app = await world.deps.appGrants.findAppGrant(bob.user.id, phone.grantId);
    assert.equal(app?.lastRefusal?.reason, 'grant_expired');
  });

  test('2 the newest tokens of a device are kept, so that they cannot pile up', async () => {
    const phone = await world.connect(ann);
    for (let count = 0; count < MAX_LNDHUB_TOKENS; count += 1) {
      world.clock.move(1000);
      readTokens(await phone.login());
    }
    refusedWith(await phone.get('/balance'), 401, 1);
  });

  test('its first request is noted at the connection and the device', async () => {
    const bob = await world.addUser();
    const phone = await world.connect(bob);
    await world.deps.appGrantUses.write();
    const [device] = await world.deps.connections.listDevices(bob.user.id, phone.grantId);
    assert.ok(device !== undefined && device.lastUsedAt !== null);
  });
});

describe('the small calls', () => {
  test('GET /balance is what can be spent, 16 beyond 2^31 sats too', async () => {
    const bob = await world.addUser();
    for (let count = 0; count < 3; count += 1) await bob.receive(1_000_000_000);
    const phone = await world.connect(bob);
    assert.deepEqual((await phone.get('/balance')).body, { BTC: { AvailableBalance: 3e9 } });
    assert.equal(numberField((await bob.get('/balance')).body, 'balance'), 3e9);
  });

  test('a call costs one statement', async () => {
    const phone = await world.connect(ann);
    world.takeStatements();
    await phone.get('/balance');
    assert.equal(world.takeStatements().length, 1);
  });

  test('GET /getinfo names the node, without asking it', async () => {
    const phone = await world.connect(ann);
    const { body } = await phone.get('/getinfo');
    assert.equal(textField(body, 'identity_pubkey'), world.node.identity.pubkey);
    assert.equal(textField(body, 'alias'), 'satchel-test');
  });

  test('GET /getbtc and /getpending are empty lists without bitcoin addresses', async () => {
    const phone = await world.connect(ann);
    for (const path of ['/getbtc', '/getpending']) {
      assert.deepEqual((await phone.get(path)).body, []);
    }
  });
});
