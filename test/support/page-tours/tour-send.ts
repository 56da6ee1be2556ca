import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { claimAddress } from '../../../src/address/claim-address.ts';
import { msat, sat } from '../../../src/base/amount.ts';
import { decodeBolt11 } from '../../../src/lightning/bolt11-decode.ts';
import { encodeLnurl } from '../../../src/lnurl/lnurl-text.ts';
import { SEND_DRAFT_LIFE_MS, WITHDRAW_DRAFT_LIFE_MS } from '../../../src/send/limits.ts';
import type { AccountWorld, Person } from '../account-world.ts';
import { asApiUser } from '../api-user.ts';
import { eventually } from '../eventually.ts';
import type { SendPlan } from '../fake-node.ts';
import type { Payee } from '../lnurl/payee.ts';
import type { PageTour, TourBrowser } from './page-tour.ts';

const CONFIRMATION_MS = 3_600_000;
const METADATA = '[["text/plain","№"]]';
const NODE_KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const SUCCEED: SendPlan = { kind: 'succeed', feeMsat: msat(1000n) };

/** Visits every state of a draft and of a payment. `payee` is a server of someone else. */
export async function tourSends(world: AccountWorld, tour: PageTour, payee: Payee): Promise<void> {
  const { node, deps } = world;
  const person = await world.addPerson();
  const api = await asApiUser(world, person.user);
  await api.receive(500_000);
  const visitor = tour.with(await world.signedIn(person));
  await visitor.open('/send', '/');
  const external = (amountSat: bigint | null) =>
    node.externalInvoice({ amountMsat: amountSat === null ? null : amountSat * 1000n }).bolt11;
  for (const to of ['x', 'ann@nowhere.invalid', 'nobody@pay.example', 'lnbc1x']) {
    await visitor.submit('/send', { to });
  }
  for (const amount of ['x', '9']) {
    await visitor.submit('/send', { to: external(1n), amount });
  }
  const begin = async (to: string): Promise<string> => {
    const answer = await visitor.post('/send', { to });
    const path = String(answer.headers.location);
    await visitor.open(path);
    return path;
  };
  const pay = (path: string) => visitor.send(`${path}/pay`);

  answerOffers(world, payee);
  const shop = `shop@${payee.host}`;
  const chosen = await begin(shop);
  for (const bad of [{ amount: 'x' }, { amount: '0' }, { amount: '9', comment: 'x'.repeat(99) }]) {
    await visitor.submit(chosen, bad);
  }
  await tourQuestions(world, person, visitor, await begin(external(150_000n)));
  await visitor.submit(chosen, { amount: '1000', comment: '№' });
  await pay(chosen);
  await visitor.submit('/contacts/new', { name: '№', to: shop });
  await visitor.open(chosen);
  payee.answers.set('/cb', { status: 'ERROR', reason: '№' });
  await visitor.submit(await begin(shop), { amount: '1000' });
  payee.answers.set('/cb', { status: 'ERROR' });
  await visitor.submit(await begin(shop), { amount: '1000' });
  payee.answers.set('/cb', { pr: '' });
  await visitor.submit(await begin(shop), { amount: '1000' });
  const fixed = await begin(encodeLnurl(`${payee.url}/fixed`));
  await visitor.submit(fixed);
  await pay(fixed);
  const poor = tour.with(await world.signedIn(await world.addPerson()));
  await poor.open('/send');
  const empty = await poor.post('/send', { to: external(null) });
  await poor.open(String(empty.headers.location));

  const { answers } = payee;
  const made = Math.floor(world.clock.now().getTime() / 1000) - 3540;
  answers.set('/cb', (url: URL) => {
    const amountMsat = BigInt(url.searchParams.get('amount') ?? 0);
    return { pr: node.externalInvoice({ amountMsat, timestampSec: made }).bolt11 };
  });
  const expired = await begin(shop);
  await visitor.send(expired, { amount: '1000' });
  world.clock.move(61_000);
  await visitor.open(expired);
  world.clock.move(CONFIRMATION_MS);
  for (const amount of [100n, 150_000n, 600_000n]) await begin(external(amount));
  await begin(await api.invoice(10));
  await tourPayees(world, visitor, begin);
  await tourOutcomes(world, visitor, begin, external);
  const { stopReason } = deps.paymentStop;
  const late = await begin(external(1n));
  Object.assign(deps.paymentStop, { stopReason: () => 'test' });
  await visitor.open('/send', '/send/scan', late);
  Object.assign(deps.paymentStop, { stopReason });
  world.clock.move(SEND_DRAFT_LIFE_MS);
  await visitor.open(late);
  await visitor.get('/send/gone');
}

/** Visits the question who pays, in each of its forms. */
async function tourQuestions(
  { deps }: AccountWorld,
  { user }: Person,
  visitor: TourBrowser,
  path: string,
): Promise<void> {
  for (const proof of [{ prove_with: 'passkey' }, { password: 'wrong' }, { answer: '{}' }]) {
    await visitor.send(`${path}/pay`, proof);
  }
  await deps.users.changePreferences(user.id, { ...user.preferences, confirmAboveSat: sat(0n) });
  await visitor.open(path);
  await deps.users.changePreferences(user.id, user.preferences);
}

type Begin = (to: string) => Promise<string>;

/** Makes the payee offer each success action, and an invoice that proves nothing. */
function answerOffers({ node }: AccountWorld, payee: Payee): void {
  payee.answers.set('/.well-known/lnurlp/shop', {
    tag: 'payRequest',
    callback: `${payee.url}/cb`,
    minSendable: 1000,
    maxSendable: 100_000_000,
    metadata: METADATA,
    commentAllowed: 20,
  });
  payee.answers.set('/cb', (url: URL) => {
    const amountMsat = BigInt(url.searchParams.get('amount') ?? 0);
    const pr = node.externalInvoice({ amountMsat, descriptionHash: hash('sha256', 'x') }).bolt11;
    return { pr, successAction: { tag: 'url', description: '№', url: `${payee.url}/thanks` } };
  });
  const iv = Buffer.alloc(16).toString('base64');
  payee.answers.set('/aes', (url: URL) => {
    const amountMsat = BigInt(url.searchParams.get('amount') ?? 0);
    const pr = node.externalInvoice({ amountMsat, descriptionHash: hash('sha256', METADATA) });
    const successAction = { tag: 'aes', description: '№', ciphertext: 'AAAA', iv };
    return { pr: pr.bolt11, successAction };
  });
  payee.answers.set('/fixed', {
    tag: 'payRequest',
    callback: `${payee.url}/aes`,
    minSendable: 21_000,
    maxSendable: 21_000,
    metadata: METADATA,
    commentAllowed: 5,
  });
}

/**
 * Visits payments to users of the service, to one's own wallet, and to invoices that were paid
 * before.
 */
async function tourPayees(world: AccountWorld, visitor: TourBrowser, begin: Begin): Promise<void> {
  const other = await world.addPerson();
  const api = await asApiUser(world, other.user);
  const input = { userId: other.user.id, text: 'outside', by: 'user' } as const;
  assert((await claimAddress(world.deps, input)).ok);
  await begin('outside@pay.example');
  const invoice = await api.invoice(10);
  await begin(invoice);
  await world.deps.users.updateUser(other.user.id, { name: '№' });
  const [path, second] = [await begin(invoice), await begin(invoice)];
  await visitor.send(`${path}/pay`);
  await visitor.open(second);
}

async function tourOutcomes(
  world: AccountWorld,
  visitor: TourBrowser,
  begin: Begin,
  external: (amountSat: bigint) => string,
): Promise<void> {
  const { node } = world;
  node.plan = { kind: 'fail', reason: 'no_route' };
  const failed = await begin(external(1000n));
  await visitor.send(`${failed}/pay`);
  node.plan = SUCCEED;
  await visitor.send(`${failed}/again`);
  const refused = await begin(NODE_KEY);
  await visitor.send(refused, { amount: '10' });
  await visitor.open(refused);
  node.plan = { kind: 'fail', reason: 'incorrect_details' };
  await visitor.send(`${refused}/pay`);
  let end: (plan: SendPlan) => void = () => undefined;
  const until = new Promise<SendPlan>((resolve) => {
    end = resolve;
  });
  node.plan = { kind: 'hold', until };
  const count = node.sent.length + 2;
  const keysend = await begin(NODE_KEY);
  await visitor.send(keysend, { amount: '10' });
  const invoice = external(1000n);
  const [path, second] = [await begin(invoice), await begin(invoice)];
  const paying = [visitor.send(`${path}/pay`), visitor.send(`${keysend}/pay`)];
  await world.sent(count);
  await visitor.open(second, keysend);
  const payment = await eventually('the payment is on its way', async () => {
    const open = await world.deps.payments.listOpenPayments();
    return open.find(({ kind, state }) => kind === 'bolt11' && state === 'in_flight') ?? null;
  });
  await visitor.open(path);
  world.clock.move(3_600_000);
  await visitor.open(path);
  await world.deps.payments.markUnknown(payment.id, world.clock.now());
  await visitor.open(path);
  world.clock.move(25 * 3_600_000);
  await visitor.open(path);
  end(SUCCEED);
  await Promise.all(paying);
}

/** Visits a withdraw link. */
export async function tourWithdrawals(
  world: AccountWorld,
  tour: PageTour,
  payee: Payee,
): Promise<void> {
  const person = await world.addPerson();
  const visitor = tour.with(await world.signedIn(person));
  await visitor.open('/send');
  const begin = async (maxWithdrawable: number): Promise<string> => {
    payee.answers.set('/withdraw', {
      tag: 'withdrawRequest',
      callback: `${payee.url}/pull`,
      k1: 'k1',
      defaultDescription: '№',
      minWithdrawable: 1000,
      maxWithdrawable,
    });
    const to = encodeLnurl(`${payee.url}/withdraw`);
    const answer = await visitor.post('/send', { to });
    const path = String(answer.headers.location);
    await visitor.open(path);
    return path;
  };
  payee.answers.set('/pull', 'silence');
  const asked = await begin(9000);
  await visitor.send(asked, { amount: '99' });
  await visitor.send(asked, { amount: '9' });
  payee.answers.set('/pull', { status: 'ERROR', reason: '№' });
  await visitor.send(asked);
  payee.answers.set('/pull', { status: 'OK' });
  await visitor.send(asked);
  const given = payee.asked.findLast(({ pathname }) => pathname === '/pull');
  const decoded = decodeBolt11(given?.searchParams.get('pr') ?? '');
  assert(decoded.ok, 'the other side was given an invoice');
  await world.payFromExternalNode(decoded.value.paymentHash);
  await visitor.open(asked);
  const [late, old] = [await begin(1000), await begin(1000)];
  await visitor.send(late);
  world.clock.move(WITHDRAW_DRAFT_LIFE_MS + 1000);
  await visitor.open(late, old);
}
