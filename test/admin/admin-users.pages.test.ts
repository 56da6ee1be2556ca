import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CONFIRMATION_MS } from '../../src/accounts/limits.ts';
import { OPERATE_ROWS } from '../../src/admin/limits.ts';
import { MailFault } from '../../src/base/mailer.ts';
import { insertPerson } from '../support/account-people.ts';
import { startAccounts } from '../support/account-world.ts';
import type { Answer } from '../support/browser.ts';
import { readText } from '../support/page-visitor.ts';

const world = await startAccounts({ after });
const operator = await world.addPerson({ isAdmin: true });
const linkIn = ({ body }: Answer): string =>
  (/data-copy="([^"]*)"/.exec(body)?.[1] ?? '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace('https://wallet.example', '');

test('an admin sees everybody', async () => {
  const person = await world.addPerson();
  const admin = await world.signedIn(operator);
  const text = readText(await admin.get('/operate/users'));
  assert(text.includes(person.email) && text.includes(operator.email));
  const page = await admin.get(`/operate/users/${person.user.id}`);
  assert(readText(page).includes(person.user.identifier));
  for (const id of ['nobody', '00000000-0000-0000-0000-000000000000']) {
    assert.equal((await admin.get(`/operate/users/${id}`)).statusCode, 404);
    assert.equal((await admin.post(`/operate/users/${id}/disable`)).statusCode, 404);
    assert.equal((await admin.post(`/operate/users/${id}/reset-password`)).statusCode, 404);
  }
});

test('an admin finds one of very many', async (t) => {
  const own = await startAccounts(t);
  const admin = await own.signedIn(await own.addPerson({ isAdmin: true }));
  const beganMs = own.clock.now().getTime();
  for (let index = 0; index < 2 * OPERATE_ROWS + 5; index += 1) {
    await insertPerson(own.accounts.users, {
      email: `many-${index}@example.com`,
      name: index === 3 ? 'Zoë <b>' : null,
      // Each a moment after the one before: those of one moment stand in no order.
      createdAt: new Date(beganMs + index),
    });
  }
  const all = await admin.get('/operate/users');
  assert.match(readText(all), /many-104@.*many-55@/);
  assert.doesNotMatch(all.body, /many-54@/);
  const after = /after[^"]*?([\da-f-]{36})"/.exec(all.body)?.[1] ?? '';
  const second = await admin.get(`/operate/users?after=${after}`);
  assert.match(readText(second), /many-54@.*many-5@/);
  assert.doesNotMatch(second.body, /many-(4|55)@/);
  const found = readText(await admin.get('/operate/users?q=%20ZO%C3%8B%20%3C'));
  assert.match(found, /many-3@example\.com Zoë <b>/);
  assert.doesNotMatch(found, /many-4@/);
  const last = await own.accounts.users.findUserByEmail('many-3@example.com');
  await own.accounts.credentials.noteResetAsked(last?.id ?? '', own.clock.now());
  assert.match((await admin.get('/operate/users')).body, /many-3@/, 'who waits stands first');
  const none = await admin.get('/operate/users?q=%22%3E%3Cscript%3E');
  assert.match(readText(none), /No user has this in their name or address/);
  assert.doesNotMatch(none.body, /"><script>/);
});

test('a whole identifier or lightning address finds its user; both lead to their page', async () => {
  const person = await world.addPerson();
  const { id, identifier } = person.user;
  await world.database.query(
    (sql) => sql`insert into address_name (name, user_id, is_current, claimed_at)
      values ('zebra', ${id}, true, now())`,
  );
  const admin = await world.signedIn(operator);
  for (const search of [identifier, 'zebra', 'ZEB', person.email]) {
    const { body } = await admin.get(`/operate/users?q=${encodeURIComponent(search)}`);
    // Above it stands who is signed in.
    const main = body.slice(body.indexOf('<main'));
    assert(main.includes(person.email) && !main.includes(operator.email), search);
  }
  for (const path of [id, identifier]) {
    assert(readText(await admin.get(`/operate/users/${path}`)).includes(person.email));
  }
});

test('an admin invites: the link is shown once and leads to an account', async () => {
  const admin = await world.signedIn(operator);
  const email = 'invited@example.com';
  const shown = await admin.post('/operate/invitations', { email, role: 'user' });
  assert.equal(shown.statusCode, 200);
  const link = linkIn(shown);
  assert.match(link, /^\/invitation\?token=[\w-]{43}$/);
  const list = await admin.get('/operate/users');
  assert.match(readText(list), /Open invitations .*invited@example\.com/);
  assert(!list.body.includes(link.split('=')[1] ?? 'x'));
  assert.equal((await world.browser().get(link)).statusCode, 200);
});

test('an admin withdraws an invitation', async () => {
  const admin = await world.signedIn(operator);
  const link = linkIn(
    await admin.post('/operate/invitations', {
      email: '',
      role: 'admin',
      password: operator.password,
    }),
  );
  const list = await admin.get('/operate/users');
  assert.match(readText(list), /Anyone with the link Admin/);
  const ofAnyone = /Anyone with the link.*?action="(\/operate\/invitations\/[0-9a-f]+\/withdraw)"/s;
  const path = ofAnyone.exec(list.body)?.[1] ?? '';
  assert.equal((await admin.post(path)).headers.location, '/operate/users');
  assert.equal((await world.browser().get(link)).statusCode, 410);
  assert.equal((await admin.post(path)).statusCode, 404);
  const past = readText(await admin.get('/operate/users'));
  assert.match(past, /Past invitations.*Anyone with the link Admin Withdrawn/);
});

test('an admin is told what is wrong with an invitation', async () => {
  const admin = await world.signedIn(operator);
  const taken = await admin.post('/operate/invitations', { email: operator.email });
  assert.equal(taken.statusCode, 400);
  assert.match(readText(taken), /already a user with this e-mail address/);
  const bad = await admin.post('/operate/invitations', { email: 'nonsense' });
  assert.equal(bad.statusCode, 400);
  assert.match(readText(bad), /This is not an e-mail address/);
  for (const { body } of [taken, bad]) {
    assert.match(body, /class="field wrong">\s*<label for="field-email"/);
    assert.match(body, /id="field-email"[^>]* autofocus/);
  }
});

test('an admin switches a user off and on, but never himself', async () => {
  const person = await world.addPerson();
  const browser = await world.signedIn(person);
  const admin = await world.signedIn(operator);
  const path = `/operate/users/${person.user.id}`;
  const asked = readText(await admin.get(`${path}/disable`));
  assert.match(asked, /Switch off .*\?/);
  assert.match(
    asked,
    /address of this user cannot be paid any more; invoices .* can still be paid/,
  );
  assert.equal((await admin.post(`${path}/disable`)).headers.location, path);
  assert.match(readText(await admin.get(path)), /is switched off\. .*Switched off/);
  assert.equal((await browser.get('/profile')).statusCode, 303);
  assert.equal((await admin.post(`${path}/enable`)).headers.location, path);
  await world.signedIn(person);
  const own = `/operate/users/${operator.user.id}`;
  await admin.post(`${own}/disable`);
  assert.match(readText(await admin.get(own)), /cannot do this to your own account/);
  assert.doesNotMatch((await admin.get(own)).body, /\/disable"/);
});

test('an admin gives a user a link to a new password', async () => {
  const person = await world.addPerson();
  await world.accounts.credentials.noteResetAsked(person.user.id, world.clock.now());
  const admin = await world.signedIn(operator);
  const path = `/operate/users/${person.user.id}`;
  assert.match(readText(await admin.get(path)), /Asked for a new password/);
  const { password } = operator;
  const shown = await admin.post(`${path}/reset-password`, { also: 'second_factor', password });
  const link = linkIn(shown);
  assert.match(link, /^\/reset-password\?token=/);
  assert.doesNotMatch(readText(await admin.get(path)), /Asked for a new password/);
  await world.signedIn(person);
  assert.equal((await world.browser().get(link)).statusCode, 200);
});

test('what an admin does to others needs a fresh sign-in', async () => {
  const person = await world.addPerson();
  const admin = await world.signedIn(operator);
  world.clock.move(CONFIRMATION_MS);
  const path = `/operate/users/${person.user.id}`;
  for (const address of [`${path}/disable`, '/operate/invitations']) {
    assert.match(String((await admin.post(address)).headers.location), /^\/confirm(\?|$)/, address);
  }
  assert.match((await admin.post(`${path}/reset-password`)).body, /type="password"/);
  assert.equal((await world.accounts.users.findUser(person.user.id))?.disabledAt, null);
});

test('who is no admin sees nothing of this', async () => {
  const person = await world.addPerson();
  const browser = await world.signedIn(person);
  for (const path of ['/operate/users', `/operate/users/${operator.user.id}`]) {
    assert.equal((await browser.get(path)).statusCode, 404);
  }
  const answer = await browser.post('/operate/invitations', { email: '', role: 'admin' });
  assert.equal(answer.statusCode, 404);
});

test('with mail the link goes out and is not shown', async (t) => {
  const own = await startAccounts(t, { hasMail: true });
  const admin = await own.signedIn(await own.addPerson({ isAdmin: true }));
  const shown = await admin.post('/operate/invitations', { email: 'mailed@example.com' });
  assert.match(
    readText(shown),
    /The mail server took the e-mail with the link for mailed@example\.com/,
  );
  assert.doesNotMatch(shown.body, /token=/);
  assert.equal(own.mails[0]?.to, 'mailed@example.com');
});

test('a mail that was refused or has to wait is said, and the link is shown', async (t) => {
  for (const [problem, words] of [
    ['recipient', /The mail server refused the e-mail for typo@example\.com/],
    ['later', /has not left yet: .* We keep trying until .* 20\d\d/],
  ] as const) {
    const fault = new MailFault(problem, '550 no <such> mailbox');
    const mailer = { send: () => Promise.reject(fault) };
    const own = await startAccounts(t, { hasMail: true, mailer });
    const admin = await own.signedIn(await own.addPerson({ isAdmin: true }));
    const shown = await admin.post('/operate/invitations', { email: 'typo@example.com' });
    assert.match(readText(shown), words);
    assert.match(readText(shown), /\/invitation\?token=[\w-]{43}/);
    const isSaid = readText(shown).includes('The mail server said: 550 no <such> mailbox');
    assert.equal(isSaid, problem === 'recipient');
  }
});
