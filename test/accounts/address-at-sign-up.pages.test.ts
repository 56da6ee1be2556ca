import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { inviteUser } from '../../src/accounts/invite-user.ts';
import { offerSetUp } from '../../src/accounts/offer-set-up.ts';
import { THE_COMMAND_LINE } from '../../src/alarms/audited-action.ts';
import { UNKNOWN_READER } from '../../src/i18n/mail-texts.ts';
import { type AccountWorld, startAccounts } from '../support/account-world.ts';
import { readText } from '../support/page-visitor.ts';
import { pathIn, pathOf, useLink } from '../support/use-link.ts';

/** The name of the lightning address, where an account begins. */

const world = await startAccounts({ after });
const { addressNames } = world.deps;
const PASSWORD = 'a password of my own';

let count = 0;
async function invite(
  own: AccountWorld,
): Promise<{ readonly link: string; readonly email: string }> {
  count += 1;
  const email = `invited-${count}@example.com`;
  const invited = await inviteUser(own.accounts, {
    email,
    makesAdmin: false,
    by: THE_COMMAND_LINE,
    reader: UNKNOWN_READER,
  });
  assert(invited.ok);
  return { link: pathOf(invited.value.address), email };
}

async function nameOf(own: AccountWorld, email: string): Promise<string | null> {
  const user = await own.accounts.users.findUserByEmail(email);
  return user === null ? null : own.deps.addressNames.findName(user.id);
}

describe('whoever accepts an invitation', () => {
  test('may choose the name of their address', async () => {
    const { link, email } = await invite(world);
    const browser = world.browser();
    assert.match(
      readText(await browser.get(link)),
      /Lightning address \(optional\) .* @pay\.example/,
    );
    const fields = { new_password: PASSWORD, address_name: ' Ada ' };
    const answer = await useLink(browser, link, fields);
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/']);
    assert.equal(await nameOf(world, email), 'ada');
    assert.equal((await world.browser().get('/pay/ada')).statusCode, 200);
  });

  test('may leave it out', async () => {
    const { link, email } = await invite(world);
    const answer = await useLink(world.browser(), link, { new_password: PASSWORD });
    assert.equal(answer.statusCode, 303);
    assert.equal(await nameOf(world, email), null);
  });

  for (const [typed, words] of [
    ['a b', /Use up to 64 small letters/],
    ['support', /This name is reserved/],
    ['taken', /This Lightning address is taken/],
    ['given-up', /This Lightning address is taken/],
  ] as const) {
    test(`is told that ${typed} cannot be had, before there is an account`, async () => {
      const owner = await world.addPerson();
      const now = world.clock.now();
      await addressNames.claimName(owner.user.id, 'taken', now, null);
      const former = await world.addPerson();
      await addressNames.claimName(former.user.id, 'given-up', now, null);
      await addressNames.claimName(former.user.id, null, now, null);
      const { link, email } = await invite(world);
      const browser = world.browser();
      const fields = { new_password: PASSWORD, name: 'Ada', address_name: typed };
      const answer = await useLink(browser, link, fields);
      assert.equal(answer.statusCode, 400);
      assert.match(readText(answer), words);
      assert.ok(answer.body.includes(`value="${typed}"`), 'what was typed is there again');
      assert.match(answer.body, /value="Ada"/);
      assert.equal(await world.accounts.users.findUserByEmail(email), null);
      const again = await useLink(browser, link, { new_password: PASSWORD });
      assert.equal(again.statusCode, 303, 'the link still works');
    });
  }

  test('keeps the account when someone takes the name at the last moment', async () => {
    const { link, email } = await invite(world);
    const thief = await world.addPerson();
    const { links } = world.accounts;
    const { createUserByLink } = links;
    Object.assign(links, {
      createUserByLink: async (...args: Parameters<typeof createUserByLink>) => {
        await addressNames.claimName(thief.user.id, 'wanted', world.clock.now(), null);
        return createUserByLink(...args);
      },
    });
    const browser = world.browser();
    const answer = await useLink(browser, link, { new_password: PASSWORD, address_name: 'wanted' });
    Object.assign(links, { createUserByLink });
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/address']);
    assert.match(
      readText(await browser.get('/address')),
      /Your account is ready\. Only the .* taken/,
    );
    assert.equal(await nameOf(world, email), null);
    assert.equal(await addressNames.findName(thief.user.id), 'wanted');
  });
});

test('the first admin may choose a name too, and so may who confirms their e-mail address', async (t) => {
  const own = await startAccounts(t, { hasMail: true, changes: { signup: 'open' } });
  const setUp = pathOf((await offerSetUp(own.accounts))?.address ?? '');
  const first = { email: 'first@example.com', new_password: PASSWORD, address_name: 'first' };
  assert.equal((await useLink(own.browser(), setUp, first)).statusCode, 303);
  assert.equal(await nameOf(own, first.email), 'first');
  const email = 'second@example.com';
  await own.browser().post('/sign-up', { email, address_name: 'second' });
  await own.settled();
  const link = pathIn(own.mails.at(-1)?.text);
  assert.equal(
    await addressNames.findOwner('second'),
    null,
    'the sender of a form chooses nothing',
  );
  const fields = { new_password: PASSWORD, address_name: 'mine' };
  assert.equal((await useLink(own.browser(), link, fields)).statusCode, 303);
  assert.equal(await nameOf(own, email), 'mine');
});

test('without mail there is no such field, as a name would tell who has an account', async (t) => {
  const own = await startAccounts(t, { changes: { signup: 'open' } });
  assert.doesNotMatch((await own.browser().get('/sign-up')).body, /address_name/);
  const fields = { email: 'open@example.com', new_password: PASSWORD, address_name: 'open-one' };
  assert.equal((await own.browser().post('/sign-up', fields)).statusCode, 200);
  assert.equal(await nameOf(own, fields.email), null);
});
