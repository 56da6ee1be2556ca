import type { IdempotencyClaim } from '../../src/base/idempotency.ts';
import type { MoneyStore } from '../../src/ledger/money-store.ts';
import type { NwcRequestStore } from '../../src/nwc/nwc-request-store.ts';
import type { SimulatedFault } from './fault.ts';

/** Mistakes with requests of apps, to prove that the simulation finds them. */

type Bend = (store: NwcRequestStore) => Partial<NwcRequestStore>;

const bendRequests = (bend: Bend): SimulatedFault => ({
  bendStores: (stores) => ({
    ...stores,
    nwcRequests: { ...methodsOf(stores.nwcRequests), ...bend(stores.nwcRequests) },
  }),
});

/** A no is answered and nothing is kept of it but the answer: a run beside this one may pay. */
const refusalUnmarked = bendRequests((store) => ({
  refusePayment: (_, answer) => store.writeAnswer(answer),
}));

/** A refusal is not even stored as an answer: the same event runs again when it comes again. */
const refusalForgotten = bendRequests(() => ({
  refusePayment: async (_, answer) => answer.answer,
}));

/** The second run tells its own answer, whatever was told before. */
const lastAnswerTold = bendRequests((store) => ({
  writeAnswer: async (answer) => {
    await store.writeAnswer(answer);
    return answer.answer;
  },
}));

/** What a dead process was running is dropped. */
const requestDropped = bendRequests(() => ({ takeRequests: async () => [] }));

/** An event that comes again is run again, and nothing says that it was refused before. */
const replaysRun = bendRequests((store) => ({
  refusePayment: (_, answer) => store.writeAnswer(answer),
  addRequest: async (request) => {
    await store.addRequest(request);
    return { kind: 'added', wentBackAt: null };
  },
}));

/** The mark is set although the payment has begun, and the answer is a no. */
const begunRefused = bendRequests((store) => ({
  refusePayment: async (mark, answer) =>
    (await store.refusePayment(mark, answer)) ?? (await store.writeAnswer(answer)),
}));

/** The key of an event is not written with its payment. */
const eventUnclaimed: SimulatedFault = {
  bendStores: (stores) => ({ ...stores, moneyStore: unclaimed(stores.moneyStore) }),
};

const unclaimed = (store: MoneyStore): MoneyStore => ({
  reserve: (events) => store.reserve(events.map(withoutClaim)),
  settleInternal: (events) => store.settleInternal(events.map(withoutClaim)),
  resolve: (events) => store.resolve(events),
  credit: (events) => store.credit(events),
});

const withoutClaim = <Event extends { readonly idempotency: IdempotencyClaim | null }>(
  event: Event,
): Event => (event.idempotency?.key.startsWith('nwc:') ? { ...event, idempotency: null } : event);

/** A wired store is a proxy, which cannot be spread. */
const methodsOf = (store: NwcRequestStore): NwcRequestStore => ({
  addRequest: (request) => store.addRequest(request),
  isKnown: (eventId) => store.isKnown(eventId),
  writeAnswer: (answer) => store.writeAnswer(answer),
  refusePayment: (mark, answer) => store.refusePayment(mark, answer),
  waitForPayment: (eventId, paymentId) => store.waitForPayment(eventId, paymentId),
  putBack: (eventId, afterMs) => store.putBack(eventId, afterMs),
  takeRequests: (limit, leaseMs) => store.takeRequests(limit, leaseMs),
  findAnswer: (eventId) => store.findAnswer(eventId),
  findAnswers: (query) => store.findAnswers(query),
  pruneRequests: (before, limit) => store.pruneRequests(before, limit),
});

export const APP_FAULTS: Readonly<Record<string, SimulatedFault>> = {
  'refusal-unmarked': refusalUnmarked,
  'refusal-forgotten': refusalForgotten,
  'last-answer-told': lastAnswerTold,
  'request-dropped': requestDropped,
  'replays-run': replaysRun,
  'begun-refused': begunRefused,
  'event-unclaimed': eventUnclaimed,
};
