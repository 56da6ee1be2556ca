import { base64urlnopad } from '@scure/base';
import type { Random } from '../base/random.ts';

/** A key in a device or password manager, by which its user signs in (WebAuthn, level 3). */
export interface Passkey {
  /** The credential's id as browsers spell it (base64url). */
  readonly id: string;
  readonly userId: string;
  /** COSE (RFC 9052). */
  readonly publicKey: Uint8Array;
  /** Stays 0 with keys that keep no count. */
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** Which site keys are for. */
export interface PasskeySite {
  /** Host name of the pages: keys belong to it for ever. */
  readonly domain: string;
  readonly origin: string;
}

export interface PasskeyOwner {
  readonly userId: string;
  readonly email: string;
  readonly name: string | null;
}

/** Port: what browsers and keys say to each other. Answers come as the JSON text of the browser. */
export interface PasskeyProtocol {
  /** What the browser is asked to make a key by, as JSON text. */
  creationOptions(
    site: PasskeySite,
    owner: PasskeyOwner,
    challenge: string,
    existing: readonly Passkey[],
  ): Promise<string>;
  /** Null unless the key signed this challenge for this site and verified its user. */
  checkCreation(
    site: PasskeySite,
    challenge: string,
    answer: string,
  ): Promise<Pick<Passkey, 'id' | 'publicKey' | 'signCount' | 'transports'> | null>;
  /** What the browser is asked to sign by, with any key that it has for this site. */
  requestOptions(site: PasskeySite, challenge: string): Promise<string>;
  /** Id of the key that answers, not proven yet. */
  readKeyId(answer: string): string | null;
  /** The key's new count; null unless it signed this, here, after verifying its user. */
  checkAnswer(
    site: PasskeySite,
    challenge: string,
    answer: string,
    passkey: Passkey,
  ): Promise<number | null>;
}

const CHALLENGE_BYTES = 32;

/** What a key must sign, once. */
export const newChallenge = (random: Random): string =>
  base64urlnopad.encode(random.bytes(CHALLENGE_BYTES));
