import { type StorageAllowance, textBytes } from '../authorization/storage-allowance.ts';
import type { NwcExternalStore } from './external-store.ts';
import type { NewRequest, NwcRequestStore } from './nwc-request-store.ts';

/** The bytes of a stored request beyond its texts: the row and its index entries. */
const REQUEST_BYTES = 512;

/**
 * Limits how many bytes of requests and answers are stored for the apps of a wallet. The limit is
 * checked before a request is stored, and then the request and its answer are counted. This limit
 * is separate from that of payments, because requests are removed after two days, and because apps
 * that only ask must not use up what paying needs.
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
  // Requests that may have been stored although the database did not answer. They are let through
  // when they are repeated, because they may be running already.
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
 * Whether a request may be stored. A request that is stored already always passes, so that its app
 * gets the answer: it must not believe that a payment was refused which has begun.
 */
const isAdmitted = async (
  requests: Pick<NwcRequestStore, 'isKnown'>,
  storage: StorageAllowance,
  { eventId, key, arrivedAt }: Pick<NewRequest, 'eventId' | 'key' | 'arrivedAt'>,
): Promise<boolean> => (await storage.hasRoom(key, arrivedAt)) || (await requests.isKnown(eventId));

const bytesOf = (eventText: string): number => REQUEST_BYTES + textBytes(eventText);
