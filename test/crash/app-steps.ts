import { LNDHUB_PREFIX } from '../../src/apps/lndhub-devices/lndhub-token.ts';
import { type NostrEvent, signEvent } from '../../src/nostr/event.ts';
import { REQUEST_KIND } from '../../src/nwc/wire-kinds.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { field, textField } from '../support/fields.ts';
import { internalItem } from './bill-order.ts';
import type { Load } from './load.ts';
import { externalBill, externalKeysend, type Step, twoOf } from './load-steps.ts';
import type { Item } from './order-book.ts';
import { payFromExternalNode } from './pay-from-external.ts';
import { keysOf, type Wallet } from './wallets.ts';

/** What apps do over Nostr Wallet Connect and LndHub. Asked again they send the same event. */
export const APP_MIX: readonly (readonly [weight: number, step: Step])[] = [
  [8, payExternalByApp],
  [6, payInsideByApp],
  [5, keysendByApp],
  [3, bePaidByApp],
  [5, payByPhone],
  [3, payInsideByPhone],
];

async function payExternalByApp(load: Load): Promise<void> {
  const bill = await externalBill(load);
  if (bill === null) return;
  const event = requestOf(load, 'pay_invoice', { invoice: bill.bolt11 });
  await sendEvent(load, event, bill.item);
}

async function payInsideByApp(load: Load): Promise<void> {
  const [payer, payee] = twoOf(load);
  const invoice = await load.createInvoice(payee, load.dice.between(1, 3000));
  if (invoice === null) return;
  const event = requestOf(load, 'pay_invoice', { invoice: invoice.bolt11 }, payer);
  await sendEvent(load, event, internalItem(load, invoice));
}

async function keysendByApp(load: Load): Promise<void> {
  const { body, item } = externalKeysend(load);
  const records = field(body, 'custom_records');
  const params = {
    amount: item.amountSat * 1000,
    pubkey: textField(body, 'destination'),
    tlv_records: Object.entries(records ?? {}).map(([type, text]) => ({
      type: Number(type),
      value: Buffer.from(String(text)).toString('hex'),
    })),
  };
  await sendEvent(load, requestOf(load, 'pay_keysend', params), item);
}

/** A request that is sent twice makes one invoice, which someone outside pays. */
async function bePaidByApp(load: Load): Promise<void> {
  const { book } = load;
  const amountSat = load.dice.between(3000, 9000);
  const asked = requestOf(load, 'make_invoice', { amount: amountSat * 1000 });
  const { wallet, event } = asked;
  const call = { path: '/relay', body: event };
  const answers = await Promise.all([load.call(wallet, call), load.call(wallet, call)]);
  const made = answers.flatMap((answer) => (answer?.status === 200 ? [answer.body] : []));
  const [first, second = first] = made.map((body) => field(body, 'result'));
  if (first === undefined) return;
  const [paymentHash, bolt11] = [textField(first, 'payment_hash'), textField(first, 'invoice')];
  if (textField(second, 'payment_hash') !== paymentHash) {
    book.complaints.push(`${event.id} made two invoices`);
  }
  book.invoices.set(paymentHash, { wallet, amountSat, bolt11, paymentHash });
  await payFromExternalNode(load, bolt11, paymentHash);
}

async function payByPhone(load: Load): Promise<void> {
  const bill = await externalBill(load);
  if (bill === null) return;
  await sendByPhone(load, load.dice.pick(load.wallets), bill.bolt11, bill.item);
}

async function payInsideByPhone(load: Load): Promise<void> {
  const [payer, payee] = twoOf(load);
  const invoice = await load.createInvoice(payee, load.dice.between(1, 3000));
  if (invoice === null) return;
  await sendByPhone(load, payer, invoice.bolt11, internalItem(load, invoice));
}

async function sendByPhone(load: Load, payer: Wallet, invoice: string, item: Item): Promise<void> {
  const path = `${LNDHUB_PREFIX}/payinvoice` as const;
  await load.send({ payer, path, body: { invoice }, key: null, items: [item], isRepeatable: true });
}

interface AppRequest {
  readonly wallet: Wallet;
  readonly event: NostrEvent;
}

function requestOf(load: Load, method: string, params: object, by?: Wallet): AppRequest {
  const wallet = by ?? load.dice.pick(load.wallets);
  const { conversation, privateKey, clientPubkey, walletPubkey } = keysOf(wallet.apps);
  const text = JSON.stringify({ method, params });
  const draft = {
    kind: REQUEST_KIND,
    created_at: Math.floor(Date.now() / 1000),
    content: conversation.encrypt(text, 'nip44_v2', systemRandom),
    tags: [
      ['p', walletPubkey],
      ['encryption', 'nip44_v2'],
    ],
  };
  return { wallet, event: signEvent(draft, privateKey, clientPubkey) };
}

async function sendEvent(load: Load, { wallet, event }: AppRequest, item: Item): Promise<void> {
  const order = { payer: wallet, path: '/relay', body: event, key: null } as const;
  await load.send({ ...order, items: [item], isRepeatable: true });
}
