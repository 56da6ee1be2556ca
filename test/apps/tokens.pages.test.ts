import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { MAX_NAME_LENGTH, REPEATED_FORM_MS } from '../../src/base/limits.ts';
import { call } from '../support/api-user.ts';
import { readLink, readText } from '../support/page-visitor.ts';
import { startPages, type Visitor } from '../support/page-world.ts';

const world = await startPages({ after });

const GOOD = {
  name: 'shop server',
  scope: ['balance:read'],
  token_end: '365',
  limit: 'some',
  amount: '10,000',
  interval: 'month',
  end: 'never',
};
const SPENDING = { ...GOOD, scope: ['balance:read', 'payments:send'] };

async function createToken(
  visitor: Visitor,
  fields: typeof GOOD & { readonly ask_above?: string } = GOOD,
): Promise<string> {
  const answer = await visitor.post('/developer/tokens/new', fields);
  assert.equal(answer.statusCode, 200, readText(answer));
  const token = /sat_pat_[\w-]{43}/.exec(answer.body)?.[0];
  assert(token !== undefined, 'the token is shown');
  return token;
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

async function pathOf(visitor: Visitor, label: string): Promise<string> {
  return readLink(await visitor.get('/developer/tokens'), label, `>${GOOD.name}</h2>`);
}

describe('/developer/tokens', () => {
  test('says what to do where there are none', async () => {
    const visitor = await world.addVisitor();
    const [tokenOfTest] = await world.deps.tokens.listPersonalTokens(visitor.api.user.id);
    await world.deps.tokens.revokeToken(
      { id: tokenOfTest?.id ?? '', userId: null },
      world.clock.now(),
    );
    const page = await visitor.get('/developer/tokens');
    assert.match(readText(page), /You have no tokens Create one for a script/);
    assert.equal(readLink(page, 'New token'), '/developer/tokens/new');
    assert.equal(readLink(page, 'API reference'), 'https://wallet.example/docs');
  });

  test('those that were revoked are not read again and again', async (t) => {
    const visitor = await world.addVisitor();
    await createToken(visitor);
    const path = await pathOf(visitor, 'Revoke');
    const readAll = t.mock.method(world.deps.tokens, 'listPersonalTokens');
    assert.equal((await visitor.get('/developer/tokens')).statusCode, 200);
    assert.equal((await visitor.get('/apps')).statusCode, 200);
    assert.equal((await visitor.get(path)).statusCode, 200);
    const stranger = await world.addVisitor();
    assert.equal((await stranger.get(path)).statusCode, 404);
    assert.equal(readAll.mock.callCount(), 0);
  });

  test('a new token is shown once and works with its scopes only', async () => {
    const visitor = await world.addVisitor();
    const token = await createToken(visitor);
    assert.equal((await call(world.app, 'GET', '/balance', bearer(token))).status, 200);
    assert.equal((await call(world.app, 'GET', '/invoices', bearer(token))).status, 403);
    const list = await visitor.get('/developer/tokens');
    assert.match(readText(list), /shop server Created .*, expires .* May see your balance\./);
    assert.doesNotMatch(list.body, /sat_pat_/);
    assert.ok(!world.logged().includes(token));
  });

  test('who clicks twice has one token, and sees it', async () => {
    const visitor = await world.addVisitor();
    const { body } = await visitor.get('/developer/tokens/new');
    const formId = /name="form_id" value="([0-9a-f]{32})"/.exec(body)?.[1] ?? '';
    const form = { ...SPENDING, form_id: formId };
    const tokens = await Promise.all([createToken(visitor, form), createToken(visitor, form)]);
    const countOf = async () =>
      (await world.deps.tokens.listPersonalTokens(visitor.api.user.id)).length - 1;
    assert.deepEqual([new Set(tokens).size, await countOf()], [1, 1]);
    const [token = ''] = tokens;
    assert.equal((await call(world.app, 'GET', '/balance', bearer(token))).status, 200);
    const stranger = await world.addVisitor();
    assert.notEqual(await createToken(stranger, form), token, 'a secret of this browser');
    const other = { ...form, name: 'other' };
    assert.notEqual(await createToken(visitor, other), token, 'what else is wished is made');
    world.clock.move(REPEATED_FORM_MS + 1);
    assert.notEqual(await createToken(visitor, form), token, 'nothing is shown later again');
    assert.equal(await countOf(), 3);
    const unlike = await createToken(visitor);
    assert.notEqual(unlike, await createToken(visitor), 'a form without its number');
  });

  test('one that was revoked is not shown to who sends its form again', async () => {
    const visitor = await world.addVisitor();
    const form = { ...GOOD, form_id: 'ab' };
    const first = await createToken(visitor, form);
    const list = await world.deps.tokens.listPersonalTokens(visitor.api.user.id);
    for (const { id, userId } of list) {
      await world.deps.tokens.revokeToken({ id, userId }, world.clock.now());
    }
    assert.notEqual(await createToken(visitor, form), first);
  });

  test('its budget holds from the first payment on', async () => {
    const visitor = await world.addVisitor();
    const payee = await world.addVisitor();
    await visitor.api.receive(50_000);
    const token = await createToken(visitor, SPENDING);
    const pay = async (amountSat: number) => {
      const body = { invoice: await payee.api.invoice(amountSat) };
      return await call(world.app, 'POST', '/payments/bolt11', { ...bearer(token), body });
    };
    assert.equal((await pay(9000)).status, 200);
    const refused = await pay(1001);
    assert.deepEqual([refused.status, /"code":2/.test(refused.text)], [400, true]);
    assert.match(
      readText(await visitor.get('/developer/tokens')),
      /9,000 of 10,000 sat spent this month 1,000 sat left\. Resets on /,
    );
  });

  test('its limit can be changed, and lifted in so many words', async () => {
    const visitor = await world.addVisitor();
    await createToken(visitor, SPENDING);
    const path = await pathOf(visitor, 'Change limit');
    const form = await visitor.get(path);
    assert.match(form.body, /name="amount"[^>]*value="10,000"/);
    const few = { limit: 'some', amount: '50 000', interval: 'week', end: '30' };
    const changed = await visitor.post(path, few);
    assert.deepEqual([changed.statusCode, changed.headers.location], [303, '/developer/tokens']);
    const list = readText(await visitor.get('/developer/tokens'));
    assert.match(list, /The limit of “shop server” is changed\./);
    assert.match(list, /0 of 50,000 sat spent this week .* Spending ends on /);
    assert.match((await visitor.get(path)).body, /value="keep" selected/);

    const kept = await visitor.post(path, { ...few, amount: '7', end: 'keep' });
    assert.equal(kept.statusCode, 303);
    assert.match(readText(await visitor.get('/developer/tokens')), /of 7 sat .* Spending ends on /);
    const lost = { limit: 'none', amount: '750', amount_shown: '500' };
    const asked = await visitor.post(path, lost);
    assert.equal(asked.statusCode, 400, 'a typed number is no “No limit”');
    assert.match(readText(asked), /You entered a number\. Choose “Up to a limit”/);
    assert.equal((await visitor.post(path, { limit: 'none' })).statusCode, 303);
    assert.match(readText(await visitor.get('/developer/tokens')), /No limit It can spend all/);
  });

  test('its larger payments can wait for approval, beside a limit or without one', async () => {
    const visitor = await world.addVisitor();
    const created = await visitor.get('/developer/tokens/new');
    assert.match(readText(created), /Ask me before each payment above/);
    assert.match(created.body, /name="ask_above"[^>]*value=""/, 'none is suggested');
    await createToken(visitor, { ...SPENDING, ask_above: '1 000' });
    const path = await pathOf(visitor, 'Change limit');
    const list = async () => readText(await visitor.get('/developer/tokens'));
    assert.match(
      await list(),
      /0 of 10,000 sat .* Payments above 1,000 sat wait for your approval\./,
    );
    assert.match(
      readText(await visitor.get('/apps')),
      /0 of 10,000 sat spent this month\. Payments above 1,000 sat wait for your approval\./,
    );
    assert.match((await visitor.get(path)).body, /name="ask_above"[^>]*value="1,000"/);

    const asking = { limit: 'none', end: 'never', ask_above: ' 0 ' };
    assert.equal((await visitor.post(path, asking)).statusCode, 303);
    assert.match(await list(), /No limit Every payment waits for your approval\./);
    assert.doesNotMatch((await visitor.get('/developer/tokens')).body, /<svg viewBox="0 0 1000/);
    assert.match(
      readText(await visitor.get('/apps')),
      /No limit\. Every payment waits for your approval\./,
    );
    const form = await visitor.get(path);
    assert.match(form.body, /name="ask_above"[^>]*value="0"/);
    assert.match(form.body, /value="none" checked/);
    for (const ask_above of ['-1', '1.5', 'x', '9'.repeat(16)]) {
      const answer = await visitor.post(path, { ...asking, ask_above });
      assert.equal(answer.statusCode, 400, ask_above);
      assert.match(readText(answer), /whole number from 0 to 2,100,000,000,000,000, or leave/);
    }
    const limited = { limit: 'some', amount: '70', interval: 'week', end: 'never' };
    assert.equal((await visitor.post(path, limited)).statusCode, 303);
    assert.match(await list(), /0 of 70 sat spent this week/);
    assert.doesNotMatch(await list(), /for your approval/);
  });

  test('the end of what only asks stays until another one is chosen', async () => {
    const visitor = await world.addVisitor();
    await createToken(visitor, { ...SPENDING, end: '30', ask_above: '5' });
    const path = await pathOf(visitor, 'Change limit');
    const list = async () => readText(await visitor.get('/developer/tokens'));
    const asking = { limit: 'none', ask_above: '5', end: 'keep' };
    assert.equal((await visitor.post(path, asking)).statusCode, 303);
    assert.match(await list(), /No limit Spending ends on .*Payments above 5 sat wait/);
    assert.match((await visitor.get(path)).body, /value="keep" selected/);
    assert.equal((await visitor.post(path, { ...asking, end: '30' })).statusCode, 303);
    assert.match(await list(), /No limit Payments above 5 sat wait/);
  });

  test('F10 a budget is whole sats, typed as people do', async () => {
    const visitor = await world.addVisitor();
    await createToken(visitor, SPENDING);
    const path = await pathOf(visitor, 'Change limit');
    const good = { limit: 'some', interval: 'week', end: 'never' };
    for (const amount of ['1', ' 21 ', '1,000', '1 000', '2,100,000', '12345678']) {
      assert.equal((await visitor.post(path, { ...good, amount })).statusCode, 303, amount);
    }
    for (const amount of [
      '',
      '0',
      '-1',
      '1.5',
      '1,5',
      '10.000',
      '1e3',
      '0x10',
      'NaN',
      '1,0000',
      '01,000',
      '٣',
      '9'.repeat(16),
      '9'.repeat(30),
      '1'.repeat(5000),
    ]) {
      const answer = await visitor.post(path, { ...good, amount });
      assert.equal(answer.statusCode, 400, amount);
      assert.match(answer.body, /aria-invalid="true"/);
    }
    assert.match(readText(await visitor.get('/developer/tokens')), /of 12,345,678 sat/);
  });

  test('nothing chosen is not "no limit"; unknown choices are refused', async () => {
    const visitor = await world.addVisitor();
    await createToken(visitor, SPENDING);
    const path = await pathOf(visitor, 'Change limit');
    const good = { limit: 'some', amount: '5', interval: 'week', end: 'never' };
    for (const bad of [
      { limit: '' },
      { limit: 'x' },
      { interval: 'hour' },
      { end: '9' },
      { end: '' },
    ]) {
      const answer = await visitor.post(path, { ...good, ...bad });
      assert.equal(answer.statusCode, 400, JSON.stringify(bad));
    }
    assert.equal((await visitor.post(path, { ...good, end: 'keep' })).statusCode, 400);
    assert.match(
      readText(await visitor.get('/developer/tokens')),
      /of 10,000 sat spent this month/,
    );
  });

  test('a form with faults comes back with all of them named, and what was typed', async () => {
    const visitor = await world.addVisitor();
    const bad = { ...SPENDING, name: ' ', amount: '<x>', scope: ['payments:send'], token_end: '' };
    const answer = await visitor.post('/developer/tokens/new', bad);
    assert.equal(answer.statusCode, 400);
    const text = readText(answer);
    assert.match(text, /The token was not created/);
    assert.match(text, /Enter a name/);
    assert.match(text, /Choose when it expires/);
    assert.match(text, /Enter a whole number from 1 to 2,100,000,000,000,000\./);
    assert.match(answer.body, /value="&#60;x&#62;"/);
    assert.match(answer.body, /value="payments:send" checked/);
    const none = await visitor.post('/developer/tokens/new', { ...GOOD, scope: [] });
    assert.match(readText(none), /Choose at least one/);
    const unknown = await visitor.post('/developer/tokens/new', { ...GOOD, scope: 'admin' });
    assert.equal(unknown.statusCode, 400);
    assert.equal((await world.deps.tokens.listPersonalTokens(visitor.api.user.id)).length, 1);
  });

  test('a limit does not hinder a token that cannot spend', async () => {
    const visitor = await world.addVisitor();
    await createToken(visitor, { ...GOOD, limit: '', amount: 'x' });
    assert.doesNotMatch(readText(await visitor.get('/developer/tokens')), /Change limit.*limit of/);
  });

  test('a name that holds what cannot be seen is refused, and says so', async () => {
    const visitor = await world.addVisitor();
    const before = await world.deps.tokens.listPersonalTokens(visitor.api.user.id);
    const name = '\u001b]0;pwned\u0007\u202egpj.exe';
    const answer = await visitor.post('/developer/tokens/new', { ...GOOD, name });
    assert.equal(answer.statusCode, 400);
    assert.match(readText(answer), /contains invisible characters/);
    const after = await world.deps.tokens.listPersonalTokens(visitor.api.user.id);
    assert.equal(after.length, before.length);
  });

  test('a long name is cut', async () => {
    const visitor = await world.addVisitor();
    await createToken(visitor, { ...GOOD, name: 'n'.repeat(MAX_NAME_LENGTH + 1) });
    const names = (await world.deps.tokens.listPersonalTokens(visitor.api.user.id)).map(
      ({ name }) => name.length,
    );
    assert.ok(names.includes(MAX_NAME_LENGTH));
  });

  test('an expired token leaves the list, and works no more', async () => {
    const visitor = await world.addVisitor();
    const token = await createToken(visitor, { ...GOOD, name: 'short', token_end: '7' });
    world.clock.move(7 * 86_400_000);
    assert.equal((await call(world.app, 'GET', '/balance', bearer(token))).status, 401);
    assert.doesNotMatch(readText(await visitor.get('/developer/tokens')), /short/);
  });

  test('revoking is asked on a page of its own, and ends the token at once', async () => {
    const visitor = await world.addVisitor();
    const token = await createToken(visitor);
    const path = await pathOf(visitor, 'Revoke');
    assert.match(readText(await visitor.get(path)), /Revoke “shop server”\? .* cannot undo this/);
    assert.equal((await call(world.app, 'GET', '/balance', bearer(token))).status, 200);
    for (let times = 1; times <= 2; times += 1) {
      const answer = await visitor.post(path, {});
      assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/developer/tokens']);
      assert.equal((await call(world.app, 'GET', '/balance', bearer(token))).status, 401);
    }
  });

  test("another person's token does not exist", async () => {
    const visitor = await world.addVisitor();
    const stranger = await world.addVisitor();
    const token = await createToken(visitor, SPENDING);
    for (const label of ['Change limit', 'Revoke']) {
      const path = await pathOf(visitor, label);
      assert.equal((await stranger.get(path)).statusCode, 404);
      const good = { limit: 'some', amount: '5', interval: 'week', end: 'never' };
      assert.equal((await stranger.post(path, good)).statusCode, 404);
    }
    for (const path of ['/developer/tokens/x/revoke', '/developer/tokens/%00/budget']) {
      assert.equal((await visitor.get(path)).statusCode, 404, path);
    }
    assert.equal((await call(world.app, 'GET', '/balance', bearer(token))).status, 200);
    assert.match(readText(await visitor.get('/developer/tokens')), /of 10,000 sat/);
  });
});
