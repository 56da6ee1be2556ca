import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { RECENT_PASSWORD_MS } from '../../src/accounts/limits.ts';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { msat } from '../../src/base/amount.ts';
import { DAY_MS, MINUTE_MS } from '../../src/base/durations.ts';
import { ACCOUNT_RECORD } from '../../src/lightning/custom-records.ts';
import { CSRF_FIELD } from '../../src/web/pages/forms.ts';
import { startAccounts } from '../support/account-world.ts';
import { addPasskey } from '../support/add-passkey.ts';
import type { ApiUser } from '../support/api-user.ts';
import { type Asked, addAsked } from '../support/asking-world.ts';
import { type Answer, type Browser, readHidden } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import type { SendPlan } from '../support/fake-node.ts';
import { textField } from '../support/fields.ts';
import { readLink, readText } from '../support/page-visitor.ts';
import { EXTERNAL_KEY, pubkeyOf } from '../support/scripted-node/bills.ts';
import { createSoftPasskey } from '../support/soft-passkey.ts';
import { hiddenFields } from '../support/submit-form.ts';

/** Numbers in titles: the checklist of approvals. */

const world = await startAccounts({ after }, { config: { waitSec: 0 } });

const owner = postgres(world.ownerUrl, { max: 1 });
after(() => owner.end());

const pathOf = ({ id }: { readonly id: string }) => `/approvals/${id}`;
const external = (sats: number) =>
  world.node.externalInvoice({ amountMsat: BigInt(sats) * 1000n }).bolt11;
const read = async (browser: Browser, path: string) => {
  const page = await browser.get(path);
  assert.equal(page.statusCode, 200, page.body);
  return readText(page);
};

/** Presses Pay, and answers the question who it is with the password. */
async function pay({ browser, person }: Asked, path: string, fields = {}): Promise<Answer> {
  const asked = await browser.post(`${path}/pay`, fields);
  if (asked.statusCode === 303) return asked;
  assert.match(readText(asked), /Is it you\?/);
  const proved = { ...hiddenFields(asked, `${path}/pay`), password: person.password };
  return await browser.post(`${path}/pay`, proved);
}

/** Someone here whose invoices are paid. */
async function payee() {
  const user = await world.addUser();
  return {
    invoice: async (amount: number, memo = ''): Promise<string> => {
      const { body } = await user.post('/invoices', { amount, memo });
      return textField(body, 'payment_request');
    },
  };
}

describe('28 a payment that asks', () => {
  test('is paid once, with the amount, the payee and who asks in sight before', async () => {
    const one = await addAsked(world);
    const { invoice } = await payee();
    const approval = await one.ask(await invoice(500));
    const path = pathOf(approval);
    const list = await one.browser.get('/approvals');
    assert.match(
      readText(list),
      /Waiting for your answer .* Waits until .* The token “ test ” 500 sat/,
    );
    assert.ok(list.body.includes(`href="${path}"`));
    const page = await one.browser.get(path);
    assert.match(
      readText(page),
      /Amount 500 sat To Here: someone.* Fee No fee .*Asked by The token “ test ” Ends .*Token created/,
    );
    assert.match(
      readText(page),
      /waited for less than a minute.* pay only if you have not already/,
    );
    const { body } = page;
    for (const said of ['500', 'Asked by']) {
      assert.ok(body.indexOf(said) < body.indexOf('>Pay 500 sat<'), said);
    }
    const paid = await pay(one, path);
    assert.equal(paid.headers.location, path);
    const verdict = await one.browser.get(path);
    assert.match(
      readText(verdict),
      /Paid The money has arrived\. You approved it .* with Chrome on Linux/,
    );
    const record = readLink(verdict, 'See the payment');
    assert.match(await read(one.browser, record), /500 sat/);
    assert.equal(await one.token.balanceSat(), 9500);
    assert.equal(await one.askAboveSat(), 100n, 'it asks as before');
    assert.match(await read(one.browser, '/approvals'), /Nothing waits.*Earlier .*You approved it/);
  });

  test('is paid over the node, with at most the fee that was shown', async () => {
    const one = await addAsked(world);
    const path = pathOf(await one.ask(external(500)));
    assert.match(await read(one.browser, path), /Fee At most 10 sat\./);
    await pay(one, path);
    assert.match(await read(one.browser, path), /Paid The money has arrived/);
  });

  test('says whether it is the first to its payee', async () => {
    const one = await addAsked(world);
    const [known, other] = [await payee(), await payee()];
    const isFirst = async (bolt11: string): Promise<boolean> => {
      const path = pathOf(await one.ask(bolt11));
      return /Your first payment to them\./.test(await read(one.browser, path));
    };
    assert.equal(await isFirst(await known.invoice(200)), true);
    await one.token.post('/payments/bolt11', { invoice: await known.invoice(50) });
    assert.equal(await isFirst(await known.invoice(300)), false);
    assert.equal(await isFirst(await other.invoice(300)), true);
    assert.equal(await isFirst(external(200)), true);
    await one.token.post('/payments/bolt11', { invoice: external(50) });
    await world.deps.dispatcher.drain();
    assert.equal(await isFirst(external(300)), false);
  });

  test('is paid, and as much is not asked for any more', async () => {
    const one = await addAsked(world);
    const { invoice } = await payee();
    const path = pathOf(await one.ask(await invoice(500)));
    assert.match(await read(one.browser, path), /Pay, and do not ask up to 500 sat/);
    const asked = await one.browser.post(`${path}/pay`, { raise: 'yes' });
    assert.match(readText(asked), /Is it you\?.* From now on It pays up to 500 sat without asking/);
    assert.equal(await one.askAboveSat(), 100n);
    await pay(one, path, { raise: 'yes' });
    assert.equal(await one.askAboveSat(), 500n);
    const again = await one.token.post('/payments/bolt11', { invoice: await invoice(500) });
    assert.equal(again.status, 200);
    assert.match((await one.find(await one.ask(await invoice(501)))).state, /waiting/);
  });

  test('raising is offered only where it raises something', async () => {
    const one = await addAsked(world);
    const { invoice } = await payee();
    const [first, second] = [await one.ask(await invoice(400)), await one.ask(await invoice(500))];
    await pay(one, pathOf(second), { raise: 'yes' });
    assert.doesNotMatch(await read(one.browser, pathOf(first)), /do not ask up to/);
    await one.browser.post(`${pathOf(first)}/pay`, { raise: 'yes' });
    assert.equal((await one.find(first)).state, 'approved');
    assert.equal(await one.askAboveSat(), 500n, 'and never lowers it');
  });

  test('is refused without a proof, for good', async () => {
    const one = await addAsked(world);
    const { invoice } = await payee();
    const bolt11 = await invoice(500);
    const approval = await one.ask(bolt11);
    const path = pathOf(approval);
    const refused = await one.browser.post(`${path}/refuse`);
    assert.equal(refused.headers.location, path);
    assert.match(
      await read(one.browser, path),
      /Refused Nothing was paid.* You refused it .* with Chrome/,
    );
    const late = await one.token.post('/payments/bolt11', { invoice: bolt11 });
    assert.match(late.text, /refused this payment/);
    assert.equal(await one.token.balanceSat(), 10_000);
  });

  test('that is approved but does not fit any more says why', async () => {
    const one = await addAsked(world);
    const { invoice } = await payee();
    const [first, second] = [
      await one.ask(await invoice(6000)),
      await one.ask(await invoice(6000)),
    ];
    await pay(one, pathOf(first));
    await pay(one, pathOf(second));
    assert.match(
      await read(one.browser, pathOf(second)),
      /Could not be paid .* Your balance is too low .* You approved it .* but it could not be paid/,
    );
    assert.equal(await one.token.balanceSat(), 4000);
  });
});

describe('29 38 an old form', () => {
  test('shows the verdict, whoever presses first', async () => {
    const one = await addAsked(world);
    const other = await world.signedIn(one.person);
    const { invoice } = await payee();
    const approval = await one.ask(await invoice(500));
    const path = pathOf(approval);
    await pay(one, path);
    for (const [act, fields] of [
      ['pay', { password: one.person.password }],
      ['pay', { raise: 'yes' }],
      ['refuse', {}],
    ] as const) {
      const late = await other.post(`${path}/${act}`, fields);
      assert.equal(late.headers.location, path, act);
    }
    assert.match(await read(other, path), /Paid .* You approved it .* with/);
    assert.equal((await one.find(approval)).state, 'approved');
    assert.equal(await one.token.balanceSat(), 9500);
    const refused = await one.ask(await invoice(500));
    await other.post(`${pathOf(refused)}/refuse`);
    assert.equal((await pay(one, pathOf(refused))).headers.location, pathOf(refused));
    assert.match(await read(one.browser, pathOf(refused)), /Refused .* You refused it/);
  });

  test('sent many times at once, from two sessions, it pays once', async () => {
    const one = await addAsked(world);
    const other = await world.signedIn(one.person);
    const { invoice } = await payee();
    const path = pathOf(await one.ask(await invoice(500)));
    const { password } = one.person;
    const presses = [one.browser, other, one.browser, other, one.browser, other];
    await Promise.all(
      presses.map((browser, place) =>
        place === 5 ? browser.post(`${path}/refuse`) : browser.post(`${path}/pay`, { password }),
      ),
    );
    const verdict = await read(one.browser, path);
    const balance = await one.token.balanceSat();
    assert.ok(
      (balance === 9500 && /Paid/.test(verdict)) || (balance === 10_000 && /Refused/.test(verdict)),
      `${balance}: ${verdict}`,
    );
  });

  test('after its time, it pays nothing and says so', async () => {
    const one = await addAsked(world);
    const { invoice } = await payee();
    const approval = await one.ask(await invoice(500));
    const path = pathOf(approval);
    world.clock.move(300_000);
    const late = await one.browser.post(`${path}/pay`, { password: one.person.password });
    assert.equal(late.headers.location, path);
    assert.match(await read(one.browser, path), /Not answered in time Nothing was paid\..* ended/);
    assert.match(await read(one.browser, '/approvals'), /Nothing waits for you/);
    assert.equal(await one.token.balanceSat(), 10_000);
  });
});

describe('36 no one else decides', () => {
  const ACTS = ['pay', 'refuse', 'refuse-all', 'mute'];

  test('by opening an address', async () => {
    const one = await addAsked(world);
    const { invoice } = await payee();
    const approval = await one.ask(await invoice(500));
    for (const act of ACTS) {
      const { statusCode } = await one.browser.get(`${pathOf(approval)}/${act}`);
      assert.ok(statusCode === 404 || statusCode === 405, act);
    }
    for (const path of [pathOf(approval), `${pathOf(approval)}?raise=yes`])
      await read(one.browser, path);
    assert.equal((await one.find(approval)).state, 'waiting');
  });

  test('without the token of a form, without a session, or as someone else', async () => {
    const one = await addAsked(world);
    const stranger = await addAsked(world);
    const { invoice } = await payee();
    const approval = await one.ask(await invoice(500));
    const { password } = one.person;
    for (const act of ACTS) {
      const path = `${pathOf(approval)}/${act}`;
      assert.equal((await one.browser.postPlain(path, { password })).statusCode, 403, act);
      const foreign = { password, [CSRF_FIELD]: 'x' };
      assert.equal((await one.browser.postPlain(path, foreign)).statusCode, 403, act);
      const guest = await world.browser().post(path, { password });
      assert.equal(guest.headers.location, '/sign-in', act);
      const other = await stranger.browser.post(path, { password: stranger.person.password });
      assert.equal(other.statusCode, 404, act);
    }
    for (const path of [pathOf(approval), '/approvals/x', `/approvals/${crypto.randomUUID()}`]) {
      assert.equal((await stranger.browser.get(path)).statusCode, 404, path);
    }
    assert.doesNotMatch(await read(stranger.browser, '/approvals'), /500 sat/);
    await world.accounts.sessions.endAllSessions(one.person.user.id);
    await one.browser.post(`${pathOf(approval)}/refuse`);
    assert.equal((await one.find(approval)).state, 'waiting');
    assert.equal(await one.token.balanceSat(), 10_000);
  });
});

describe('44 several keysends in one call', () => {
  const elsewhere = pubkeyOf(EXTERNAL_KEY);
  const inside = ({ user }: ApiUser, amount: number, memo = '') => ({
    destination: world.node.identity.pubkey,
    amount,
    memo,
    custom_records: { [String(ACCOUNT_RECORD)]: user.identifier },
  });

  test('are one approval, with the greatest of them in sight before', async () => {
    const one = await addAsked(world);
    const user = await world.addUser();
    const memo = '<b>for\u202e the show</b>';
    const small = Array.from({ length: 12 }, (_, index) => ({
      destination: elsewhere,
      amount: 20 + index,
    }));
    const approval = await one.askForKeysends([...small, inside(user, 500, memo)]);
    const path = pathOf(approval);
    assert.match(await read(one.browser, '/approvals'), /13 payments .* 806 sat/);
    const page = await one.browser.get(path);
    assert.match(
      readText(page),
      /Amount 806 sat Asked by The token “ test ” Fee At most 120 sat\..* To 13 payments 500 sat Here: someone.*first payment to them\. “ .*for� the show.* ” 31 sat .* 23 sat .*And 3 more: 63 sat\./,
    );
    assert.doesNotMatch(page.body, /<b>for|\u202e/);
    assert.match(readText(await one.browser.post(`${path}/pay`)), /Is it you.*13 payments 500 sat/);
    assert.equal(await one.token.balanceSat(), 10_000);
    await pay(one, path);
    assert.match(await read(one.browser, path), /Paid The money has arrived.*See the payments/);
    assert.equal(await user.balanceSat(), 500);
    assert.equal(await one.token.balanceSat(), 9194 - 12, 'each over the node costs a sat');
  });

  test('say if only a part of them was paid, or nothing', async () => {
    const one = await addAsked(world);
    const user = await world.addUser();
    const lost = { destination: elsewhere, amount: 90 };
    const planned = world.node.plan;
    world.node.plan = { kind: 'fail', reason: 'no_route' };
    try {
      const part = pathOf(await one.askForKeysends([lost, inside(user, 60)]));
      await pay(one, part);
      assert.match(await read(one.browser, part), /Partly paid .*Only what has arrived was taken/);
      const nothing = pathOf(await one.askForKeysends([lost, lost]));
      await pay(one, nothing);
      assert.match(await read(one.browser, nothing), /Not paid .*Nothing was taken/);
      assert.equal(await one.token.balanceSat(), 9940);
    } finally {
      world.node.plan = planned;
    }
  });

  test('are under way until the last of them has ended, and the page does not wait', async () => {
    const one = await addAsked(world);
    const planned = world.node.plan;
    const { promise: until, resolve: end } = Promise.withResolvers<SendPlan>();
    world.node.plan = { kind: 'hold', until };
    const keysends = Array(12).fill({ destination: elsewhere, amount: 50 });
    const approval = await one.askForKeysends(keysends);
    const path = pathOf(approval);
    await pay(one, path);
    assert.match(await read(one.browser, path), /On its way/);
    const free = { kind: 'succeed', feeMsat: msat(0n) } as const;
    world.node.plan = free;
    end(free);
    await eventually('all are paid', async () => (await one.token.balanceSat()) === 9400 || null);
    assert.match(await read(one.browser, path), /Paid The money has arrived/);
    world.node.plan = planned;
  });

  test('are refused like any other', async () => {
    const one = await addAsked(world);
    const approval = await one.askForKeysends([{ destination: elsewhere, amount: 101 }]);
    await one.browser.post(`${pathOf(approval)}/refuse`);
    assert.match(await read(one.browser, pathOf(approval)), /Refused .* One payment /);
    assert.match(await read(one.browser, '/activity'), /One payment .*You refused it/);
    assert.equal(await one.token.balanceSat(), 10_000);
  });
});

describe('37 the proof of who pays', () => {
  test('a passkey signs for one approval, and for nothing else', async () => {
    const one = await addAsked(world);
    const key = createSoftPasskey();
    await addPasskey(one.browser, key, one.person.password);
    const { invoice } = await payee();
    const [first, second] = [await one.ask(await invoice(300)), await one.ask(await invoice(400))];
    const ask = async (path: string, fields = {}) => {
      const page = await one.browser.post(`${path}/pay`, { prove_with: 'passkey', ...fields });
      return readHidden(page, 'options');
    };
    const send = (path: string, options: string, fields = {}) =>
      one.browser.post(`${path}/pay`, { options, answer: key.sign(options), ...fields });
    const waits = async () => (await one.find(second)).state;

    const wrong = await send(pathOf(second), await ask(pathOf(first)));
    assert.equal(wrong.statusCode, 400, 'made for another approval');
    assert.equal(await waits(), 'waiting');
    const raising = await send(pathOf(second), await ask(pathOf(second)), { raise: 'yes' });
    assert.equal(raising.statusCode, 400, 'made for paying alone');
    const confirming = readHidden(await one.browser.get('/confirm/passkey'), 'options');
    assert.equal((await send(pathOf(second), confirming)).statusCode, 400, 'made for a page');
    const other = await ask(pathOf(second));
    const elsewhere = { options: other, answer: key.sign(other) };
    const confirmed = await one.browser.post('/confirm/passkey', elsewhere);
    assert.equal(confirmed.statusCode, 400, 'made for an approval');
    assert.equal(await waits(), 'waiting');

    const options = await ask(pathOf(second));
    const paid = await send(pathOf(second), options);
    assert.equal(paid.headers.location, pathOf(second));
    assert.equal(await waits(), 'approved');
    assert.equal((await one.browser.post(`${pathOf(first)}/pay`)).statusCode, 200, 'asks again');
    assert.equal((await one.find(first)).state, 'waiting');
  });

  test('a password counts for five minutes, in its session', async () => {
    const one = await addAsked(world);
    const other = await world.signedIn(one.person);
    const { invoice } = await payee();
    const ask = async () => await one.ask(await invoice(200));
    const [first, second, third] = [await ask(), await ask(), await ask()];
    const asks = async (browser: Browser, approval: typeof first) =>
      (await browser.post(`${pathOf(approval)}/pay`)).statusCode === 200;
    await one.browser.post('/confirm', { password: one.person.password });
    assert.equal(await asks(one.browser, first), true, 'a confirmation of something else');
    const wrong = await one.browser.post(`${pathOf(first)}/pay`, { password: 'not it' });
    assert.equal(wrong.statusCode, 400);
    assert.match(readText(wrong), /This is not your password\./);
    await pay(one, pathOf(first));
    assert.equal(await asks(other, second), true, 'another session');
    assert.equal(await asks(one.browser, second), false);
    assert.equal((await one.find(second)).state, 'approved');
    world.clock.move(RECENT_PASSWORD_MS - MINUTE_MS);
    await read(one.browser, pathOf(third));
    const late = await one.ask(await invoice(200));
    world.clock.move(MINUTE_MS);
    assert.equal(await asks(one.browser, late), true);
    assert.equal((await one.find(late)).state, 'waiting');
  });

  test('signing in to get to the page counts for it, once', async () => {
    const one = await addAsked(world);
    const { invoice } = await payee();
    const [first, second] = [await one.ask(await invoice(300)), await one.ask(await invoice(400))];
    const browser = world.browser();
    assert.equal((await browser.get(pathOf(first))).headers.location, '/sign-in');
    const { email, password } = one.person;
    const signedIn = await browser.post('/sign-in', { email, password });
    assert.equal(signedIn.headers.location, pathOf(first));
    assert.equal((await browser.post(`${pathOf(second)}/pay`)).statusCode, 200, 'for another');
    assert.equal((await browser.post(`${pathOf(first)}/pay`)).headers.location, pathOf(first));
    assert.equal((await one.find(first)).state, 'approved');
    assert.equal((await browser.post(`${pathOf(second)}/pay`)).statusCode, 200);
    assert.equal((await one.find(second)).state, 'waiting');
  });
});

describe('41 an app that asks too often', () => {
  test('is refused all at once, and others wait on', async () => {
    const one = await addAsked(world);
    const { invoice } = await payee();
    const first = await one.ask(await invoice(200));
    assert.doesNotMatch(await read(one.browser, pathOf(first)), /Refuse all/);
    for (const amount of [300, 400]) await one.ask(await invoice(amount));
    assert.match(await read(one.browser, pathOf(first)), /Refuse all 3/);
    const refused = await one.browser.post(`${pathOf(first)}/refuse-all`);
    assert.equal(refused.headers.location, '/approvals');
    const list = await read(one.browser, '/approvals');
    assert.match(
      list,
      /3 payments are refused\..* Nothing waits for you .* Earlier .* You refused it/,
    );
    await one.browser.post(`${pathOf(first)}/refuse-all`);
    assert.match(await read(one.browser, '/approvals'), /Nothing waited any more\./);
  });

  test('is muted for a day, still asks, and is unmuted', async () => {
    const one = await addAsked(world);
    const { invoice } = await payee();
    const first = await one.ask(await invoice(200));
    assert.match(await read(one.browser, '/notices'), /A payment asks for your approval/);
    const mute = async (how: string) => {
      const done = await one.browser.post(`${pathOf(first)}/mute`, { mute: how });
      assert.equal(done.headers.location, pathOf(first));
      return await read(one.browser, pathOf(first));
    };
    assert.match(await mute('yes'), /It is muted for a day\..* It is muted: .* Unmute/);
    const unread = async () => /(\d+) unread/.exec(await read(one.browser, '/approvals'))?.[1];
    assert.equal(await unread(), undefined);
    const quiet = await one.ask(await invoice(300));
    assert.equal((await one.find(quiet)).state, 'waiting');
    assert.equal(await unread(), undefined);
    assert.match(await mute('no'), /It is not muted any more\..* Mute for a day/);
    await one.ask(await invoice(400));
    assert.equal(await unread(), '1');
    await mute('yes');
    world.clock.move(DAY_MS);
    await one.ask(await invoice(500));
    assert.equal(await unread(), '2');
  });

  test('is disconnected from there, which ends what it asked for', async () => {
    const one = await addAsked(world);
    const { invoice } = await payee();
    const approval = await one.ask(await invoice(200));
    const end = readLink(await one.browser.get(pathOf(approval)), 'Revoke');
    await one.browser.post(end);
    assert.match(
      await read(one.browser, pathOf(approval)),
      /No longer needed .* Nothing was paid here/,
    );
    assert.match(
      await read(one.browser, '/approvals'),
      /No longer needed since .* The token “ test ”/,
    );
  });
});

const HIDDEN = ['\u202e', '\u2066', '\u0007', '\u200b'];

describe('39 words of others', () => {
  test('are escaped, isolated, cut, and neither hide nor turn anything', async () => {
    const one = await addAsked(world);
    await owner`
      update personal_token set name = ${'<b>x</b>\u202egnp.\u0007'} where id = ${one.grant.grantId}`;
    const { invoice } = await payee();
    const memo = `<script>1</script>\u202etxt\u2066\u0007\n\u200bnew ${'y'.repeat(200)}`;
    const approval = await one.ask(await invoice(500, memo));
    for (const path of [pathOf(approval), '/approvals', '/activity', '/notices']) {
      const { body } = await one.browser.get(path);
      assert.doesNotMatch(body, /<script>1|<b>x|y{121}/, path);
      // The filter of Activity offers the name as well.
      const line = body.slice(path === '/activity' ? body.indexOf('class="movement ') : 0);
      for (const sign of HIDDEN) assert.ok(!line.includes(sign), path);
    }
    const { body } = await one.browser.get(pathOf(approval));
    const said = /“<bdi dir="auto">([^<]*)<\/bdi>”/.exec(body)?.[1] ?? '';
    assert.match(said, /^&#60;script&#62;1.*\ufffdtxt\ufffd \ufffdnew y+…$/);
    assert.match(body, /The token “<bdi>&#60;b&#62;x&#60;\/b&#62;\ufffdgnp\.\ufffd<\/bdi>”/);
    const title = /<title>([^<]*)</.exec(body)?.[1];
    assert.match(title ?? '', /^A payment asks for your approval/);
  });
});

describe('42 Home and Activity', () => {
  test('lead to what waits, and say how it has ended', async () => {
    const one = await addAsked(world);
    const { invoice } = await payee();
    const first = await one.ask(await invoice(500));
    const home = await one.browser.get('/');
    assert.match(readText(home), /A payment waits for your approval\./);
    assert.equal(readLink(home, 'A payment waits for your approval.'), pathOf(first));
    const second = await one.ask(await invoice(600));
    const both = await one.browser.get('/');
    assert.equal(readLink(both, '2 payments wait for your approval.'), '/approvals');
    assert.match(
      await read(one.browser, '/activity'),
      /Waiting for your answer .* Waits until .* The token “ test ” 600 sat .*500 sat/,
    );
    await one.browser.post(`${pathOf(first)}/refuse`);
    world.clock.move(300_000);
    const activity = await read(one.browser, '/activity');
    assert.doesNotMatch(activity, /Waiting for your answer/);
    assert.match(
      activity,
      /Today .*Not answered in time.* 600 sat .*You refused it .* with Chrome/,
    );
    assert.match(await read(one.browser, '/activity?state=failed'), /You refused it/);
    for (const query of ['state=settled', 'show=in', 'min=1', 'q=x', 'app=other']) {
      assert.doesNotMatch(await read(one.browser, `/activity?${query}`), /You refused it/, query);
    }
    assert.match(await read(one.browser, `/activity?app=${one.grant.grantId}`), /You refused it/);
    assert.doesNotMatch(await read(one.browser, '/'), /for your approval/);
    const listed = await one.token.get('/invoices/outgoing');
    assert.equal(listed.text, '[]', 'apps see no payment that was not made');
    assert.equal((await one.find(second)).state, 'waiting', 'no one had to write its end for that');
  });

  test('and the archive has them, until the account is closed', async () => {
    const one = await addAsked(world);
    const { invoice } = await payee();
    await one.browser.post(`${pathOf(await one.ask(await invoice(500)))}/refuse`);
    const archive = (await one.browser.get('/leave/archive.json')).json();
    const [approval] = archive.approvals;
    assert.deepEqual(
      [approval.state, approval.amount_msat, approval.grant_id],
      ['refused', 500_000, one.grant.grantId],
    );
    assert.match(approval.device, /Chrome/);
  });
});

test('an app of OAuth is shown with the host to which it leads people back', async () => {
  const one = await addAsked(world);
  const appGrantId = crypto.randomUUID();
  await owner`
    insert into client (id, owner_user_id, name, url, callback, created_at)
    values ('shopclient', ${one.person.user.id}, 'Bank', 'https://site.example', 'https://evil.example/cb', now())`;
  await owner`
    insert into app_grant (id, user_id, client_id, scopes, created_at)
    values (${appGrantId}, ${one.person.user.id}, 'shopclient', ${ALL_SCOPES.join(' ')}, now())`;
  const { invoice } = await payee();
  const approval = await one.ask(await invoice(500));
  await owner`
    update approval set grant_id = ${appGrantId} where id = ${approval.id}`;
  const text = await read(one.browser, pathOf(approval));
  assert.match(
    text,
    /Asked by The app “ Bank ” Website evil\.example .*Connected .* Last used Not used yet/,
  );
  await owner`update approval set grant_id = 'gone' where id = ${approval.id}`;
  assert.match(await read(one.browser, pathOf(approval)), /Asked by An app that was deleted/);
});
