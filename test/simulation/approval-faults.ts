import type { MoneyStore, ReserveEvent } from '../../src/ledger/money-store.ts';
import type { Approval } from '../../src/payments/approval.ts';
import type { IdDeps, SimulatedFault } from './fault.ts';
import type { PlainStores } from './storage.ts';

/** Mistakes with payments that ask, to prove that the simulation finds them. */

/** Any event that takes money. */
type Event = Pick<ReserveEvent, 'order' | 'approval'>;
type Bend = <Said>(event: Event, book: (approved: boolean) => Promise<Said>) => Promise<Said>;

/** Bends how each event is booked: with the approval that it takes with it, or as if it had none. */
const bendBooking = (bend: (stores: PlainStores, deps: IdDeps) => Bend): SimulatedFault => ({
  bendStores: (stores, deps) => {
    const { moneyStore } = stores;
    const bent = bend(stores, deps);
    const each = async <One extends Event, Said>(
      events: readonly One[],
      call: (events: readonly One[]) => Promise<readonly Said[]>,
    ): Promise<readonly Said[]> => {
      const [event] = events;
      if (event === undefined || events.length > 1) return await call(events);
      const { approval: _, ...plain } = event;
      return await bent(event, (isApproved) => call([isApproved ? event : (plain as One)]));
    };
    const store: MoneyStore = {
      reserve: (events) => each(events, (list) => moneyStore.reserve(list)),
      settleInternal: (events) => each(events, (list) => moneyStore.settleInternal(list)),
      resolve: (events) => moneyStore.resolve(events),
      credit: (events) => moneyStore.credit(events),
    };
    return { ...stores, moneyStore: store };
  },
});

/** Pays some approvals whatever they are by now. */
const payDespite = (isPaid: (asked: Approval, now: Date) => boolean): SimulatedFault =>
  bendBooking((stores, { clock }) => async (event, book) => {
    const { approval } = event;
    const asked = approval && (await stores.approvals.find(approval.approvalId));
    if (!asked || !isPaid(asked, clock.now())) return await book(true);
    return await unasked(stores, clock.now(), event, () => book(false));
  });

/** Books as if its spender needed no approval. */
async function unasked<Said>(
  { budgets }: PlainStores,
  at: Date,
  { order: { userId, grantId } }: Event,
  book: () => Promise<Said>,
): Promise<Said> {
  const present = (await budgets.readBudgets(userId, [grantId], at)).get(grantId) ?? null;
  if (present === null || present.askAboveSat === null) return await book();
  const lifted = present.limitSat === null ? null : { ...present, askAboveSat: null };
  await budgets.setBudget({ userId, grantId }, lifted, at);
  try {
    return await book();
  } finally {
    await budgets.setBudget({ userId, grantId }, present, at);
  }
}

/** A press of the button pays, though the approval was refused or is over. */
const approvalUnchecked = payDespite(
  ({ state, expiresAt }, now) => state !== 'approved' && (state !== 'waiting' || expiresAt <= now),
);

const isRewound = ({ state, expiresAt, endedAt }: Approval): boolean =>
  state === 'expired' && endedAt !== null && endedAt < expiresAt;
const payRewound = payDespite(isRewound);

/** What waited in a database that has gone back still waits, and can be approved. */
const rewoundStillWaits: SimulatedFault = {
  bendStores: (stores, deps) => {
    const bent = payRewound.bendStores?.(stores, deps) ?? stores;
    const { approvals } = stores;
    const bend = (one: Approval): Approval =>
      isRewound(one) ? { ...one, state: 'waiting', endedAt: null } : one;
    const find: Approvals['find'] = async (id) => {
      const found = await approvals.find(id);
      return found && bend(found);
    };
    const listOfUser: Approvals['listOfUser'] = async ({ isWaiting, ...query }) => {
      const all = (await approvals.listOfUser({ ...query, isWaiting: false })).map(bend);
      return isWaiting ? all.filter(({ state }) => state === 'waiting') : all;
    };
    return { ...bent, approvals: bendApprovals(approvals, { find, listOfUser }) };
  },
};

/** The approval is written first, and the payment afterwards. */
const approvedApart = bendBooking((stores, { clock }) => async ({ approval }, book) => {
  if (approval === undefined) return await book(true);
  const end = { state: 'approved' as never, at: clock.now(), device: approval.device };
  await stores.approvals.end(approval.approvalId, end);
  return await book(false);
});

type Approvals = PlainStores['approvals'];

const bendApprovals = (approvals: Approvals, bent: Partial<Approvals>): Approvals =>
  new Proxy(approvals, {
    get: (store, name) => Reflect.get(name in bent ? bent : store, name),
  });

/** How far the clocks of two processes differ. */
const AHEAD_MS = 1000;

/** Callers are told that it is over by the clock of their process, and that is not written. */
const expiryToldFirst: SimulatedFault = {
  bendStores: (stores, { clock }) => {
    const find: Approvals['find'] = async (id) => {
      const found = await stores.approvals.find(id);
      const leftMs = (found?.expiresAt.getTime() ?? 0) - clock.now().getTime();
      return found?.state === 'waiting' && leftMs <= AHEAD_MS
        ? { ...found, state: 'expired' }
        : found;
    };
    return { ...stores, approvals: bendApprovals(stores.approvals, { find }) };
  },
};

export const APPROVAL_FAULTS: Readonly<Record<string, SimulatedFault>> = {
  'approval-unchecked': approvalUnchecked,
  'approved-apart': approvedApart,
  'expiry-told-first': expiryToldFirst,
  'rewound-still-waits': rewoundStillWaits,
};
