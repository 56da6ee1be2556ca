import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import { DEMO_USERS } from '../../src/users/demo-users.ts';
import { insertPerson } from '../support/account-people.ts';
import { type AccountWorldOptions, startAccounts } from '../support/account-world.ts';
import { createOutflowBench } from '../support/outflow-bench.ts';
import { readLink, readText } from '../support/page-visitor.ts';

async function open(options: AccountWorldOptions = {}) {
  const world = await startAccounts({ after }, options);
  const admin = await world.signedIn(await world.addPerson({ isAdmin: true }));
  return { world, admin, read: async () => await admin.get('/operate') };
}

test('a new service says what it still needs, each with where it is done', async () => {
  const { read, world } = await open();
  const first = await read();
  const [, done] = /First steps (\d) of 6 are done/.exec(readText(first)) ?? [];
  const left = 6 - Number(done);
  assert(left > 1, 'some are left');
  const told = `Nothing is wrong. ${left} first steps are left.`;
  assert(readText(first).includes(told), told);
  assert.doesNotMatch(readText(first), /All is well/);
  for (const [title, path] of [
    ['Make backups', '/operate/books'],
    ['Give it a public address', '/operate/settings?q=SATCHEL_BASE_URL'],
    ['Limit what may leave', '/operate/safety'],
    ['Invite the first person', '/operate/users'],
    ['Let it send mail', '/operate/settings?q=SATCHEL_SMTP_URL'],
  ] as const) {
    assert.equal(readLink(first, title), path);
  }
  assert.match(readText(first), /Invite the first person To do/);
  await world.addPerson();
  const second = readText(await read());
  assert.match(second, /Invite the first person Done/);
  assert(second.includes(`Nothing is wrong. ${left - 1} first step`), 'one less');
});

test('an operator hides the list for all operators, and shows it again', async () => {
  const { world, admin, read } = await open();
  const other = await world.signedIn(await world.addPerson({ isAdmin: true }));
  assert.equal((await admin.post('/operate/first-steps/hide')).headers.location, '/operate');
  assert.match(readText(await read()), /The first steps are hidden\./);
  const hidden = await other.get('/operate');
  assert.doesNotMatch(readText(hidden), /of 6 are done|are left/);
  assert.match(readText(hidden), /All is well\. Nothing needs a look\./);
  assert.match(hidden.body, /href="\/operate\/first-steps\/show"/);
  await other.post('/operate/first-steps/show');
  assert.match(readText(await read()), /of 6 are done/);
});

test('the list goes once all of it is done', async () => {
  const { read, world } = await open({
    setUp: {
      authUrl: 'https://wallet.example.com',
      smtpUrl: 'smtp://mail.example.com',
    },
  });
  await world.addPerson();
  const first = await read();
  assert.equal(readLink(first, 'Limit what may leave'), '/operate/safety');
  const outflow = createOutflowBench(world.database);
  await outflow.chooseOnly({ daySat: sat(1_000_000n) });
  assert.doesNotMatch((await read()).body, /first-steps/);
  await outflow.chooseOnly({});
  assert.match(readText(await read()), /Limit what may leave To do/);
  await outflow.limit({}, 'off');
  assert.doesNotMatch((await read()).body, /first-steps/, 'the settings have decided');
});

test('the two people of a first start are nobody whom an operator invited', async () => {
  const { read, world } = await open();
  for (const { email } of DEMO_USERS) await world.addPerson({ email });
  assert.match(readText(await read()), /Invite the first person To do/);
  await insertPerson(world.accounts.users, { email: null });
  assert.match(readText(await read()), /Invite the first person Done/, 'one from elsewhere');
});

test('values in people’s own currency are offered where there is no source of prices', async () => {
  const title = 'Show values in people’s own currency';
  const { read } = await open();
  assert.equal(readLink(await read(), title), '/operate/settings?q=SATCHEL_RATES');
  const rates = { sources: [{ kind: 'known', name: 'kraken' }] } as const;
  const { read: readPriced } = await open({ setUp: { rates } });
  assert(!readText(await readPriced()).includes(title));
});
