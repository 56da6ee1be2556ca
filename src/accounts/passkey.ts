import { hash } from 'node:crypto';
import { base64urlnopad } from '@scure/base';
import { bytesEqual } from '../base/hex.ts';
import type { Random } from '../base/random.ts';

/** A key in a device or password manager with which its user signs in (WebAuthn, level 3). */
export interface Passkey {
  /** The id of the WebAuthn credential, as browsers write it (base64url). */
  readonly id: string;
  readonly userId: string;
  /** The public key of the passkey, encoded as COSE (RFC 9052). */
  readonly publicKey: Uint8Array;
  /** The number of signatures that the passkey has counted; 0 for passkeys that do not count. */
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** The site to which passkeys are bound, so that no other site can use them. */
export interface PasskeySite {
  /** The host name of the pages. Passkeys are bound to it permanently. */
  readonly domain: string;
  readonly origin: string;
}

export interface PasskeyOwner {
  readonly userId: string;
  readonly accountName: string;
  readonly name: string | null;
}

/**
 * Port: the WebAuthn exchange between browsers and passkeys. Answers are the JSON text that the
 * browser sends.
 */
export interface PasskeyProtocol {
  /** Makes the options for creating a passkey in the browser, as JSON text. */
  creationOptions(
    site: PasskeySite,
    owner: PasskeyOwner,
    challenge: string,
    existing: readonly Passkey[],
  ): Promise<string>;
  /**
   * Checks a new passkey. Null unless it signed this challenge for this site and verified its user.
   */
  checkCreation(
    site: PasskeySite,
    challenge: string,
    answer: string,
  ): Promise<Pick<Passkey, 'id' | 'publicKey' | 'signCount' | 'transports'> | null>;
  /**
   * Makes the options for signing in with any passkey that the browser has for this site, as JSON
   * text.
   */
  requestOptions(site: PasskeySite, challenge: string): Promise<string>;
  /**
   * Reads the id of the passkey that a browser's answer names. The answer is not checked, so
   * nothing is proved yet.
   */
  readKeyId(answer: string): string | null;
  /**
   * Checks an answer and returns the new signature count of the passkey. Null unless the passkey
   * signed this challenge for this site and verified its user.
   */
  checkAnswer(
    site: PasskeySite,
    challenge: string,
    answer: string,
    passkey: Passkey,
  ): Promise<number | null>;
}

const RANDOM_BYTES = 16;
const CREATION_MARK = 1;

/**
 * What a challenge is for: to create a passkey, or to sign with one. Only users who have proved who
 * they are get a challenge to create one.
 */
export type ChallengePurpose = 'creation' | 'request';

/** What a challenge is given for. A passkey that has signed it proves nothing for anything else. */
export interface ChallengeUse {
  readonly purpose: ChallengePurpose;
  /** The one thing that the proof is for, such as the id of an approval; '' for any other. */
  readonly subject: string;
}

/**
 * Makes a challenge for a passkey to sign once. The first half is random, apart from its first
 * byte, which says the purpose. The second half is a hash of the first one and the subject.
 */
export function newChallenge(random: Random, { purpose, subject }: ChallengeUse): string {
  const head = random.bytes(RANDOM_BYTES);
  head[0] = purpose === 'creation' ? CREATION_MARK : 0;
  return base64urlnopad.encode(Uint8Array.of(...head, ...bindingOf(head, subject)));
}

/** Whether a challenge was given for this use. */
export function isChallengeFor(challenge: string, { purpose, subject }: ChallengeUse): boolean {
  const bytes = base64urlnopad.decode(challenge);
  const head = bytes.subarray(0, RANDOM_BYTES);
  const isCreation = head[0] === CREATION_MARK;
  const isBound = bytesEqual(bytes.subarray(RANDOM_BYTES), bindingOf(head, subject));
  return isBound && isCreation === (purpose === 'creation');
}

const bindingOf = (head: Uint8Array, subject: string): Uint8Array =>
  hash('sha256', Buffer.concat([head, Buffer.from(subject)]), 'buffer').subarray(0, RANDOM_BYTES);
