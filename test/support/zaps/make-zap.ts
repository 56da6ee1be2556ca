import { npubEncode } from 'nostr-tools/nip19';
import { makeZapRequest } from 'nostr-tools/nip57';
import { type EventTemplate, finalizeEvent, getPublicKey } from 'nostr-tools/pure';

/** The keys of people on Nostr, which are public in this file. */
const ZAPPER_KEY = new Uint8Array(32).fill(7);
export const ZAPPER = getPublicKey(ZAPPER_KEY);
export const PAYEE = getPublicKey(new Uint8Array(32).fill(9));
export const PAYEE_NPUB = npubEncode(PAYEE);
export const STRANGER = getPublicKey(new Uint8Array(32).fill(11));

export interface ZapRequestInput {
  readonly amountMsat?: number;
  readonly payee?: string;
  readonly comment?: string;
  readonly relays?: readonly string[];
  /** Tags in addition to those that nostr-tools makes. */
  readonly tags?: readonly (readonly string[])[];
  readonly change?: (template: EventTemplate) => EventTemplate;
}

/**
 * The text of a zap request, made and signed by nostr-tools, because the examples printed in NIP-57
 * are invalid.
 */
export const zapText = (input: ZapRequestInput = {}): string => JSON.stringify(signedZap(input));

export function signedZap(input: ZapRequestInput = {}) {
  const { amountMsat = 21_000, payee = PAYEE, comment = 'Nice note', tags = [] } = input;
  const relays = [...(input.relays ?? ['wss://relay.example'])];
  const made = makeZapRequest({ pubkey: payee, amount: amountMsat, comment, relays });
  const template: EventTemplate = {
    ...made,
    created_at: 1_700_000_000,
    tags: [...made.tags, ...tags.map((tag) => [...tag])],
  };
  const {
    kind,
    created_at,
    tags: all,
    content,
    pubkey,
    id,
    sig,
  } = finalizeEvent(input.change?.(template) ?? template, ZAPPER_KEY);
  return { kind, created_at, tags: all, content, pubkey, id, sig };
}
