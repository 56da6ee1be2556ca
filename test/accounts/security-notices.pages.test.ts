import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offerPasswordReset } from '../../src/accounts/offer-password-reset.ts';
import { THE_COMMAND_LINE } from '../../src/alarms/audited-action.ts';
import { type AccountWorld, startAccounts } from '../support/account-world.ts';
import { addPasskey } from '../support/add-passkey.ts';
import { setUpApp } from '../support/authenticator-app.ts';
import { readHidden } from '../support/browser.ts';
import { createSoftPasskey } from '../support/soft-passkey.ts';
import { pathOf, useLink } from '../support/use-link.ts';

const NEW_TOKEN = '/developer/tokens/new';
const TOKEN = {
  name: 'till',
  scope: ['payments:send'],
  token_end: '90',
  limit: 'some',
  amount: '5000',
  interval: 'month',
  end: 'never',
};

/** What the owner was told by this, and at which address. */
async function toldBy(own: AccountWorld, work: () => Promise<unknown>) {
  const before = own.mails.length;
  await work();
  await own.settled();
  return own.mails.slice(before).map(({ to, subject }) => `${to}: ${subject}`);
}

test('what changes who gets at a wallet is told to its owner', async (t) => {
  const own = await startAccounts(t, { hasMail: true });
  const { email, password } = await own.addPerson();
  const { browser, told } = await signedIn(own, { email, password });

  const wrong = { password: 'not it', new_password: 'a second password' };
  assert.deepEqual(await told(() => browser.post('/security/password', wrong)), []);
  const change = { password, new_password: 'a second password' };
  assert.deepEqual(await told(() => browser.post('/security/password', change)), [
    'Your password was changed',
  ]);
  assert.match(
    own.mails.at(-1)?.text ?? '',
    /If it was not you, .*https:\/\/wallet\.example\/sec/s,
  );

  assert.deepEqual(await told(() => setUpApp(browser, own.clock.now())), []);
  const removal = () => browser.post('/security/authenticator/remove');
  assert.deepEqual(await told(removal), ['Your authenticator app was removed']);
  assert.deepEqual(await told(removal), [], 'there is none any more');

  const key = createSoftPasskey();
  assert.deepEqual(await told(() => addPasskey(browser, key, change.new_password)), [
    'A passkey was added',
  ]);
  assert.match(own.mails.at(-1)?.text ?? '', /The passkey “Phone” can now sign in to your wallet/);
  const remove = `/security/passkeys/${encodeURIComponent(key.id)}/remove`;
  assert.deepEqual(await told(() => browser.post(remove)), ['A passkey was removed']);
  assert.deepEqual(await told(() => browser.post(remove)), []);
});

test('so is a token that can spend, once; one that cannot is not', async (t) => {
  const own = await startAccounts(t, { hasMail: true });
  const person = await own.addPerson();
  const { browser, told } = await signedIn(own, person);
  const reading = { ...TOKEN, scope: ['balance:read'] };
  assert.deepEqual(await told(() => browser.post(NEW_TOKEN, reading)), []);
  const formId = readHidden(await browser.get(NEW_TOKEN), 'form_id');
  const form = { ...TOKEN, form_id: formId, password: person.password };
  assert.deepEqual(
    await told(() => browser.post(NEW_TOKEN, TOKEN)),
    [],
    'who is asked who they are',
  );
  const subject = 'A token that can spend was created';
  assert.deepEqual(await told(() => browser.post(NEW_TOKEN, form)), [subject]);
  assert.deepEqual(await told(() => browser.post(NEW_TOKEN, form)), [], 'who clicks twice');
  assert.match(own.mails.at(-1)?.text ?? '', /The token “till” was created for .* It can\s+spend/);
  assert.doesNotMatch(own.mails.at(-1)?.text ?? '', /sat_pat_/);
});

test('and a new password by link, with what else the link removed', async (t) => {
  const own = await startAccounts(t, { hasMail: true });
  const { user, email } = await own.addPerson();
  for (const [removesSecondFactor, subject] of [
    [false, 'Your password was changed at wallet.example'],
    [true, 'Your password was changed and your second factor removed at wallet.example'],
  ] as const) {
    const { address } = await offerPasswordReset(own.accounts, {
      user,
      removesSecondFactor,
      by: THE_COMMAND_LINE,
    });
    const said = await toldBy(own, () =>
      useLink(own.browser(), pathOf(address), { new_password: 'another password' }),
    );
    assert.deepEqual(said, [`${email}: ${subject}`]);
  }
});

async function signedIn(
  own: AccountWorld,
  { email, password }: { email: string; password: string },
) {
  const browser = own.browser();
  assert.equal((await browser.post('/sign-in', { email, password })).statusCode, 303);
  const prefix = `${email}: `;
  const suffix = ' at wallet.example';
  const told = async (work: () => Promise<unknown>): Promise<readonly string[]> =>
    (await toldBy(own, work)).map((line) => {
      assert(line.startsWith(prefix) && line.endsWith(suffix), line);
      return line.slice(prefix.length, -suffix.length);
    });
  return { browser, told };
}
