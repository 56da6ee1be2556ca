import type { JsonObject } from '../base/text.ts';

/** Data that a payer gives about themselves (LUD-18). */
export interface PayerData {
  /** The payer's data as the JSON that came: the invoice commits to these very bytes. */
  readonly text: string;
  /** The object that the JSON holds, cleaned for storage; what pages show is written from it. */
  readonly shown: JsonObject;
  readonly name: string | null;
  readonly email: string | null;
  /** The payer's key, as they sent it; most send 33 bytes in hex. */
  readonly pubkey: string | null;
}
