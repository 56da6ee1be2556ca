import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { MAX_RECORD_NOTE_LENGTH, SHOWN_WAITING } from '../../../src/activity/limits.ts';
import { webCaller } from '../../../src/authorization/caller.ts';
import { msat } from '../../../src/base/amount.ts';
import { createInvoice } from '../../../src/invoices/create-invoice.ts';
import { EMPTY_ORDER } from '../../../src/invoices/invoice-order.ts';
import type { SentTo } from '../../../src/ledger/sent-to.ts';
import { BOOSTAGRAM_RECORD } from '../../../src/lightning/custom-records.ts';
import type { SuccessAction } from '../../../src/lnurl/success-action.ts';
import { payInvoice } from '../../../src/payments/pay-invoice.ts';
import { textField } from '../fields.ts';
import { aesAction } from '../lnurl/aes-action.ts';
import type { OauthWorld } from '../oauth-world.ts';
import { findLink, type PageTour } from './page-tour.ts';
import { addTourist, type Tourist } from './tour-apps.ts';

const RECORD = /^\/activity\/\w+$/;

/**
 * Visits the records of settled and failed movements, with everything that a record can contain.
 */
export async function tourActivity(world: OauthWorld, tour: PageTour): Promise<void> {
  const tourist = await addTourist(world, tour);
  const { visitor, api } = tourist;
  const open = async (query: string) =>
    await visitor.open(findLink(await visitor.open(`/activity${query}`), RECORD));
  await visitor.open('/activity', '/activity?q=1', '/activity?from=x&to=x&min=x');
  await addIncomes(world, tourist);
  for (let count = 0; count <= SHOWN_WAITING; count += 1) {
    await api.post('/invoices', { amount: 1, memo: '№' });
  }
  await visitor.open('/activity', '/activity?state=waiting', '/activity.csv', '/');
  const { path } = await readNote(tourist);
  for (const note of ['№', '', 'x'.repeat(MAX_RECORD_NOTE_LENGTH + 1)]) {
    await visitor.send(`${path}/note`, { note });
  }
  await payAs(world, tourist, 'web', { tag: 'message', message: '№' });
  await open('?show=out');
  await payAs(world, tourist, 'operator', URL_ACTION);
  await open('?show=out');
  await payAs(world, tourist, randomUUID(), (preimage) => aesAction(preimage, '№', '№'));
  await open('?show=out');
  const own = await addTourist(world, tour);
  const invoice = await own.api.invoice(21);
  await api.post('/payments/bolt11', { invoice });
  await open('?show=out');
  const { plan } = world.node;
  world.node.plan = { kind: 'fail', reason: 'timeout' };
  await payAs(world, tourist, 'web', null);
  await open('?state=failed');
  const app = await connectApp(world, tourist);
  const others = [app, 'operator', randomUUID()];
  for (const grantId of others) await payAs(world, tourist, grantId, null);
  world.node.plan = plan;
  await payAs(world, tourist, app, null);
  for (const grantId of [app, 'address', randomUUID()]) await receiveAs(world, tourist, grantId);
  await visitor.open('/activity?state=pending', '/activity?state=settled&show=in');
  const [token] = await world.deps.tokens.listPersonalTokens(api.user.id);
  assert(token !== undefined);
  const ended = { id: token.id, userId: api.user.id };
  await world.deps.tokens.revokeToken(ended, world.clock.now());
  world.clock.move(24 * 3_600_000);
  await visitor.open('/activity');
  world.clock.move(24 * 3_600_000);
  await visitor.open('/activity');
}

const URL_ACTION = { tag: 'url', description: '№', url: 'https://shop.example/x' } as const;

async function addIncomes(world: OauthWorld, { api, visitor }: Tourist): Promise<void> {
  const url = 'https://hooks.example/in';
  await api.post('/webhook_endpoints', { url, filter_types: ['invoice.incoming.settled'] });
  const input = { amount: 1_000_000, memo: '№', comment: '№', payer_name: '№' };
  const payer = { payer_email: 'z@example.com', payer_pubkey: 'ab'.repeat(32) };
  const created = await api.post('/invoices', { ...input, ...payer, metadata: { a: 1 } });
  // The node reports the end only later.
  world.clock.move(-3_600_000);
  await world.payFromExternalNode(textField(created.body, 'payment_hash'));
  world.clock.move(3_600_000);
  await visitor.open(`/activity/${textField(created.body, 'identifier')}`);
  const boost = { sender_name: '№', podcast: '№', episode: '№', message: '№', app_name: '№' };
  const records = new Map([
    [BOOSTAGRAM_RECORD, Buffer.from(JSON.stringify(boost))],
    [34_349_334n, Buffer.from('№')],
    [133_773_310n, Buffer.from('№')],
  ]);
  await api.receiveKeysend(5, records);
}

async function readNote({ visitor }: Tourist): Promise<{ readonly path: string }> {
  const path = findLink(await visitor.open('/activity?show=in'), RECORD);
  await visitor.open(path);
  return { path };
}

/** Connects an app, and returns its grant. */
async function connectApp(world: OauthWorld, tourist: Tourist): Promise<string> {
  await world.connect(tourist, await world.addApp(), { scope: 'payments:send' });
  const one = findLink(await tourist.visitor.open('/apps'), /^\/apps\/[\w-]{36}$/);
  return one.split('/').at(-1) ?? '';
}

async function receiveAs(world: OauthWorld, { api }: Tourist, grantId: string): Promise<void> {
  const caller = { ...webCaller(api.user.id), grantId };
  const order = { ...EMPTY_ORDER, amountMsat: msat(1_000_000n) };
  const created = await createInvoice(world.deps, { caller, order, idempotency: null });
  assert(created.ok, 'the invoice is made');
  await world.payFromExternalNode(created.value.paymentHash);
}

async function payAs(
  world: OauthWorld,
  { api }: Tourist,
  grantId: string,
  says: SuccessAction | ((preimage: string) => SuccessAction) | null,
): Promise<void> {
  const { bolt11, preimage } = world.node.externalInvoice({ amountMsat: 1_000_000n });
  const successAction = typeof says === 'function' ? says(preimage) : says;
  const sentTo: SentTo = { payee: 'bob@shop.example', comment: '№', successAction };
  const caller = { ...webCaller(api.user.id), grantId };
  const order = { caller, bolt11, amountMsat: null, idempotency: null, sentTo };
  await payInvoice({ ...world.deps }, order);
}
