import type { JsonObject } from '../base/text.ts';

/** Data that a payer gives about themselves (LUD-18). */
export interface PayerData {
  /** The payer's data as JSON, as it came: the invoice commits to these very bytes. */
  readonly text: string;
  /** The object that it holds, fit for storage: what is shown is written from it. */
  readonly shown: JsonObject;
  readonly name: string | null;
  readonly email: string | null;
  /** A key as the payer sent it; most send 33 bytes of hex. */
  readonly pubkey: string | null;
}
