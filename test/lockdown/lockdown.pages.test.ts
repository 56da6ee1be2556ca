import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { CONFIRMATION_MS } from '../../src/accounts/limits.ts';
import { PAGES } from '../../src/app/pages/pages.ts';
import { readHidden } from '../support/browser.ts';
import { startActing } from '../support/operate/acting-world.ts';
import { readText } from '../support/page-visitor.ts';

const world = await startActing({ after });
const operator = await world.addPerson({ isAdmin: true });
const lift = () => world.owner`select release_lockdown('{payments,apps,changes}', null)`;
afterEach(async () => void (await lift()));

test('one press ends all sessions but the own one, with the password in the same form', async () => {
  const person = await world.addPerson();
  const user = await world.signedIn(person);
  const admin = await world.signedIn(operator);
  const other = await world.signedIn(operator);
  world.clock.move(CONFIRMATION_MS);
  const asked = await admin.get('/operate/lockdown');
  assert.match(asked.body, /name="why"[\s\S]*type="password"/);
  const unproved = await admin.post('/operate/lockdown', { why: 'theft', password: 'wrong' });
  assert.equal(unproved.statusCode, 400);
  assert.equal((await user.get('/')).statusCode, 200);
  const { password } = operator;
  const pressed = await admin.post('/operate/lockdown', { why: 'theft', password });
  assert.equal(pressed.headers.location, '/operate');
  assert.match(readText(await admin.get('/operate')), /The service is locked down/);
  for (const browser of [user, other]) {
    assert.equal((await browser.get('/profile')).headers.location, '/sign-in');
  }
});

test('no page lets a browser in whose session it has ended', async () => {
  const admin = await world.signedIn(operator);
  const user = await world.signedIn(await world.addPerson());
  await admin.post('/operate/lockdown', { why: 'theft' });
  for (const { method, path, access } of PAGES) {
    if (access === 'anyone') continue;
    const at = path.replaceAll(/:\w+/g, 'x');
    const answer = method === 'GET' ? await user.copy().get(at) : await user.copy().post(at);
    assert.ok([303, 404].includes(answer.statusCode), `${method} ${path}: ${answer.statusCode}`);
    if (answer.statusCode === 303) assert.equal(answer.headers.location, '/sign-in', path);
  }
});

test('users sign in again, read what waits, and are told so by the form that waits', async () => {
  const person = await world.addPerson();
  const admin = await world.signedIn(operator);
  await admin.post('/operate/lockdown', { why: 'a secret reason' });
  const user = await world.signedIn(person);
  const home = readText(await user.get('/'));
  assert.match(home, /The operators of this service have paused some things/);
  assert.match(home, /Money cannot be sent to other services/);
  assert.doesNotMatch(home, /a secret reason/);
  const changed = await user.post('/security/password', {
    password: person.password,
    new_password: 'another long password',
  });
  assert.equal(changed.statusCode, 503, readText(changed));
  assert.match(readText(changed), /This has to wait/);
  await lift();
  assert.doesNotMatch(readText(await user.get('/')), /have paused/);
  await world.signedIn(person);
});

test('asking for a new password answers the same whether an account exists or not', async () => {
  const person = await world.addPerson();
  const admin = await world.signedIn(operator);
  await admin.post('/operate/lockdown', { why: 'theft' });
  const answers = [];
  for (const email of [person.email, 'stranger@example.com']) {
    const browser = (await world.signedIn(person)).copy();
    const { statusCode, body } = await browser.post('/forgot-password', { email });
    answers.push([statusCode, /This has to wait/.test(body)]);
  }
  assert.deepEqual(answers, [
    [503, true],
    [503, true],
  ]);
});

test('parts are lifted one by one, and no one lifts a newer lockdown by mistake', async () => {
  const admin = await world.signedIn(operator);
  await admin.post('/operate/lockdown', { why: 'theft' });
  const path = '/operate/lockdown/lift';
  const { password } = operator;
  const number = readHidden(await admin.get(path), 'number');
  const none = await admin.post(path, { number, password });
  assert.match(readText(none), /Choose at least one step/);
  const unproved = await admin.post(path, { number, part: 'payments' });
  assert.match(unproved.body, /value="payments"[\s\S]*type="password"/);
  await admin.post(path, { number, part: 'payments', password });
  assert.match(readText(await admin.get('/operate')), /Lifted: Payments that leave/);
  const left = await admin.get(path);
  assert.doesNotMatch(left.body, /value="payments"/);
  assert.match(left.body, /value="apps"/);
  await admin.post('/operate/lockdown', { why: 'once more' });
  await admin.post(path, { number, part: 'apps', password });
  assert.match(readText(await admin.get('/operate')), /changed the lockdown meanwhile/);
  const [row] = await world.owner`select holds_apps from lockdown`;
  assert.equal(row?.['holds_apps'], true);
});
