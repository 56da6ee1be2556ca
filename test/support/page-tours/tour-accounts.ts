import assert from 'node:assert/strict';
import postgres from 'postgres';
import {
  ACCOUNT_PASSWORD_ATTEMPTS,
  CONFIRMATION_MS,
  HALF_SESSION_MS,
} from '../../../src/accounts/limits.ts';
import { offerSetUp } from '../../../src/accounts/offer-set-up.ts';
import { ADDRESS_INVOICE_EXPIRY_SEC } from '../../../src/address/limits.ts';
import { sat } from '../../../src/base/amount.ts';
import { decodeBolt11 } from '../../../src/lightning/bolt11-decode.ts';
import type { AccountWorld } from '../account-world.ts';
import { NEW_PASSKEY } from '../add-passkey.ts';
import { setUpApp } from '../authenticator-app.ts';
import { readHidden } from '../browser.ts';
import { TEST_ADDRESS_LIMITS } from '../compose-api.ts';
import { createSoftPasskey } from '../soft-passkey.ts';
import { DELAYED_MAILBOX, REFUSED_MAILBOX } from '../test-accounts.ts';
import { pathIn, pathOf, useLink } from '../use-link.ts';
import { findLink, type PageTour } from './page-tour.ts';

const PASSWORD = 'a password of my own';
const BAD = { new_password: 'short', email: 'x', name: '\u202e' };

/** The path of the link in the newest mail. */
const linkOf = async (world: AccountWorld): Promise<string> => {
  await world.settled();
  return pathIn(world.mails.at(-1)?.text);
};

/** Visits the pages of the first start, when there is no admin yet. */
export async function tourSetUp(world: AccountWorld, tour: PageTour): Promise<void> {
  const offered = await offerSetUp(world.accounts);
  const link = pathOf(offered?.address ?? '');
  const visitor = tour.with(world.browser());
  await visitor.open(link);
  await useLink(visitor, link, BAD);
}

/** Visits the pages for signing up. `world` sends no mail, and everyone may sign up there. */
export async function tourSignUp(world: AccountWorld, tour: PageTour): Promise<void> {
  const visitor = tour.with(world.browser());
  const input = { email: 'guest@example.com', new_password: PASSWORD };
  for (const fields of [BAD, input]) await visitor.submit('/sign-up', fields);
}

/** Visits the pages that are shown after too many attempts. */
export async function tourTooManyAttempts(world: AccountWorld, tour: PageTour): Promise<void> {
  const { email } = await world.addPerson();
  const visitor = tour.with(world.browser());
  for (let count = 0; count <= ACCOUNT_PASSWORD_ATTEMPTS.burst; count += 1) {
    await visitor.submit('/sign-in', { email, password: 'wrong' });
  }
}

/** Visits the links that an admin mails, in a world that sends mail. */
export async function tourMailedLinks(world: AccountWorld, tour: PageTour): Promise<void> {
  const admin = await world.addPerson({ isAdmin: true });
  const visitor = tour.with(await world.signedIn(admin));
  await visitor.open('/operate/users');
  for (const email of ['mailed@example.com', REFUSED_MAILBOX, DELAYED_MAILBOX]) {
    await visitor.post('/operate/invitations', { email, role: 'user' });
  }
  await visitor.post('/operate/invitations', { email: admin.email, role: 'user' });
}

/** Visits the pages for guests. `world` sends mail, and everyone may sign up there. */
export async function tourGuests(world: AccountWorld, tour: PageTour): Promise<void> {
  const browser = world.browser();
  const visitor = tour.with(browser);
  const { email } = await world.addPerson();
  await visitor.open('/sign-in', '/sign-in/passkey', '/sign-up', '/forgot-password');
  await visitor.submit('/sign-in', { email, password: 'wrong' });
  await visitor.post('/sign-in/passkey', { answer: 'x' });
  await visitor.submit('/sign-up', { email: 'x' });
  await visitor.submit('/sign-up', { email: 'new@example.com' });
  const signUp = await linkOf(world);
  await visitor.open(signUp);
  for (const fields of [BAD, { new_password: PASSWORD }, { new_password: PASSWORD }]) {
    await useLink(tour.with(world.browser()), signUp, fields);
  }
  await visitor.submit('/forgot-password', { email });
  const reset = await linkOf(world);
  await visitor.open(reset);
  for (const new_password of ['short', PASSWORD]) await useLink(visitor, reset, { new_password });
  await visitor.get('/sign-in');
  await visitor.post('/sign-in/link', { email });
  const known = await linkOf(world);
  await visitor.open(known);
  await useLink(visitor, known, {});
  await visitor.open('/sign-in');
  for (const over of ['/set-up?token=x', '/reset-password?token=x', '/confirm-email?token=x']) {
    assert.equal((await visitor.get(over)).statusCode, 410, over);
  }
}

/** Visits the pages for lightning addresses. The domain of `world` is only for trials. */
export async function tourAddress(world: AccountWorld, tour: PageTour): Promise<void> {
  await world.deps.addressNames.claimName(
    (await world.addPerson()).user.id,
    'taken',
    world.clock.now(),
    null,
  );
  const person = await world.addPerson();
  const visitor = tour.with(await world.signedIn(person));
  await visitor.open('/address');
  for (const name of ['', 'support', 'taken', 'n0', 'n1', 'n2', 'n3', 'n4']) {
    await visitor.submit('/address', { address_name: name });
  }
  await world.deps.users.updateUser(person.user.id, { nostrPubkey: `npub1${'q'.repeat(58)}` });
  for (const takes_zaps of ['no', 'yes']) {
    await visitor.post('/address/zaps', { takes_zaps });
    await visitor.open('/address');
  }
  for (const text of ['№', 'x'.repeat(201)]) {
    await visitor.post('/address/pay-page', { text, amount1: '5' });
  }
  await visitor.open('/address', '/address/print', '/');
}

/** Lets someone without an account pay an address. */
export async function tourPay(world: AccountWorld, tour: PageTour): Promise<void> {
  const { user } = await world.addPerson();
  await world.deps.addressNames.claimName(user.id, 'payee', world.clock.now(), null);
  await world.deps.addressNames.savePayPage(user.id, { text: '№', amountsSat: [sat(5n)] });
  const visitor = tour.with(world.browser());
  const path = '/pay/payee';
  await visitor.open(path);
  await visitor.send(path, { amount: 'x' });
  await visitor.send(path, { amount: '1', comment: 'x'.repeat(256) });
  const paths: string[] = [];
  for (const comment of ['', '№']) {
    const { headers } = await visitor.post(path, { amount: '1000', comment });
    paths.push(String(headers.location));
  }
  const [paid = '', expired = ''] = paths;
  const page = await visitor.open(paid);
  await visitor.open(`${paid}/state`);
  const decoded = decodeBolt11(/lightning:(ln[a-z0-9]+)/.exec(page.body)?.[1] ?? '');
  assert(decoded.ok, 'the page shows an invoice');
  await world.payFromExternalNode(decoded.value.paymentHash);
  await visitor.open(paid);
  world.clock.move(ADDRESS_INVOICE_EXPIRY_SEC * 1000);
  await visitor.open(expired);
  await visitor.get(`${path}/gone`);
  for (let open = 0, status = 303; status === 303; open += 1) {
    status = (await visitor.post(path, { amount: '1' })).statusCode;
    assert(open <= TEST_ADDRESS_LIMITS.perNetwork, 'there is a limit');
  }
}

export async function tourProfile(world: AccountWorld, tour: PageTour): Promise<void> {
  const person = await world.addPerson();
  const visitor = tour.with(await world.signedIn(person));
  for (const _ of ['another', 'and another']) await world.signedIn(person);
  const security = await visitor.open('/profile', '/security');
  await visitor.send(findLink(security, /\/sessions\/[\w-]+\/end$/));
  await visitor.submit('/security/sessions/end-others');
  for (const bad of [{ name: '\u202e' }, { avatar: 'x' }, { nostr_key: 'x' }]) {
    await visitor.submit('/profile', { name: '№', ...bad });
  }
  await visitor.submit('/profile', { name: '№' });
  await visitor.submit('/security/email', { email: 'x' });
  await visitor.submit('/security/email', { email: 'other@example.com' });
  const { password } = person;
  await visitor.submit('/security/email', { email: 'other@example.com', password });
  const link = await linkOf(world);
  await visitor.open(link);
  await useLink(visitor, link, {});
  await visitor.submit('/security/password', { password: 'wrong', new_password: PASSWORD });
  await visitor.submit('/security/password', { new_password: 'short' });
  await visitor.submit('/security/password', { password: person.password, new_password: PASSWORD });
  world.clock.move(CONFIRMATION_MS);
  const token = { name: '№', scope: 'payments:send', limit: 'none', token_end: 'never' };
  await visitor.submit('/developer/tokens/new', token);
  await visitor.submit('/confirm', { password: 'wrong' });
  await visitor.submit('/confirm', { password: PASSWORD });
  await visitor.submit('/sign-out');
  const other = await world.addPerson();
  const late = tour.with(await world.signedIn(other));
  await world.accounts.sessions.endAllSessions(other.user.id);
  await late.get('/activity');
}

/** Visits the pages of people who have no e-mail address. */
export async function tourWithoutEmail(world: AccountWorld, tour: PageTour): Promise<void> {
  const person = await world.addPerson();
  const visitor = tour.with(await world.signedIn(person));
  const owner = postgres(world.ownerUrl, { max: 1 });
  await owner`update wallet_user set email = null, name = '№' where id = ${person.user.id}`;
  await owner.end();
  await visitor.open('/profile', '/security', '/security/email', '/notices');
}

export async function tourSecondFactors(world: AccountWorld, tour: PageTour): Promise<void> {
  const person = await world.addPerson();
  const browser = await world.signedIn(person);
  const visitor = tour.with(browser);
  const key = createSoftPasskey();
  const options = async (path: string) => readHidden(await visitor.open(path), 'options');
  const add = (answer: string) => visitor.post('/security/passkeys', { name: '№', answer });
  await visitor.open(NEW_PASSKEY);
  await visitor.post(NEW_PASSKEY, { password: 'wrong' });
  await add('x');
  await visitor.open(NEW_PASSKEY);
  const shown = await visitor.post(NEW_PASSKEY, { password: person.password });
  await add(key.create(readHidden(shown, 'options')));
  const [passkey] = await world.accounts.secondFactors.listPasskeys(person.user.id);
  await visitor.open('/security', '/security/authenticator');
  await visitor.submit('/security/authenticator', { code: '1' });
  await setUpApp(browser, world.clock.now());
  await visitor.open('/security');
  world.clock.move(CONFIRMATION_MS);
  await visitor.get('/security/password');
  await visitor.get('/security/authenticator/remove');
  await options('/confirm/passkey');
  await visitor.post('/confirm/passkey', { answer: 'x' });
  await visitor.post('/confirm/passkey', { answer: key.sign(await options('/confirm/passkey')) });
  await visitor.submit('/security/backup-codes');
  await visitor.submit(`/security/passkeys/${passkey?.id}/remove`);
  await visitor.submit('/security/authenticator/remove');
}

export async function tourSecondFactor(world: AccountWorld, tour: PageTour): Promise<void> {
  const person = await world.addPerson();
  await setUpApp(await world.signedIn(person), world.clock.now());
  const visitor = tour.with(world.browser());
  const { email, password } = person;
  await visitor.submit('/sign-in', { email, password });
  await visitor.submit('/sign-in/second-factor', { code: '1' });
  await visitor.open('/sign-in/second-factor?by=backup-code');
  world.clock.move(HALF_SESSION_MS);
  await visitor.get('/sign-in/second-factor');
}

/** Visits the pages on which an admin manages users. `world` sends no mail, so links are shown. */
export async function tourUsers(world: AccountWorld, tour: PageTour): Promise<void> {
  const admin = await world.addPerson({ isAdmin: true });
  const visitor = tour.with(await world.signedIn(admin));
  const list = '/operate/users';
  await visitor.open(list, `${list}?q=nobody`);
  await visitor.post('/operate/invitations', { email: 'x', role: 'user' });
  for (const email of ['', 'invited@example.com']) {
    const wish = { email, role: 'admin' };
    await visitor.post('/operate/invitations', wish);
    const proved = { ...wish, password: admin.password };
    const shown = await visitor.post('/operate/invitations', proved);
    const link = pathOf(readSecret(shown.body));
    await tour.with(world.browser()).open(link);
    await useLink(tour.with(world.browser()), link, BAD);
  }
  const waiting = await visitor.open(list);
  const withdraw =
    /action="(\/operate\/invitations\/[\w-]+\/withdraw)"/.exec(waiting.body)?.[1] ?? '';
  await visitor.send(withdraw);
  const { user, email, password } = await world.addPerson();
  const guest = tour.with(world.browser());
  await guest.submit('/forgot-password', { email });
  await world.settled();
  const one = `${list}/${user.id}`;
  await visitor.open(list, one);
  await visitor.submit(`${one}/reset-password`);
  await visitor.post(`${one}/reset-password`, { also: 'second_factor' });
  await visitor.post(`${one}/reset-password`, { password: admin.password });
  await visitor.submit(`${one}/disable`);
  await guest.submit('/sign-in', { email, password });
  await visitor.open(one, list);
  await visitor.send(`${one}/enable`);
  await guest.open('/forgot-password');
  assert.equal((await guest.get('/sign-up')).statusCode, 403);
}

const readSecret = (body: string): string =>
  (/data-copy="([^"]*)"/.exec(body)?.[1] ?? '').replaceAll(/&#(\d+);/g, (_, code: string) =>
    String.fromCodePoint(Number(code)),
  );
