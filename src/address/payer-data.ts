import type { JsonObject } from '../base/text.ts';

/** Data that a payer gives about themselves (LUD-18). */
export interface PayerData {
  /**
   * The payer's data as the JSON text that was received. The invoice commits to exactly these
   * bytes.
   */
  readonly text: string;
  /** The data as an object, cleaned for storage. Pages show this form. */
  readonly shown: JsonObject;
  readonly name: string | null;
  readonly email: string | null;
  /** The payer's public key, as they sent it. Most send 33 bytes in hex. */
  readonly pubkey: string | null;
}
