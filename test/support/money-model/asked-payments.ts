import { debitSat, type Sat } from '../../../src/base/amount.ts';
import type { MoneyRefusal } from '../../../src/ledger/money-store.ts';
import type { AskingEvent, Cast } from './cast.ts';
import type { MoneyWorld } from './money-world.ts';

/** The answer to an event that takes money from a wallet. */
export interface Answered {
  readonly kind: string;
  readonly refusal?: MoneyRefusal;
}

/** Notes whether an event, which took no approval with it, was booked or has to ask. */
export function noteAnswer(cast: Cast, asking: AskingEvent, answer: Answered | undefined): void {
  if (answer?.refusal?.kind === 'approval_needed') cast.asking.set(idOf(asking), asking);
  if (answer !== undefined && BOOKED.has(answer.kind)) {
    cast.unasked.set(idOf(asking), takenSat(asking));
  }
}

const BOOKED: ReadonlySet<string> = new Set(['reserved', 'settled', 'ordered']);

export const idOf = ({ event }: AskingEvent): string =>
  'order' in event ? event.order.id : event.id;

/** What an event takes from the wallet of its user when it is booked. */
function takenSat({ call, event }: AskingEvent): Sat {
  switch (call) {
    case 'reserve':
      return event.heldSat;
    case 'settleInternal':
      return debitSat(event.order.amountMsat);
    case 'withdraw':
      return event.internal === null ? event.heldSat : event.amountSat;
  }
}

/**
 * Compares what was taken from wallets with the payments that needed no approval and those that
 * have one: nothing else may have been paid, and each of these once.
 */
export async function judgeAsked(world: MoneyWorld, cast: Cast): Promise<readonly string[]> {
  const letGo = new Map<string, Sat>(cast.unasked);
  for (const [id, { asking }] of cast.asked) {
    const approval = await world.approvals.findOfPayment(id);
    if (approval?.state === 'approved') letGo.set(id, takenSat(asking));
  }
  const expectedSat = sumOf([...letGo.values()]);
  const orders = [...cast.reserves, ...cast.internals].map(({ order }) => order);
  const ids = [...orders, ...cast.withdrawn].map(({ id }) => id);
  const begun = new Set<string>();
  const twice: string[] = [];
  let takenMsat = 0n;
  for (const { kind, subjectId, postings } of await world.transfers(ids)) {
    if (kind !== 'reserve' && kind !== 'internal') continue;
    if (begun.has(subjectId)) twice.push(subjectId);
    begun.add(subjectId);
    takenMsat -= sumOf(postings.map(({ amountMsat }) => amountMsat).filter((msats) => msats < 0n));
  }
  return [
    ...twice.map((id) => `payment ${id} was made twice`),
    ...(takenMsat === expectedSat * 1000n
      ? []
      : [`${takenMsat} msat were taken, and ${expectedSat} sat let go`]),
  ];
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n);
