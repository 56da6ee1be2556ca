import { parseList } from './parse-json.ts';

/** A relay's word on an event that it was sent (NIP-01, `OK`). */
export interface RelayAnswer {
  readonly isAccepted: boolean;
  /** For people, behind a word for programs: `blocked: …`. */
  readonly message: string;
}

/** Null for anything but the answer about this event. */
export function readRelayAnswer(text: string, eventId: string): RelayAnswer | null {
  const parts = parseList(text);
  const [name, id, isAccepted, message] = parts ?? [];
  if (name !== 'OK' || id !== eventId || typeof isAccepted !== 'boolean') return null;
  return { isAccepted, message: typeof message === 'string' ? message : '' };
}

/** Reasons that will be the same the next time (NIP-01, NIP-42). */
const FOR_GOOD = /^(?:auth-required|blocked|invalid|pow|restricted):/;

export const isRefusedForGood = ({ isAccepted, message }: RelayAnswer): boolean =>
  !isAccepted && FOR_GOOD.test(message);
