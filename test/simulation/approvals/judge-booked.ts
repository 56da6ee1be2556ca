import { msat, type Sat } from '../../../src/base/amount.ts';
import type { Approval } from '../../../src/payments/approval.ts';
import type { Model } from '../model.ts';
import type { PlainStores } from '../storage.ts';

/** A payment that takes money, whichever rail it goes by. */
export interface Booking {
  readonly id: string;
  readonly userId: string;
  readonly grantId: string;
  readonly amountMsat: bigint;
  readonly createdAt: Date;
  /** The call whose keysends were ordered together; undefined for any other payment. */
  readonly batch?: { readonly batchId: string } | null;
}

/** A payment that was booked, with what its spender had to ask for just before. */
export interface Booked extends Booking {
  readonly askAboveSat: Sat | null;
  readonly approval: Approval | null;
}

/** Books payments, and finds out what was allowed before and what stands there now. */
export async function watchBookings<Outcome extends { readonly kind: string }>(
  { budgets, approvals }: PlainStores,
  bookings: readonly Booking[],
  book: () => Promise<readonly Outcome[]>,
): Promise<{ readonly outcomes: readonly Outcome[]; readonly booked: readonly Booked[] }> {
  // Both begin at once, as an approval may raise the amount.
  const reads = bookings.map(({ userId, grantId, createdAt }) =>
    budgets.readBudgets(userId, [grantId], createdAt),
  );
  const outcomes = await book();
  const booked: Booked[] = [];
  for (const [place, booking] of bookings.entries()) {
    if (!BOOKED.has(outcomes[place]?.kind ?? '')) continue;
    const budget = (await reads[place])?.get(booking.grantId);
    const approval = await approvals.findOfPayment(booking.batch?.batchId ?? booking.id);
    booked.push({ ...booking, askAboveSat: budget?.askAboveSat ?? null, approval });
  }
  return { outcomes, booked };
}

const BOOKED: ReadonlySet<string> = new Set(['reserved', 'settled', 'ordered']);

/** Nothing above the amount is paid without an approval, and nothing that was decided otherwise. */
export function judgeBooked({ violations }: Model, booked: readonly Booked[]): void {
  for (const { id, amountMsat, askAboveSat, approval } of booked) {
    const state = approval?.state ?? 'none';
    if (state === 'approved') continue;
    const isAbove = askAboveSat !== null && amountMsat > msat(askAboveSat * 1000n);
    if (isAbove || approval !== null) {
      violations.push(`payment ${id} of ${amountMsat} msat was made, and its approval is ${state}`);
    }
  }
}
