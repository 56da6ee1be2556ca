export interface SignatureCase {
  readonly received: ReceivedDelivery;
  readonly now: Date;
  /** Of the endpoint that it came to. */
  readonly secrets: readonly KnownSecret[];
  readonly otherSecrets: readonly OtherSecret[];
  /** What was sent there under this id; null when nothing was. */
  readonly sent: SentMessage | null;
}

/** As somebody has copied it, each `''` where he has not. */
export interface ReceivedDelivery {
  readonly messageId: string;
  readonly timestamp: string;
  /** Of the header, or what his code made. */
  readonly signature: string;
  readonly body: string;
  /** With which his code verifies. */
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
  /** When its attempts were signed, as far as the log goes back. */
  readonly signedAt: readonly Date[];
}

export type SignatureFinding =
  | { readonly kind: 'genuine' }
  /** Right but for what the other findings say. */
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

/** From where on the two are different, and how they go on there. */
export interface BodyDifference {
  readonly kind: 'body_changed';
  readonly index: number;
  readonly received: string;
  readonly sent: string;
}

/** What code does that makes the signature itself. */
export type SigningMistake =
  | 'body_alone'
  | 'without_id'
  | 'without_timestamp'
  | 'secret_as_text'
  | 'secret_with_prefix'
  | 'hex'
  | 'base64url';
