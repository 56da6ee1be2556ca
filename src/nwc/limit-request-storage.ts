import { type StorageAllowance, textBytes } from '../authorization/storage-allowance.ts';
import type { NwcExternalStore } from './external-store.ts';
import type { NewRequest, NwcRequestStore } from './nwc-request-store.ts';

/** Bytes of a row with its indexes, without the texts. */
const REQUEST_BYTES = 512;

/**
 * Asks the allowance of a wallet's requests before one is stored, and counts it and its answer.
 * This allowance is another one than that of payments, because requests and answers are removed
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
  // Requests that may have been stored: a repeat finds out, and must not be refused.
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

/** Asks and counts as `limitRequestStorage` does, for requests that came over external relays. */
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
 * Whether a request may be stored. One that is sent again gets its answer: its app must not take a
 * payment for one not begun.
 */
const isAdmitted = async (
  requests: Pick<NwcRequestStore, 'isKnown'>,
  storage: StorageAllowance,
  { eventId, key, arrivedAt }: Pick<NewRequest, 'eventId' | 'key' | 'arrivedAt'>,
): Promise<boolean> => (await storage.hasRoom(key, arrivedAt)) || (await requests.isKnown(eventId));

const bytesOf = (eventText: string): number => REQUEST_BYTES + textBytes(eventText);
