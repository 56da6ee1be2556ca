import { base64urlnopad } from '@scure/base';
import type { Random } from '../base/random.ts';

/** A key in a device or password manager with which its user signs in (WebAuthn, level 3). */
export interface Passkey {
  /** The credential's id as browsers write it (base64url). */
  readonly id: string;
  readonly userId: string;
  /** The public key in the encoding COSE (RFC 9052). */
  readonly publicKey: Uint8Array;
  /** The number of signatures that the key has counted; it stays 0 for keys that do not count. */
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** The site that passkeys are bound to. */
export interface PasskeySite {
  /** Host name of the pages: keys are bound to it permanently. */
  readonly domain: string;
  readonly origin: string;
}

export interface PasskeyOwner {
  readonly userId: string;
  readonly accountName: string;
  readonly name: string | null;
}

/** Port: the exchange between browsers and keys. Answers are the browser's JSON text. */
export interface PasskeyProtocol {
  /** Options for creating a key in the browser, as JSON text. */
  creationOptions(
    site: PasskeySite,
    owner: PasskeyOwner,
    challenge: string,
    existing: readonly Passkey[],
  ): Promise<string>;
  /** Checks a new key; null unless it signed this challenge for this site and verified its user. */
  checkCreation(
    site: PasskeySite,
    challenge: string,
    answer: string,
  ): Promise<Pick<Passkey, 'id' | 'publicKey' | 'signCount' | 'transports'> | null>;
  /** Options for signing in with any key that the browser has for this site. */
  requestOptions(site: PasskeySite, challenge: string): Promise<string>;
  /** Reads the id of the key that an answer claims to be from, which is not yet proven. */
  readKeyId(answer: string): string | null;
  /**
   * Checks an answer and returns the key's new count; null unless the key signed this challenge for
   * this site and verified its user.
   */
  checkAnswer(
    site: PasskeySite,
    challenge: string,
    answer: string,
    passkey: Passkey,
  ): Promise<number | null>;
}

const CHALLENGE_BYTES = 32;
const CREATION_MARK = 1;

/** What a challenge is for. Only users who have proved who they are get one for a new key. */
export type ChallengePurpose = 'creation' | 'request';

/** Makes a challenge for a key to sign, once. The first byte says what it is for. */
export function newChallenge(random: Random, purpose: ChallengePurpose): string {
  const bytes = random.bytes(CHALLENGE_BYTES);
  bytes[0] = purpose === 'creation' ? CREATION_MARK : 0;
  return base64urlnopad.encode(bytes);
}

export const purposeOfChallenge = (challenge: string): ChallengePurpose =>
  base64urlnopad.decode(challenge)[0] === CREATION_MARK ? 'creation' : 'request';
