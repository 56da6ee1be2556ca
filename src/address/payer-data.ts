import type { JsonObject } from '../base/text.ts';

/** What a payer says of themselves (LUD-18). */
export interface PayerData {
  /** JSON of an object, as it came: the invoice commits to these very bytes. */
  readonly text: string;
  /** The object that it holds, fit for storage: what is shown is written from it. */
  readonly shown: JsonObject;
  readonly name: string | null;
  readonly email: string | null;
  /** As the payer sent it; most send 33 bytes of hex. */
  readonly pubkey: string | null;
}
