import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { LNDHUB_LOGINS } from '../../src/lndhub/limits.ts';
import { isPaying } from '../../src/lndhub/lndhub-route.ts';
import { LNDHUB_ROUTES } from '../../src/lndhub/lndhub-routes.ts';
import { field, numberField, textField } from '../support/fields.ts';
import { openAlby } from '../support/lndhub/alby.ts';
import { PREFIX, readTokens, refusedWith, startLndhub } from '../support/lndhub/lndhub-world.ts';

/** LndHub. Numbers: its checklist. */

const world = await startLndhub({ after });
const ann = await world.addUser();

const addressOf = (path: string): string => path.replaceAll(/:\w+/g, 'x');

describe('scopes', () => {
  test('4 every call × every scope: only its own opens it', async () => {
    for (const scope of ALL_SCOPES) {
      const phone = await world.connect(ann, { scopes: [scope] });
      for (const { method, path, access } of LNDHUB_ROUTES) {
        const call = method === 'GET' ? phone.get : phone.post;
        const answer = await call(addressOf(path));
        if (access === 'any_token' || access === scope) {
          assert.ok(![401, 403].includes(answer.status), `${path} with ${scope}: ${answer.text}`);
          continue;
        }
        // With 401 or code 1, the Alby extension would log in and call again, without end.
        refusedWith(answer, 403, 8, new RegExp(`permission ${access}`));
      }
    }
  });

  test('4 each call needs a token', async () => {
    for (const { method, path } of LNDHUB_ROUTES) {
      for (const authorization of [null, '', 'Bearer', 'Bearer ', 'Basic dTpw', 'Bearernobody']) {
        const headers = authorization === null ? {} : { authorization };
        refusedWith(await world.ask(method, addressOf(path), { headers }), 401, 1, /^bad auth$/);
      }
    }
  });

  test('the word Bearer may be missing', async () => {
    const { tokens } = await world.connect(ann);
    const headers = { authorization: tokens.access };
    assert.equal((await world.ask('GET', '/balance', { headers })).status, 200);
  });

  test('a refusal is noted, for the person to see', async () => {
    const phone = await world.connect(ann, { scopes: ['balance:read'] });
    await phone.post('/payinvoice', { invoice: 'x' });
    await world.deps.appGrantUses.write();
    const app = await world.deps.appGrants.findAppGrant(ann.user.id, phone.grantId);
    assert.equal(app?.lastRefusal?.reason, 'insufficient_scope');
  });
});

describe('paths', () => {
  test('14 what is not there is refused in JSON', async () => {
    const phone = await world.connect(ann);
    for (const path of [
      '',
      '/',
      '/v2/balance',
      '/invoice/wallet',
      '/x',
      '/balance/x',
      '//',
      '/gettx',
    ]) {
      refusedWith(await phone.get(path), 404, 8, /Not found/);
      refusedWith(await world.ask('POST', path, { body: {} }), 404, 8);
    }
    refusedWith(await world.ask('GET', '/%zz'), 400, 8);
    refusedWith(await world.ask('GET', `/checkpayment/${'a'.repeat(9000)}`), 414, 8, /too long/);
    for (const path of ['/getinfo', '/create', '/lndhub', '/lndhub/extra', '/lndhub/balance']) {
      const answer = await world.call('GET', path);
      assert.equal(answer.status, 404);
      assert.equal(numberField(answer.body, 'code'), 8);
    }
  });

  test('14 no accounts are made here: code 11', async () => {
    for (const body of [{}, { partnerid: 'bluewallet', accounttype: 'common' }, '']) {
      refusedWith(await world.ask('POST', '/create', { body }), 403, 11, /Connect an app/);
    }
  });

  test('14 another method says which one there is', async () => {
    const paths = [...LNDHUB_ROUTES, { method: 'POST', path: '/auth' } as const];
    for (const { method, path } of paths) {
      for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((m) => m !== method)) {
        const answer = await world.ask(other, addressOf(path));
        refusedWith(answer, 405, 8, /Method not allowed/);
        assert.equal(answer.headers['allow'], method === 'GET' ? 'GET, HEAD' : 'POST');
      }
    }
  });

  test('14 19 the root is as it was, for every kind of token', async () => {
    const phone = await world.connect(ann);
    const { body } = await ann.get('/balance');
    assert.deepEqual([field(body, 'currency'), field(body, 'unit')], ['BTC', 'sat']);
    for (const token of [phone.tokens.access, phone.tokens.refresh, phone.secret.password]) {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await world.call('GET', '/balance', { headers });
      assert.deepEqual(answer.body, { status: 401, error: 'invalid access token' });
    }
  });

  test('answers are open to other sites, and kept by no one', async () => {
    const phone = await world.connect(ann);
    for (const answer of [await phone.get('/balance'), await world.ask('GET', '/%zz')]) {
      assert.equal(answer.headers['access-control-allow-origin'], '*');
    }
    assert.equal((await phone.get('/balance')).headers['cache-control'], 'no-store');
  });

  test('switched off, nothing is left of it', async () => {
    const off = await startLndhub({ after });
    const { createServer } = await import('../../src/app/http/server.ts');
    const app = await createServer({ ...off.deps, lndhub: null });
    const { password, login } = (await off.connect(await off.addUser())).secret;
    for (const url of [`${PREFIX}/auth`, `${PREFIX}/%zz`]) {
      const answer = await app.inject({ method: 'POST', url, payload: { login, password } });
      assert.ok([400, 404].includes(answer.statusCode));
      assert.doesNotMatch(answer.body, /^\{"error":true,"code"/);
    }
    await app.close();
  });
});

describe('what is sent to harm', () => {
  test('20 bodies', async () => {
    const phone = await world.connect(ann);
    for (const path of ['/auth', '/addinvoice', '/payinvoice', '/keysend']) {
      refusedWith(await phone.post(path, `{"x":"${'y'.repeat(300_000)}"}`), 413, 8, /larger/);
      const deep = `${'{"a":'.repeat(600)}1${'}'.repeat(600)}`;
      for (const body of [
        deep,
        '{"__proto__":{"login":"wallet"}}',
        '{"login":"a\\u0000b"}',
        '{',
        '{}{}',
      ]) {
        refusedWith(await phone.post(path, body), 400, 8, /^Bad arguments: the body/);
      }
      for (const body of ['[]', '[{}]', '"x"', '7', 'true']) {
        refusedWith(await phone.post(path, body), 400, 8, /^Bad arguments$/);
      }
    }
  });

  test('15 415 other types of bodies', async () => {
    const { tokens } = await world.connect(ann);
    const headers = { authorization: `Bearer ${tokens.access}`, 'content-type': 'text/xml' };
    refusedWith(await world.ask('POST', '/addinvoice', { headers, body: '<a/>' }), 415, 8);
  });

  test('20 tokens of another deployment', async () => {
    const other = await startLndhub({ after });
    const phone = await other.connect(await other.addUser());
    const headers = { authorization: `Bearer ${phone.tokens.access}` };
    refusedWith(await world.ask('GET', '/balance', { headers }), 401, 1);
    const { login, password } = phone.secret;
    refusedWith(await world.ask('POST', '/auth', { body: { login, password } }), 401, 1);
  });

  test('18 the log holds no secret, also when a call fails', async () => {
    const broken = await startLndhub(
      { after },
      {},
      {
        pendingRecords: {
          listUnpaidInvoices: () => Promise.reject(new Error('disk of db-7 is full')),
          listOpenPayments: () => Promise.reject(new Error('disk of db-7 is full')),
        },
      },
    );
    const phone = await broken.connect(await broken.addUser());
    refusedWith(await phone.get('/gettxs'), 500, 6, /^Something went wrong/);
    refusedWith(await phone.get('/getuserinvoices?limit=1'), 500, 6);
    const { link, password } = phone.secret;
    await broken.ask('POST', '/auth', { body: { login: 'x', password } });
    const logged = broken.logged();
    assert.match(logged, /gettxs/);
    for (const secret of [link, password, phone.tokens.access, phone.tokens.refresh]) {
      assert.ok(!logged.includes(secret));
    }
  });
});

describe('rates', () => {
  async function startLimited() {
    let ms = 0;
    const clock = { ...world.clock, monotonicMs: () => ms };
    const rateLimit = { isOn: true, requestsPerSec: 20, paymentsPerSec: 2, paymentsBurst: 4 };
    const limited = await startLndhub({ after }, { rateLimit }, { clock });
    return { limited, wait: (byMs: number) => (ms += byMs) };
  }

  test('15 429 is in this dialect, and no reason to log in', async () => {
    const { limited } = await startLimited();
    const user = await limited.addUser();
    const phone = await limited.connect(user);
    for (let count = 0; count < 20; count += 1) {
      assert.equal((await phone.get('/getbtc')).status, 200);
    }
    const refused = await phone.get('/getbtc');
    refusedWith(refused, 429, 6, /^Too many requests/);
    assert.equal(refused.headers['retry-after'], '1');
    const hurried = await limited.connect(user, { name: 'Alby' });
    const app = await openAlby(limited, hurried.secret.link);
    await assert.rejects(
      async () => {
        for (;;) await app.balance();
      },
      /Too many requests/,
      'its loop has an end',
    );
  });

  test('15 payments have a rate of their own', async () => {
    const { limited } = await startLimited();
    const phone = await limited.connect(await limited.addUser());
    for (let count = 0; count < 4; count += 1) {
      refusedWith(await phone.post('/payinvoice', { invoice: 'x' }), 400, 4);
    }
    refusedWith(await phone.post('/payinvoice', { invoice: 'x' }), 429, 6);
    assert.equal((await phone.get('/balance')).status, 200);
    assert.ok(LNDHUB_ROUTES.filter(isPaying).length === 2);
  });

  test('2 guesses of one network are stopped without a look at the database', async () => {
    const { limited, wait } = await startLimited();
    const phone = await limited.connect(await limited.addUser());
    const stranger = await limited.connect(await limited.addUser());
    const { login, password } = phone.secret;
    const guess = () => limited.ask('POST', '/auth', { body: { login, password: 'a'.repeat(32) } });
    for (let count = 0; count < LNDHUB_LOGINS.burst; count += 1) {
      if (count % 10 === 0) wait(900);
      await guess();
    }
    wait(900);
    for (let count = 0; count < 6; count += 1) await guess();
    limited.takeStatements();
    wait(60);
    refusedWith(await guess(), 429, 6);
    assert.deepEqual(limited.takeStatements(), []);
    // People who logged in before share the address, and are not locked out.
    readTokens(await limited.ask('POST', '/auth', { body: { login, password } }));
    readTokens(await stranger.login());
    wait(2000);
    refusedWith(await guess(), 401, 1);
  });

  test('2 one password may not log in without end', async () => {
    const { limited, wait } = await startLimited();
    const phone = await limited.connect(await limited.addUser());
    let refused = null;
    for (let count = 0; count < LNDHUB_LOGINS.burst + 10 && refused === null; count += 1) {
      wait(50);
      const answer = await phone.login();
      if (answer.status !== 200) refused = answer;
    }
    assert.ok(refused !== null);
    refusedWith(refused, 429, 6);
    assert.match(textField(refused.body, 'message'), /Too many requests/);
  });
});
