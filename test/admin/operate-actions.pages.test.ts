import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { CONFIRMATION_MS } from '../../src/accounts/limits.ts';
import { createPaymentStopStore } from '../../src/node/sql/payment-stop-store.ts';
import { type Answer, type Browser, readHidden } from '../support/browser.ts';
import { emailOf } from '../support/email-of.ts';
import { addInvoice, payInvoice } from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { startActing } from '../support/operate/acting-world.ts';
import { readText } from '../support/page-visitor.ts';
import { submitForm } from '../support/submit-form.ts';

const world = await startActing({ after });
const { database, owner } = world;
const operator = await world.addPerson({ isAdmin: true });
/** Just confirmed who they are. */
const fresh = (): Promise<Browser> => world.signedIn(operator);
const stops = createPaymentStopStore(database);

/** What the page says after it. */
async function does(browser: Browser, path: string, fields = {}): Promise<string> {
  const { password } = operator;
  const answer = await browser.post(path, { password, ...fields });
  if (answer.statusCode !== 303) return readText(answer);
  return readText(await browser.get(String(answer.headers.location)));
}

const textOf = async (answer: Promise<Answer>): Promise<string> => readText(await answer);

describe('payments', () => {
  test('the node is asked, and its answer is written', async () => {
    const browser = await fresh();
    const id = await world.addPayment();
    const path = `/operate/payments/${id}/ask`;
    assert.match(await textOf(browser.get('/operate/payments')), /Ask the node again/);
    world.says.payment = { kind: 'in_flight', paymentIndex: 7n };
    assert.match(await does(browser, path), /The outcome is still open/);
    world.says.payment = { kind: 'failed', paymentIndex: 7n, reason: 'no_route' };
    assert.match(await does(browser, path), /The money is back in its wallet/);
    assert.equal((await world.actionLog(1))[0]?.end?.outcome.state, 'failed');
    const count = (await world.actionLog()).length;
    assert.match(await does(browser, path), /The money is back in its wallet/, 'sent twice');
    assert.equal((await world.actionLog()).length, count);
    assert.doesNotMatch((await browser.get(path)).body, /<form method="post"[^>]*\/ask"/);
    await world.booksBalance();
  });

  test('one between two wallets is unknown to the node, which is not asked', async () => {
    const money = createPostgresWorld(database);
    const [payer, payee] = [await world.addPayer(), await world.addPayer()];
    const event = payInvoice(payer, await addInvoice(money, payee));
    assert.deepEqual(await money.store.settleInternal([event]), [{ kind: 'settled' }]);
    const browser = await fresh();
    for (const what of ['ask', 'end']) {
      const { statusCode } = await browser.get(`/operate/payments/${event.order.id}/${what}`);
      assert.equal(statusCode, 404);
    }
    await world.booksBalance();
  });

  test('a stuck one ends with its proof, and not before', async () => {
    const browser = await fresh();
    const id = await world.addPayment();
    const path = `/operate/payments/${id}/end`;
    world.says.isTried = false;
    const none = await browser.get(path);
    assert.match(readText(none), /It is not stranded: the node has no such payment/);
    assert.doesNotMatch(none.body, /action="[^"]*\/end"/);
    world.says.isTried = true;
    assert.match(await textOf(browser.get(path)), /Not complete yet: a second look is needed/);
    assert.match(await does(browser, path), /Nothing was changed: a second look is needed/);
    assert.equal((await world.actionLog(1))[0]?.end?.result, 'refused');
    await owner`
      update stranded_payment set seen_at = seen_at - interval '1 hour' where payment_id = ${id}`;
    const proven = await browser.get(path);
    assert.match(readText(proven), /Complete/);
    assert.match(proven.body, new RegExp(`action="${path}"`));
    assert.match(await does(browser, path), /The money is back in its wallet/);
    assert.equal((await world.actionLog(1))[0]?.end?.result, 'done');
    assert.match(await textOf(browser.get(path)), /It is not stranded: the payment has failed/);
    await world.booksBalance();
  });
});

describe('a node that is away', () => {
  for (const what of ['ask', 'end']) {
    test(`is told on the page, and noted in the log: ${what}`, async () => {
      const browser = await fresh();
      const path = `/operate/payments/${await world.addPayment()}/${what}`;
      world.says.isAway = true;
      const words = /The node does not answer\. Nothing was changed/;
      if (what === 'end') {
        const shown = await browser.get(path);
        assert.equal(shown.headers.location, '/operate/payments');
        assert.match(await textOf(browser.get('/operate/payments')), words);
      }
      assert.match(await does(browser, path), words);
      const { end } = (await world.actionLog(1))[0] ?? {};
      assert.deepEqual(
        [end?.result, end?.outcome],
        ['failed', { why: 'the node does not answer' }],
      );
      world.says.isAway = false;
      await world.booksBalance();
    });
  }
});

describe('money of no one', () => {
  test('goes to one user, once', async () => {
    const browser = await fresh();
    const [one, other] = [await world.addPerson(), await world.addPerson()];
    const id = await world.addUnclaimed();
    const path = `/operate/unclaimed/${id}/assign`;
    assert((await browser.get('/operate/unclaimed')).body.includes(path));
    const { password } = operator;
    const unknown = await browser.post(path, { email: 'no.one@example.com', password });
    assert.equal(unknown.statusCode, 400);
    assert.match(readText(unknown), /There is no such user/);
    assert.match(unknown.body, /value="no\.one@example\.com"/);
    const [first, second] = await Promise.all(
      [one, other].map(({ email }) => browser.post(path, { email, password })),
    );
    assert.deepEqual([first?.statusCode, second?.statusCode], [303, 303]);
    const done = (await world.actionLog()).filter(({ subject }) => subject === id);
    assert.equal(done.length, 1, 'one of both');
    assert.match(await does(browser, path, { email: one.email }), /given to someone already/);
    assert.match(await textOf(browser.get(path)), /given to someone already/);
    await world.booksBalance();
  });
});

describe('jobs', () => {
  test('a parked one runs again; sent twice it says so', async () => {
    const browser = await fresh();
    const id = await world.addParkedJob();
    const path = `/operate/jobs/${id}/retry`;
    assert.match(await textOf(browser.get(path)), /it broke/);
    assert.match(await does(browser, path), /The job runs again soon/);
    const [row] = await owner`select parked_at from job where id = ${id}`;
    assert.equal(row?.['parked_at'], null);
    assert.match(await does(browser, path), /This job is no longer parked/);
    const logged = (await world.actionLog()).filter(({ subject }) => subject === id);
    assert.deepEqual(
      logged.map(({ detail }) => detail),
      [{ job: 'test' }],
      'its row is gone once it has run',
    );
    for (const wrong of ['x', '9'.repeat(40), '-1']) {
      assert.equal((await browser.get(`/operate/jobs/${wrong}/retry`)).statusCode, 404);
    }
  });
});

describe('alarms', () => {
  test('one is acknowledged with a note, and not what was raised meanwhile', async () => {
    const browser = await fresh();
    const id = await world.addAlarm('raised twice');
    const path = `/operate/alarms/${id}/acknowledge`;
    const count = readHidden(await browser.get(path), 'count');
    await world.addAlarm('raised twice');
    const again = await browser.post(path, { count, note: 'all <b>well' });
    assert.match(readText(again), /raised again while you looked at it/);
    assert.equal(readHidden(again, 'count'), '2');
    assert.match(
      await does(browser, path, { count: '2', note: 'all <b>well' }),
      /The alarm was acknowledged/,
    );
    const earlier = await browser.get('/operate/alarms?show=earlier');
    assert.match(readText(earlier), /Note: all <b>well/);
    assert.match(readText(earlier), new RegExp(operator.email));
    assert.match(await does(browser, path, { count: '2' }), /It was acknowledged already/);
    assert.equal((await world.actionLog()).filter(({ subject }) => subject === id).length, 1);
  });
});

describe('payments over the node', () => {
  const mayLeave = async () =>
    (await database.query((sql) => sql<{ may: boolean }[]>`select may_leave() as may`))[0]?.may;

  test('are stopped at once, with a reason, and allowed again', async () => {
    const browser = await fresh();
    await owner`delete from outside_stop`;
    assert.equal((await browser.post('/operate/stop', { why: '  ' })).statusCode, 400);
    const [one, two] = await Promise.all(
      ['first', 'second'].map((why) => browser.post('/operate/stop', { why })),
    );
    assert.deepEqual([one?.statusCode, two?.statusCode], [303, 303]);
    const [stop, ...others] = await stops.listStops();
    assert.match(stop?.detail ?? '', /an operator stopped them: (first|second)/);
    assert.deepEqual(others, []);
    assert.equal(await mayLeave(), false);
    const { password } = operator;
    const page = await browser.get('/operate/allow');
    const since = readHidden(page, 'since');
    const unproved = await browser.post('/operate/allow', { since });
    assert.match(unproved.body, /name="since"[\s\S]*type="password"/);
    const earlier = new Date(new Date(since).getTime() - 1000).toISOString();
    assert.match(
      await does(browser, '/operate/allow', { since: earlier, password }),
      /lifted already/,
    );
    assert.equal((await stops.listStops()).length, 1, 'a later stop stays');
    assert.match(await does(browser, '/operate/allow', { since: 'x', password }), /lifted already/);
    assert.match(await does(browser, '/operate/allow', { since, password }), /The stop was lifted/);
    assert.deepEqual(await stops.listStops(), []);
    assert.match(await textOf(browser.get('/operate/allow')), /lifted already/);
  });

  test('are allowed again after a limit was reached, with a reason and an extra', async () => {
    const browser = await fresh();
    const { password } = operator;
    const path = '/operate/outflow/allow';
    await owner`delete from outside_stop`;
    assert.match(await textOf(browser.get(path)), /No limit stops what leaves/);
    await owner`insert into outside_stop (reason, detail) values ('outflow', 'the <b>hour')`;
    assert.match(await textOf(browser.get(path)), /the <b>hour/);
    for (const [fields, says] of [
      [{ why: ' ' }, /Say why/],
      [{ why: 'x', beyond: '1,5 k' }, /whole number of sats/],
    ] as const) {
      const answer = await browser.post(path, { ...fields, password });
      assert.equal(answer.statusCode, 400);
      assert.match(readText(answer), says);
    }
    // Who has confirmed just now is asked as well: a stolen session lets nothing leave.
    const fields = { why: 'a payday', beyond: '20000', password };
    for (const wrong of ['', 'not it']) {
      const asked = await browser.post(path, { ...fields, password: wrong });
      assert.match(asked.body, /name="why"[^>]*value="a payday"[\s\S]*type="password"/);
    }
    assert.equal((await stops.listStops()).length, 1);
    assert.match(await does(browser, path, fields), /Money may leave again/);
    assert.deepEqual(await stops.listStops(), []);
    const [action] = await world.actionLog();
    assert.deepEqual(action?.detail, { note: 'a payday', beyondSat: '20000' });
    assert.match(await does(browser, path, { why: 'x', password }), /No limit stops what leaves/);
  });

  test('stay stopped for other reasons', async () => {
    const browser = await fresh();
    await owner`insert into outside_stop (reason, detail) values ('books', 'they differ')`;
    await browser.post('/operate/stop', { why: 'a test' });
    const since = readHidden(await browser.get('/operate/allow'), 'since');
    await browser.post('/operate/allow', { since, password: operator.password });
    assert.deepEqual(
      (await stops.listStops()).map(({ reason }) => reason),
      ['books'],
    );
    await owner`delete from outside_stop`;
  });
});

describe('a stop in an emergency', () => {
  const stopped = async () => (await stops.listStops()).map(({ detail }) => detail);
  const begin = async (): Promise<Browser> => {
    await owner`delete from outside_stop`;
    const browser = await fresh();
    world.clock.move(CONFIRMATION_MS);
    return browser;
  };

  test('is one page and one press, with the password and a reason that is there already', async () => {
    const browser = await begin();
    const page = await browser.get('/operate/stop');
    assert.match(page.body, /name="why"[^>]*value="Emergency"/);
    assert.match(page.body, /type="password"/);
    const count = (await world.actionLog()).length;
    const answer = await submitForm(browser, '/operate/stop', {
      why: 'Emergency',
      password: operator.password,
    });
    assert.equal(answer.headers.location, '/operate/node');
    assert.match((await stopped()).join(), /an operator stopped them: Emergency/);
    assert.equal((await world.actionLog()).length, count + 1);
  });

  test('is not made by a wrong password or none, and the reason stays', async () => {
    const browser = await begin();
    const count = (await world.actionLog()).length;
    for (const [password, status] of [
      ['', 200],
      ['not it', 400],
    ] as const) {
      const asked = await browser.post('/operate/stop', { why: 'The node & its disk', password });
      assert.equal(asked.statusCode, status);
      assert.match(asked.body, /name="why"[^>]*value="The node &#38; its disk"/);
      assert.match(readText(asked), /Stop payments over the node/);
    }
    assert.deepEqual(await stopped(), []);
    assert.equal((await world.actionLog()).length, count);
  });

  test('answers for itself alone: the next action asks again, and so does one without a reason', async () => {
    const browser = await begin();
    const { password } = operator;
    const empty = await browser.post('/operate/stop', { why: ' ', password });
    assert.equal(empty.statusCode, 400);
    assert.match(readText(empty), /Enter a reason\./);
    assert.match(empty.body, /type="password"/);
    await browser.post('/operate/stop', { why: 'a test', password });
    assert.equal((await stopped()).length, 1);
    const next = await browser.get('/operate/allow');
    assert.match(next.body, /type="password"/);
    await owner`delete from outside_stop`;
  });
});

describe('what was typed', () => {
  const typed = [
    ['alarms', async () => `/operate/alarms/${await world.addAlarm()}/acknowledge`, 'note'],
    ['an invitation', async () => '/operate/invitations', 'email'],
  ] as const;
  for (const [what, makePath, field] of typed) {
    test(`is there again when they have confirmed who they are: ${what}`, async () => {
      await owner`delete from outside_stop`;
      const [browser, path] = [await fresh(), await makePath()];
      world.clock.move(CONFIRMATION_MS);
      const count = (await world.actionLog()).length;
      const asked = await browser.post(path, { [field]: 'ann & ben@example.com' });
      assert.match(String(asked.headers.location), /^\/confirm(\?|$)/);
      const confirmed = await browser.post('/confirm', { password: operator.password });
      const form = await browser.get(confirmed.headers.location ?? '');
      assert.match(readText(form), /Check the form and send it again/);
      assert.match(form.body, new RegExp(`name="${field}"[^>]*value="ann &#38; ben@example.com"`));
      assert.match(form.body, new RegExp(`action="${path}"`));
      assert.equal((await world.actionLog()).length, count);
    });
  }

  test('the page that asks who they are says for what, also after a wrong password', async () => {
    const browser = await fresh();
    world.clock.move(CONFIRMATION_MS);
    const path = String((await browser.get('/operate/books/check')).headers.location);
    const next = /Next: Check the books now\. First show that it is you\./;
    const asked = await browser.get(path);
    assert.match(readText(asked), next);
    assert.doesNotMatch(asked.body, /Use a passkey/);
    const wrong = await browser.post(path, { password: 'not it' });
    assert.match(readText(wrong), /This is not your password\./);
    assert.match(readText(wrong), next);
    assert.equal((await browser.post(path, { password: operator.password })).statusCode, 303);
    const theirs = await browser.get('/confirm?next=Give+me+your+password&kept=x');
    assert.doesNotMatch(readText(theirs), /Give me/);
  });

  test('is not what others put into an address', async () => {
    const browser = await fresh();
    const page = await browser.get('/operate/stop?why=theirs&kept=x');
    assert.equal(page.statusCode, 200);
    assert.doesNotMatch(page.body, /theirs/);
  });
});

describe('the log', () => {
  test('shows all, and filters by what and by whom', async () => {
    const browser = await fresh();
    await browser.post('/operate/books/check');
    const all = await textOf(browser.get('/operate/log'));
    assert.match(all, /Checked the books/);
    assert.match(all, new RegExp(operator.email));
    const kinds = await textOf(browser.get('/operate/log?kind=job_retry'));
    assert.match(kinds, /Actions of operators.*Tried a job again/);
    assert.doesNotMatch(kinds.slice(kinds.indexOf('Actions of operators')), /Checked the books/);
    const { identifier } = (await world.addPerson({ isAdmin: true })).user;
    for (const who of ['command', identifier]) {
      const none = await textOf(browser.get(`/operate/log?who=${who}`));
      assert.match(none, /No action matches/);
    }
    for (const who of ['%00', '%22%3E%3Cscript%3E', 'x']) {
      assert.equal((await browser.get(`/operate/log?who=${who}&after=${who}`)).statusCode, 200);
    }
  });

  test('shows amounts as other pages do, and leads to the user', async () => {
    const browser = await fresh();
    const { user } = await world.addPerson();
    await owner`
      insert into operator_action (id, kind, subject, detail) values
        (gen_random_uuid(), 'user_limits', ${user.id}, '{"maxBalance":"500000","maxSendDay":"none"}')`;
    const log = await browser.get('/operate/log?kind=user_limits');
    assert.match(readText(log), /Most they may keep: 500,000 sat/);
    assert.match(readText(log), /Most they may send in a day: none/);
    assert.match(log.body, new RegExp(`href="/operate/users/${user.id}"`));
    assert.match(log.body, new RegExp(`/operate/users/${user.id}">${user.email}<`), 'a person');
  });

  test('names each user once, and an invitation by whom it is for', async () => {
    const browser = await fresh();
    const { user } = await world.addPerson();
    const detail = JSON.stringify({ user: user.identifier, role: 'user' });
    await owner`
      insert into operator_action (id, kind, subject, detail)
      values (gen_random_uuid(), 'user_add', ${user.id}, ${detail}::text::jsonb)`;
    const added = await textOf(browser.get('/operate/log?kind=user_add'));
    const [table = ''] = /Actions of operators.*/.exec(added) ?? [];
    assert.equal(table.split(emailOf(user)).length - 1, 1, table);
    await browser.post('/operate/invitations', { email: 'guest@example.org' });
    const invited = await textOf(browser.get('/operate/log?kind=user_invite'));
    assert.match(invited, /Invited someone guest@example\.org Role: user/);
    assert.doesNotMatch(invited, /[0-9a-f]{64}/);
  });

  test('has pages', async () => {
    const browser = await fresh();
    for (let index = 0; index < 60; index += 1) {
      await owner`
        insert into operator_action (id, kind, subject, detail)
        values (gen_random_uuid(), 'job_retry', ${`row ${index}.`}, '{}')`;
    }
    const first = await browser.get('/operate/log?who=command');
    assert.match(readText(first), /row 59\..*row 10\./);
    assert.doesNotMatch(readText(first), /row 9\./);
    const last = /after[^"]*?([\da-f-]{36})"/.exec(first.body)?.[1] ?? '';
    const next = await textOf(browser.get(`/operate/log?who=command&after=${last}`));
    assert.match(next, /row 9\..*row 0\./);
  });
});
