import { type StorageAllowance, textBytes } from '../authorization/storage-allowance.ts';
import type { NwcExternalStore } from './external-store.ts';
import type { NewRequest, NwcRequestStore } from './nwc-request-store.ts';

/** The bytes of a stored request with its indexes, without its texts. */
const REQUEST_BYTES = 512;

/**
 * Limits how much of a wallet's requests is stored: asks before one is stored, and counts it and
 * its answer. This allowance is not that of payments, because requests and answers are removed
 * after two days, and because no app that only asks should keep a wallet from paying.
 */
export function limitRequestStorage(
  requests: NwcRequestStore,
  storage: StorageAllowance,
): NwcRequestStore {
  const counted = async <Stored extends string | null>(
    { caller, answer }: Parameters<NwcRequestStore['writeAnswer']>[0],
    written: Promise<Stored>,
  ): Promise<Stored> => {
    const stored = await written;
    if (stored === answer) storage.count(caller, textBytes(answer));
    return stored;
  };
  // Requests that may have been stored, as the answer was lost: repeats of them must not be
  // refused.
  const doubted = new WeakSet<object>();
  return {
    ...requests,
    addRequest: async (request) => {
      if (!doubted.has(request) && !(await isAdmitted(requests, storage, request))) {
        return { kind: 'no_room' };
      }
      const outcome = await requests.addRequest(request);
      if (outcome.kind === 'lost') doubted.add(request);
      if (outcome.kind === 'added') storage.count(request.key, bytesOf(request.eventText));
      return outcome;
    },
    writeAnswer: (answer) => counted(answer, requests.writeAnswer(answer)),
    refusePayment: (mark, answer) => counted(answer, requests.refusePayment(mark, answer)),
  };
}

/** Does the same as `limitRequestStorage`, for requests that came over external relays. */
export const limitExternalStorage = (
  external: NwcExternalStore,
  requests: Pick<NwcRequestStore, 'isKnown'>,
  storage: StorageAllowance,
): NwcExternalStore => ({
  ...external,
  addRequest: async (asked) => {
    const { request } = asked;
    if (!(await isAdmitted(requests, storage, request))) return { kind: 'no_room' };
    const outcome = await external.addRequest(asked);
    if (outcome.kind === 'added') storage.count(request.key, bytesOf(request.eventText));
    return outcome;
  },
});

/**
 * Whether a request may be stored. A repeat always may, to get its answer: its app must not take a
 * payment for one that was not begun.
 */
const isAdmitted = async (
  requests: Pick<NwcRequestStore, 'isKnown'>,
  storage: StorageAllowance,
  { eventId, key, arrivedAt }: Pick<NewRequest, 'eventId' | 'key' | 'arrivedAt'>,
): Promise<boolean> => (await storage.hasRoom(key, arrivedAt)) || (await requests.isKnown(eventId));

const bytesOf = (eventText: string): number => REQUEST_BYTES + textBytes(eventText);
