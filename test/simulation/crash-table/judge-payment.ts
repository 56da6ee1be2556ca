import { debitSat, msat } from '../../../src/base/amount.ts';
import { type Payment, toSettledPayment } from '../../../src/ledger/payment.ts';
import { isOpen } from '../../../src/ledger/payment-state.ts';
import type { NodePayment } from '../../../src/lightning/node-port.ts';
import { provesPayment } from '../../../src/lightning/preimage.ts';
import { BILL, type LightningWorld, START_MSAT } from './lightning-world.ts';
import type { Ending, Verdict } from './movement.ts';
import { judgeApprovals } from './owner.ts';

/** What became of the payment, by the books, and whether the node says the same. */
export async function judgePayment(world: LightningWorld): Promise<Verdict> {
  const { storage, node } = world;
  const books = await storage.takeSnapshot();
  const stops = await storage.stores.stops.listStops();
  const told = [...books.alarmKinds, ...stops.map(({ reason }) => `stop: ${reason}`)];
  const payment = paymentOf(world);
  const said = node.look(BILL.paymentHash);
  const isOurs = isAttemptOf(world, payment, said);
  const ending = endingOf(payment, isOurs);
  const isTold = told.some((kind) => kind !== TELLS_NOTHING);
  const seen = { world, payment, said, isOurs, isTold };
  const findings = [
    ...books.findings,
    ...judgeMoney(payment, books.wallets.get(world.user.id)),
    ...(payment === null ? [] : judgeEnd(seen, payment)),
    ...judgeCallers(seen, ending),
    ...judgeApprovals(world),
  ];
  if (NEEDS_TELLING.includes(ending) && !isTold) findings.push('no one was told');
  if (world.handedOver > world.ordersAnew) findings.push(`it was sent ${world.handedOver} times`);
  return { ending, told, findings };
}

export const paymentOf = ({ storage }: LightningWorld): Payment | null =>
  storage.payments().findLast(({ paymentHash }) => paymentHash === BILL.paymentHash) ?? null;

const NEEDS_TELLING: readonly Ending[] = ['held', 'lost'];

/** That others use the node is no news of this payment, even if it is taken for theirs. */
const TELLS_NOTHING = 'payment_of_others';

interface Seen {
  readonly world: LightningWorld;
  readonly payment: Payment | null;
  readonly said: NodePayment;
  readonly isOurs: boolean;
  readonly isTold: boolean;
}

/** Whether the node has sent, or is sending, what this payment ordered. */
function isAttemptOf(
  { node }: LightningWorld,
  payment: Payment | null,
  said: NodePayment,
): boolean {
  if (said.kind !== 'succeeded' && said.kind !== 'in_flight') return false;
  return (
    node.ours.has(said.paymentIndex) && said.paymentIndex > (payment?.dispatch.indexBefore ?? 0n)
  );
}

/** What others have paid from the same node is not lost, though the node has it. */
function endingOf(payment: Payment | null, isOurs: boolean): Ending {
  if (payment === null) return isOurs ? 'lost' : 'never ordered';
  const { state } = payment;
  return state === 'settled' || state === 'failed' ? state : 'held';
}

/** The wallet has what it had, without what is held and what was paid. */
function judgeMoney(
  payment: Payment | null,
  wallet: { readonly walletMsat: bigint; readonly heldMsat: bigint } | undefined,
): readonly string[] {
  const heldMsat = payment !== null && isOpen(payment.state) ? payment.heldSat * 1000n : 0n;
  const leftMsat = START_MSAT - heldMsat - (payment?.state === 'settled' ? debitOf(payment) : 0n);
  const isRight = wallet?.walletMsat === leftMsat && wallet.heldMsat === heldMsat;
  return isRight ? [] : [`there are ${wallet?.walletMsat} msat, and ${wallet?.heldMsat} held`];
}

const debitOf = (payment: Payment): bigint => {
  const { amountMsat, feeMsat } = toSettledPayment(payment);
  const neededSat = debitSat(msat(amountMsat + (feeMsat ?? 0n)));
  return (neededSat < payment.heldSat ? neededSat : payment.heldSat) * 1000n;
};

/** The end in the books is the one that the node proves. */
function judgeEnd({ world, said, isOurs, isTold }: Seen, payment: Payment): readonly string[] {
  const { state, failure } = payment;
  const { isUnprovable = false, isOfOthers = false } = world.answer;
  switch (state) {
    case 'settled':
      // What the database forgot, and others paid from the same node, looks as if we had.
      if (!isOurs && !(isOfOthers && isTold)) return ['it is settled, and the node sent nothing'];
      return isSettledAs(payment, said) ? [] : [`it is not settled as the node says: ${said.kind}`];
    case 'failed':
      return isOurs ? [`it failed (${failure?.reason}), and the node has it: ${said.kind}`] : [];
    default:
      return isUnprovable ? [] : [`it stays ${state}, and the node says ${said.kind}`];
  }
}

function isSettledAs(payment: Payment, said: NodePayment): boolean {
  if (said.kind !== 'succeeded') return false;
  const { amountMsat, feeMsat, preimage } = payment;
  const isSame = said.amountMsat === amountMsat && said.feeMsat === feeMsat;
  return isSame && provesPayment(preimage ?? '', BILL.paymentHash);
}

/** What callers heard is so; what a database has lost, it can say no more. */
function judgeCallers({ world, isOurs, isTold }: Seen, ending: Ending): readonly string[] {
  const { heard } = world;
  const findings: string[] = [];
  if (heard.includes('success') && ending !== 'settled' && !isTold) {
    findings.push(`a caller heard of a success, and it is ${ending}`);
  }
  if (heard.includes('payment_failed') && isOurs) findings.push('a caller heard that it failed');
  if (heard.includes('approval_expired') && ending !== 'never ordered' && !isTold) {
    findings.push(`a caller heard that it is not approved, and it is ${ending}`);
  }
  return findings;
}
