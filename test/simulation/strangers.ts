import { createAddressInvoice } from '../../src/address/create-address-invoice.ts';
import { verifyAddressInvoice } from '../../src/address/verify-address-invoice.ts';
import { msat } from '../../src/base/amount.ts';
import { assert } from '../../src/base/assert.ts';
import { readBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { createReceiptKeys } from '../../src/nostr/receipt-keys.ts';
import { type AskedInvoice, noteBug } from './model.ts';
import { receive } from './network.ts';
import { call, place, toBill } from './orders.ts';
import type { Person } from './person.ts';
import { note, type Simulation } from './simulation.ts';

/** What people do who pay an address: they ask for an invoice, and pay it late, twice or never. */

const DOMAIN = 'example.com';

export function askAddress(simulation: Simulation): void {
  const { dice, model } = simulation;
  const name = dice.pick(model.names);
  const person = model.people.find((one) => isNameOf(one, name));
  const { isOff: wasOff = false, switches = 0 } = person ?? {};
  const network = `network ${dice.below(4)}`;
  const input = {
    askedName: dice.chance(0.2) ? `${name}+shop` : name,
    domain: DOMAIN,
    amountMsat: String(dice.between(1, 3000) * 1000),
    comment: dice.chance(0.4) ? 'for bread' : '',
    payerData: dice.chance(0.3) ? PAYER : null,
    zapReadings: null,
    network,
  };
  void call(simulation, async (parts) => {
    const asked = await createAddressInvoice({ ...parts, ...ZAPS }, input);
    note(simulation, `a stranger asks ${name}: ${asked.ok ? 'an invoice' : asked.refusal.kind}`);
    if (!asked.ok) return;
    await noteAsked(simulation, { ...asked.value, network, name });
    const isOffAllTheTime = wasOff && person?.switches === switches;
    if (isOffAllTheTime && model.goneBack === null) {
      model.violations.push(`${name} was switched off and got an invoice`);
    }
  }).catch((error: unknown) => noteBug(model, error));
}

/** No one here has a key on Nostr. */
const ZAPS = { receiptKeys: createReceiptKeys(new Uint8Array(32)), hasPlainRelays: false };

const PAYER = {
  text: '{ "name":"Pat", "email":"pat@example.com" }',
  shown: { name: 'Pat', email: 'pat@example.com' },
  name: 'Pat',
  email: 'pat@example.com',
  pubkey: null,
};

/** Only who has heard of an invoice can pay it. */
async function noteAsked(
  { model, storage }: Simulation,
  asked: Pick<AskedInvoice, 'bolt11' | 'verifyId' | 'network' | 'name'>,
): Promise<void> {
  const { addressInvoices } = storage.stores;
  const invoice = await storage.perform(() => addressInvoices.findByVerifyId(asked.verifyId));
  const read = readBolt11(asked.bolt11);
  assert(read.ok, 'the node writes invoices that can be read');
  const { paymentHash } = read.value;
  const owner = model.people.find((person) => isNameOf(person, asked.name));
  // Pruning whose clock is ahead may have removed it already, and the database may have gone back.
  const userId = owner?.user.id ?? invoice?.userId;
  if (userId === undefined) return;
  const { timestampSec, expirySec, amountMsat } = read.value;
  assert(amountMsat !== null, 'it says how much');
  const expiresAt = new Date((timestampSec + expirySec) * 1000);
  model.asked.push({ ...asked, paymentHash, userId, amountMsat, expiresAt });
}

/** Names that only one person wants begin with theirs. */
export const isNameOf = ({ user }: Person, name: string): boolean =>
  name.startsWith(`${user.name}-`);

export function payAsked(simulation: Simulation): void {
  const { dice } = simulation;
  const payable = listPayable(simulation);
  if (payable.length === 0) return;
  const asked = dice.pick(payable);
  note(simulation, `a stranger pays ${asked.paymentHash.slice(0, 8)}`);
  settle(simulation, asked);
}

/** The payment waits at the node: for a while, or until long after the invoice has expired. */
export function holdAsked(simulation: Simulation): void {
  const { dice, clock, model, node } = simulation;
  const payable = listPayable(simulation);
  if (payable.length === 0) return;
  const asked = dice.pick(payable);
  note(simulation, `a stranger's payment of ${asked.paymentHash.slice(0, 8)} is held`);
  node.scripted.held.add(asked.paymentHash);
  if (dice.chance(0.4)) model.heldLong.push(asked);
  else void clock.sleep(dice.between(1, 20_000)).then(() => endHold(simulation, asked));
}

/** What is held comes in, or returns to its payer. */
function endHold(simulation: Simulation, asked: AskedInvoice): void {
  if (simulation.dice.chance(0.7)) settleHeld(simulation, asked);
  else simulation.node.scripted.held.delete(asked.paymentHash);
}

/** What the service made the node give back is not held any more. */
export function settleHeld(simulation: Simulation, asked: AskedInvoice): void {
  if (simulation.node.scripted.held.delete(asked.paymentHash)) settle(simulation, asked);
}

function settle(simulation: Simulation, { paymentHash, userId, ...asked }: AskedInvoice): void {
  const { dice, node } = simulation;
  const extraMsat = dice.chance(0.2) ? BigInt(dice.below(5000)) : 0n;
  const amountMsat = msat(asked.amountMsat + extraMsat);
  receive(simulation, { kind: 'user', userId }, () =>
    node.scripted.receive(paymentHash, { amountMsat }),
  );
}

/** What the node would take a payment for: not twice, not late, and not what is gone. */
function listPayable({ model, node, clock }: Simulation): readonly AskedInvoice[] {
  return model.asked.filter(
    ({ paymentHash, expiresAt }) =>
      expiresAt > clock.now() && node.scripted.stateOf(paymentHash) === 'open',
  );
}

/** A user of the same service pays an address, perhaps their own. */
export function payAskedInside(simulation: Simulation): void {
  const { dice, model } = simulation;
  if (model.asked.length === 0) return;
  place(simulation, toBill(simulation, dice.pick(model.asked.slice(-12))));
}

/** Anyone who learns the preimage has the proof that they paid. */
export function verifyAsked(simulation: Simulation): void {
  const { dice, model, storage, node } = simulation;
  if (model.asked.length === 0) return;
  const { verifyId, paymentHash } = dice.pick(model.asked);
  void call(simulation, async (parts) => {
    const answer = await verifyAddressInvoice(parts, verifyId);
    if (!answer.ok || answer.value.preimage === null) return;
    if (node.scripted.stateOf(paymentHash) === 'settled') return;
    const { payments } = await storage.takeSnapshot();
    const isPaid = payments.some(
      (one) => one.paymentHash === paymentHash && one.state === 'settled',
    );
    if (!isPaid && model.goneBack === null) {
      model.violations.push(`the preimage of ${paymentHash} is shown before it was paid`);
    }
  }).catch((error: unknown) => noteBug(model, error));
}
