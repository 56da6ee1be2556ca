/** What is known when a user asks why a signature is wrong, and what may come out. */

export interface SignatureCase {
  readonly received: ReceivedDelivery;
  readonly now: Date;
  /** The secrets of the endpoint that received it. */
  readonly secrets: readonly KnownSecret[];
  readonly otherSecrets: readonly OtherSecret[];
  /** What was sent there under this id; null if nothing was. */
  readonly sent: SentMessage | null;
}

/** As pasted by the user, each `''` if left out. */
export interface ReceivedDelivery {
  readonly messageId: string;
  readonly timestamp: string;
  /** From the header, or made by the user's code. */
  readonly signature: string;
  readonly body: string;
  /** The one that the user's code verifies with. */
  readonly secret: string;
}

export interface KnownSecret {
  readonly secret: string;
  /** Null for the current one. */
  readonly validUntil: Date | null;
}

export interface OtherSecret {
  readonly secret: string;
  readonly endpointId: string;
}

export interface SentMessage {
  readonly body: string;
  /** When its attempts were signed, as far back as the log goes. */
  readonly signedAt: readonly Date[];
}

export type SignatureFinding =
  | { readonly kind: 'genuine' }
  /** Correct except for the other findings. */
  | { readonly kind: 'recognized' }
  | { readonly kind: 'no_match' }
  | { readonly kind: SigningMistake }
  | { readonly kind: 'id_missing' | 'id_unknown' }
  | { readonly kind: 'timestamp_unreadable' | 'timestamp_in_ms' | 'timestamp_of_no_attempt' }
  | { readonly kind: 'timestamp_old' | 'timestamp_ahead'; readonly byMs: number }
  | { readonly kind: 'signature_missing' | 'version_missing' | 'version_unknown' }
  | { readonly kind: 'body_missing' | 'body_spaced' | 'body_reserialized' }
  | BodyDifference
  | { readonly kind: 'secret_right' | 'secret_unknown' }
  | { readonly kind: 'secret_old' | 'secret_over'; readonly until: Date }
  | { readonly kind: 'secret_of_other'; readonly endpointId: string }
  | { readonly kind: 'signed_with_old' | 'signed_with_over'; readonly until: Date }
  | { readonly kind: 'signed_for_other'; readonly endpointId: string }
  | { readonly kind: 'signed_with_unknown' };

/** Where the two start to differ, and how each continues there. */
export interface BodyDifference {
  readonly kind: 'body_changed';
  readonly index: number;
  readonly received: string;
  readonly sent: string;
}

/** Mistakes of code that makes the signature itself. */
export type SigningMistake =
  | 'body_alone'
  | 'without_id'
  | 'without_timestamp'
  | 'secret_as_text'
  | 'secret_with_prefix'
  | 'hex'
  | 'base64url';
