import assert from 'node:assert/strict';
import { msat } from '../../../src/base/amount.ts';
import type { PaymentState } from '../../../src/ledger/payment-state.ts';
import { systemClock } from '../../../src/system/system-clock.ts';
import { creditUnclaimed, reserveEvent } from '../money-model/events.ts';
import type { OperateSite } from './operate-site.ts';

interface Hanging {
  readonly state: PaymentState;
  readonly minutes: number;
  readonly amountMsat: bigint;
  readonly isStuck?: boolean;
  readonly isNotFound?: boolean;
}

/** Payments that hang, the oldest first. */
const HANGING: readonly Hanging[] = [
  { state: 'in_flight', minutes: 3900, amountMsat: 912_345_678n, isStuck: true },
  { state: 'unknown', minutes: 1700, amountMsat: 60_000n, isStuck: true },
  { state: 'unknown', minutes: 640, amountMsat: 21_000_500n, isNotFound: true },
  { state: 'unknown', minutes: 95, amountMsat: 1_000n },
  { state: 'in_flight', minutes: 14, amountMsat: 250_000_000n },
  { state: 'in_flight', minutes: 6, amountMsat: 4_200_000n },
  { state: 'dispatching', minutes: 1, amountMsat: 75_000n },
  { state: 'reserved', minutes: 0, amountMsat: 1_337_000n },
];

/** The states through which a payment reaches each state. */
const STEPS: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  reserved: [],
  dispatching: ['dispatching'],
  in_flight: ['dispatching', 'in_flight'],
  unknown: ['dispatching', 'unknown'],
  settled: [],
  failed: [],
};

export async function addOpenPayments(site: OperateSite, users: readonly string[]): Promise<void> {
  for (const [index, hanging] of HANGING.entries()) {
    // The third user gets much money.
    const user = users[2];
    assert(user !== undefined);
    await addOpenPayment(site, user, hanging, index % 2 === 0 ? 'bolt11' : 'keysend');
  }
}

async function addOpenPayment(
  { owner, money }: OperateSite,
  userId: string,
  hanging: Hanging,
  kind: 'bolt11' | 'keysend',
): Promise<void> {
  const { state, minutes, amountMsat, isStuck = false, isNotFound = false } = hanging;
  const createdAt = minutesAgo(minutes);
  const event = reserveEvent(userId, { amountMsat: msat(amountMsat), createdAt });
  const { id } = event.order;
  const [answer] = await money.store.reserve([{ ...event, order: { ...event.order, kind } }]);
  assert.equal(answer?.kind, 'reserved');
  for (const step of STEPS[state]) await owner`update payment set state = ${step} where id = ${id}`;
  if (isStuck || state === 'in_flight') {
    await owner`update payment set acknowledged_index = 7 where id = ${id}`;
  }
  if (isNotFound) {
    await owner`update payment set first_not_found_at = ${minutesAgo(1)} where id = ${id}`;
  }
  if (isStuck) {
    await owner`
      insert into stranded_payment (payment_id, seen_at, away_sec)
      values (${id}, ${minutesAgo(minutes - 60)}, ${minutes * 30})`;
  }
}

export const EVENT = '{"memo":"For Ann, from Ben","r_hash":"q80=","value":"21000"}';

export async function addUnclaimed({ money }: OperateSite): Promise<void> {
  const arrived = [
    { amountMsat: 21_000_000n, reason: 'unknown_account', rawEvent: null, minutes: 9000 },
    { amountMsat: 1_234_567_890n, reason: 'unusable_event', rawEvent: EVENT, minutes: 1500 },
    { amountMsat: 999n, reason: 'payee_closed', rawEvent: null, minutes: 30 },
  ];
  const events = arrived.map(({ amountMsat, reason, rawEvent, minutes }) => {
    const event = creditUnclaimed({ amountMsat: msat(amountMsat), settledAt: minutesAgo(minutes) });
    return { ...event, target: { kind: 'unclaimed', reason, rawEvent } as const };
  });
  for (const { kind } of await money.store.credit(events)) assert.equal(kind, 'credited');
}

export const minutesAgo = (minutes: number): Date =>
  new Date(systemClock.now().getTime() - minutes * 60_000);
