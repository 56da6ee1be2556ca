import { msat } from '../../src/base/amount.ts';
import type { IncomingPayment } from '../../src/lightning/node-port.ts';
import { toEvent } from '../support/scripted-node/incoming.ts';
import type { ArrivalTarget } from './model.ts';
import { newBill, ODD_MSAT } from './orders.ts';
import { accountRecord, type Simulation } from './simulation.ts';

/** What people outside do: they pay us, and the operators use their own node. */

export function payInFromExternalNode(simulation: Simulation): void {
  const { dice, model, node, clock } = simulation;
  const paid = new Set(model.arrivals.map(({ payment }) => payment.paymentHash));
  const payable = model.invoices.filter(
    ({ paymentHash, expiresAt }) =>
      !paid.has(paymentHash) &&
      !node.scripted.cancelled.has(paymentHash) &&
      expiresAt > clock.now(),
  );
  if (payable.length === 0) return;
  const invoice = dice.pick(payable);
  const { paymentHash, userId } = invoice;
  // Payers may pay more than they were asked for, and parts of a sat.
  const extraMsat = dice.chance(0.2) ? BigInt(dice.below(5000)) : 0n;
  const askedMsat = invoice.amountMsat ?? dice.pick(ODD_MSAT);
  const amountMsat = msat(askedMsat + extraMsat);
  receive(simulation, { kind: 'user', userId }, () =>
    node.scripted.receive(paymentHash, { amountMsat }),
  );
}

export function keysendIn(simulation: Simulation): void {
  const { dice, model, node } = simulation;
  const amountMsat = msat(BigInt(dice.between(1, 900_000)));
  const person = dice.chance(0.7) ? dice.pick(model.people) : null;
  const target: ArrivalTarget =
    person === null ? { kind: 'unclaimed' } : { kind: 'user', userId: person.user.id };
  const records = person === null ? strangeRecords(simulation) : accountRecord(person);
  receive(simulation, target, () => node.scripted.receiveKeysend(records, { amountMsat }));
}

const strangeRecords = ({ dice }: Simulation) =>
  dice.pick([
    new Map(),
    new Map([[696969n, Buffer.from('nobody')]]),
    new Map([[696969n, Buffer.from('nul \0 nul')]]),
    new Map([[7629169n, Buffer.from('{"action":"boost')]]),
  ]);

/** One set of an AMP invoice: its hash may come again with another set. */
export function ampIn(simulation: Simulation): void {
  const { dice, model, node, random } = simulation;
  const earlier = model.arrivals.filter(({ payment }) => payment.setId !== null);
  const paymentHash =
    earlier.length > 0 && dice.chance(0.5)
      ? dice.pick(earlier).payment.paymentHash
      : Buffer.from(random.bytes(32)).toString('hex');
  const setId = Buffer.from(random.bytes(32)).toString('hex');
  const amountMsat = msat(BigInt(dice.between(1, 90_000)));
  receive(simulation, { kind: 'unclaimed' }, () =>
    node.scripted.receiveKeysend(new Map(), {
      paymentHash,
      setId,
      preimage: null,
      isKeysend: false,
      amountMsat,
    }),
  );
}

export function operatorIsPaid(simulation: Simulation): void {
  const { node } = simulation;
  const { bolt11, paymentHash, preimage } = node.scripted.ownBill();
  receive(simulation, { kind: 'operator' }, () =>
    node.scripted.receiveKeysend(new Map(), { bolt11, paymentHash, preimage, isKeysend: false }),
  );
}

/** An attempt at a bill that the service knows nothing of; it fails, succeeds, or goes on. */
export function operatorPays(simulation: Simulation): void {
  const { dice, model, node } = simulation;
  // Else the service stops, and should.
  if (!model.isNodeShared) return;
  const billsCount = model.bills.length;
  const { paymentHash } = newBill(simulation);
  // While a payment of ours is on its way to the node, an attempt of others could not be told from
  // it: the node knows the hash only.
  if (model.bills.length === billsCount) return;
  node.scripted.takeForOthers(paymentHash);
  if (dice.chance(0.3)) void endForeign(simulation, paymentHash, dice.between(1, 10_000));
  else endNow(simulation, paymentHash);
}

async function endForeign(simulation: Simulation, hash: string, afterMs: number): Promise<void> {
  await simulation.clock.sleep(afterMs);
  endNow(simulation, hash);
}

function endNow({ dice, node }: Simulation, hash: string): void {
  const isPaid = dice.chance(0.2);
  node.scripted.end(
    hash,
    isPaid ? { kind: 'succeed', feeMsat: 1n } : { kind: 'fail', reason: 'no_route' },
  );
}

/** The stream tells of an old event once more. */
export function retell({ dice, model, node }: Simulation): void {
  const { payment } = dice.pick(model.arrivals);
  for (const { queue, wake } of node.scripted.arrivals.listeners) {
    queue.push(toEvent(payment));
    wake();
  }
}

export function receive(
  { dice, model, node }: Simulation,
  target: ArrivalTarget,
  settle: () => IncomingPayment,
): void {
  const { settled, unheard } = node.scripted.arrivals;
  const settleIndex = BigInt(settled.length + 1);
  // A live stream may lose an event; a listing shows it, and so does the next replay.
  if (dice.chance(0.04)) unheard.add(settleIndex);
  model.arrivals.push({ payment: settle(), for: target });
  unheard.delete(settleIndex);
}
