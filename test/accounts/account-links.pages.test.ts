import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { inviteUser } from '../../src/accounts/invite-user.ts';
import { INVITATION_MS, SET_UP_LINK_MS } from '../../src/accounts/limits.ts';
import { makeLink } from '../../src/accounts/make-link.ts';
import { offerSetUp } from '../../src/accounts/offer-set-up.ts';
import { THE_COMMAND_LINE } from '../../src/alarms/audited-action.ts';
import { UNKNOWN_READER } from '../../src/i18n/mail-texts.ts';
import { startAccounts } from '../support/account-world.ts';
import { readText } from '../support/page-visitor.ts';
import { isOver, pathOf, useLink } from '../support/use-link.ts';

const world = await startAccounts({ after });
const PASSWORD = 'a password of my own';

async function invite(email: string | null, makesAdmin = false): Promise<string> {
  const invited = await inviteUser(world.accounts, {
    email,
    makesAdmin,
    by: THE_COMMAND_LINE,
    reader: UNKNOWN_READER,
  });
  assert(invited.ok && invited.value.mailed === null);
  return pathOf(invited.value.address);
}

let count = 0;
const newEmail = (): string => {
  count += 1;
  return `reader-${count}@example.com`;
};

describe('an invitation', () => {
  test('makes an account with a password of its reader, and signs him in', async () => {
    const email = newEmail();
    const link = await invite(email);
    const browser = world.browser();
    const page = await browser.get(link);
    assert.match(readText(page), new RegExp(`You are invited.*${email}`));
    assert.equal(page.headers['referrer-policy'], 'no-referrer');
    assert.equal(page.headers['cache-control'], 'no-store');
    const answer = await useLink(browser, link, { new_password: PASSWORD, name: ' Ada ' });
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/']);
    assert.equal((await browser.get('/profile')).statusCode, 200);
    const user = await world.accounts.users.findUserByEmail(email);
    assert.deepEqual([user?.name, user?.isAdmin], ['Ada', false]);
  });

  test('works once, and says so after', async () => {
    const link = await invite(newEmail());
    await useLink(world.browser(), link, { new_password: PASSWORD });
    assert(isOver(await world.browser().get(link)));
    const [path = '', token = ''] = link.split('?token=');
    const answer = await world.browser().post(path, { token, new_password: PASSWORD });
    assert(isOver(answer));
  });

  test('is not used up by being opened, nor by a bad password', async () => {
    const link = await invite(newEmail());
    for (let index = 0; index < 3; index += 1) {
      assert.equal((await world.browser().get(link)).statusCode, 200);
    }
    const browser = world.browser();
    const bad = await useLink(browser, link, { new_password: 'short' });
    assert.equal(bad.statusCode, 400);
    assert.match(readText(bad), /8 to 256 characters/);
    const good = await useLink(browser, link, { new_password: PASSWORD });
    assert.equal(good.statusCode, 303);
  });

  test('for nobody in particular lets its reader name himself, but nobody else', async () => {
    const person = await world.addPerson();
    const link = await invite(null, true);
    const browser = world.browser();
    const taken = await useLink(browser, link, { email: person.email, new_password: PASSWORD });
    assert.equal(taken.statusCode, 400);
    assert.match(readText(taken), /cannot be used/);
    const email = newEmail();
    const answer = await useLink(browser, link, { email, new_password: PASSWORD });
    assert.equal(answer.statusCode, 303);
    assert.equal((await world.accounts.users.findUserByEmail(email))?.isAdmin, true);
  });

  test('names its address itself, whatever the form says', async () => {
    const [invited, other] = [newEmail(), newEmail()];
    const link = await invite(invited);
    await useLink(world.browser(), link, { email: other, new_password: PASSWORD });
    assert.notEqual(await world.accounts.users.findUserByEmail(invited), null);
    assert.equal(await world.accounts.users.findUserByEmail(other), null);
  });

  test('is worth nothing where sign-up is closed, and none is made there', async (t) => {
    const closed = await startAccounts(t, { changes: { signup: 'closed' } });
    const links = [
      await makeLink(closed.accounts, { kind: 'invitation', lifeMs: INVITATION_MS }),
      await makeLink(closed.accounts, {
        kind: 'sign_up',
        email: 'e@example.com',
        lifeMs: INVITATION_MS,
      }),
    ];
    for (const { address } of links) {
      const [path = '', token = ''] = pathOf(address).split('?token=');
      assert(isOver(await closed.browser().get(pathOf(address))));
      assert(isOver(await closed.browser().post(path, { token, new_password: PASSWORD })));
    }
    const invited = await inviteUser(closed.accounts, {
      email: null,
      makesAdmin: false,
      by: THE_COMMAND_LINE,
      reader: UNKNOWN_READER,
    });
    assert(!invited.ok && invited.refusal.kind === 'sign_up_closed');
    const admin = await closed.signedIn(await closed.addPerson({ isAdmin: true }));
    assert.doesNotMatch(
      (await admin.get('/operate/users')).body,
      /Invite someone|action="\/operate\/invitations"/,
    );
    assert.equal((await admin.post('/operate/invitations', { email: '' })).statusCode, 400);
  });

  test('ends by itself', async () => {
    const link = await invite(newEmail());
    world.clock.move(INVITATION_MS);
    assert(isOver(await world.browser().get(link)));
  });

  test('opens no page but its own, and its token is stored as a hash', async () => {
    const link = await invite(newEmail());
    const token = link.split('?token=')[1] ?? '';
    assert.match(token, /^[\w-]{43}$/);
    for (const path of ['/set-up', '/sign-up/confirm', '/reset-password', '/confirm-email']) {
      assert(isOver(await world.browser().get(`${path}?token=${token}`)), path);
      const answer = await world.browser().post(path, { token, new_password: PASSWORD });
      assert(isOver(answer), path);
    }
    for (const bad of ['', '?token=', `?token=${'x'.repeat(5000)}`]) {
      assert(isOver(await world.browser().get(`/invitation${bad}`)), bad);
    }
    assert(!world.logged().includes(token));
    assert.equal((await world.browser().get(link)).statusCode, 200, 'and it still works');
  });

  test('is mailed where mail is set up, and shown where that fails', async (t) => {
    const mailing = await startAccounts(t, { hasMail: true });
    const email = newEmail();
    const invited = await inviteUser(mailing.accounts, {
      email,
      makesAdmin: false,
      by: THE_COMMAND_LINE,
      reader: UNKNOWN_READER,
    });
    assert(invited.ok && invited.value.mailed?.kind === 'sent');
    const [mail] = mailing.mails;
    assert.equal(mail?.to, email);
    assert(mail?.text.includes(invited.value.address));
    const mailer = { send: () => Promise.reject(new Error('no mail today')) };
    const failing = await startAccounts(t, { hasMail: true, mailer });
    const shown = await inviteUser(failing.accounts, {
      email,
      makesAdmin: false,
      by: THE_COMMAND_LINE,
      reader: UNKNOWN_READER,
    });
    assert(shown.ok && shown.value.mailed?.kind === 'delayed');
    assert.match(failing.logged(), /a mail could not be sent/);
    assert(!failing.logged().includes(shown.value.address.split('token=')[1] ?? ''));
  });
});

describe('the set-up link', () => {
  const startFresh = async (t: { after(fn: () => Promise<void>): void }) => {
    const fresh = await startAccounts(t);
    const made = await offerSetUp(fresh.accounts);
    assert(made !== null);
    return { fresh, link: pathOf(made.address) };
  };

  test('makes the first admin, and then there is none any more', async (t) => {
    const { fresh, link } = await startFresh(t);
    const second = await offerSetUp(fresh.accounts);
    const browser = fresh.browser();
    const fields = { email: 'operator@example.com', new_password: PASSWORD };
    const answer = await useLink(browser, link, fields);
    assert.equal(answer.headers.location, '/operate');
    assert.equal((await browser.get('/operate/users')).statusCode, 200);
    assert.equal(await offerSetUp(fresh.accounts), null);
    assert(isOver(await fresh.browser().get(link)));
    assert(isOver(await fresh.browser().get(pathOf(second?.address ?? ''))));
  });

  test('is made although there are users, as long as none is an admin', async (t) => {
    const { fresh } = await startFresh(t);
    await fresh.addPerson();
    assert.notEqual(await offerSetUp(fresh.accounts), null);
  });

  test('ends by itself, and until it is used no door stands open', async (t) => {
    const { fresh, link } = await startFresh(t);
    for (const path of ['/set-up', '/operate/users', '/admin']) {
      assert.notEqual((await fresh.browser().get(path)).statusCode, 200, path);
    }
    fresh.clock.move(SET_UP_LINK_MS);
    assert(isOver(await fresh.browser().get(link)));
  });
});
