import type { MAX_EXPLAINED_LENGTHS } from './limits.ts';

/** What a user tells to learn why a signature is wrong, and the possible explanations. */

export interface SignatureCase {
  readonly received: ReceivedDelivery;
  readonly now: Date;
  /** The endpoint that received the message. */
  readonly endpointId: string;
  /** Secrets of all endpoints of the user. */
  readonly secrets: readonly KnownSecret[];
  /**
   * The message that was sent under the id that the user gave, with its attempts in the log; null
   * if none was sent.
   */
  readonly sent: {
    readonly body: string;
    readonly attempts: readonly { readonly startedAt: Date }[];
  } | null;
}

/**
 * Parts of a delivery that the user pasted, `''` for each one left out. The signature is from the
 * header or was made by the user's code, and the secret is the one that this code uses.
 */
export type ReceivedDelivery = Readonly<Record<keyof typeof MAX_EXPLAINED_LENGTHS, string>>;

export interface KnownSecret {
  readonly endpointId: string;
  readonly secret: string;
  /** The time until which a replaced secret signs; null for the current one. */
  readonly validUntil: Date | null;
}

export type SignatureFinding =
  | { readonly kind: SigningMistake | PlainFinding }
  | { readonly kind: 'timestamp_old' | 'timestamp_ahead'; readonly byMs: number }
  | { readonly kind: 'secret_old' | 'secret_over'; readonly until: Date }
  | { readonly kind: 'signed_with_old' | 'signed_with_over'; readonly until: Date }
  | { readonly kind: 'secret_of_other' | 'signed_for_other'; readonly endpointId: string }
  /** The body was changed: where the two bodies begin to differ, and how each goes on there. */
  | {
      readonly kind: 'body_changed';
      readonly index: number;
      readonly received: string;
      readonly sent: string;
    };

/** Mistakes that a receiver's code makes when it computes the signature itself. */
export type SigningMistake =
  | ('body_alone' | 'without_id' | 'without_timestamp')
  | ('secret_as_text' | 'secret_with_prefix')
  | ('hex' | 'base64url');

type PlainFinding =
  /**
   * Whether the signature fits. `recognized`: it is right apart from the mistakes that other
   * findings name.
   */
  | ('genuine' | 'recognized' | 'no_match')
  | ('id_missing' | 'id_unknown')
  | ('timestamp_unreadable' | 'timestamp_in_ms' | 'timestamp_of_no_attempt')
  | ('signature_missing' | 'version_missing' | 'version_unknown')
  | ('body_missing' | 'body_spaced' | 'body_reserialized')
  | ('secret_right' | 'secret_unknown' | 'signed_with_unknown');
