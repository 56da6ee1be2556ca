import { sha256 } from '@noble/hashes/sha2.js';
import { newIdentifier } from '../base/id.ts';
import { MAX_CLIENT_NAME_LENGTH } from '../base/limits.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { ChallengeMethod, ChallengeRecord } from './challenge-method.ts';

/** An app that may ask users for access. Its secret is stored as a hash and shown once. */
export interface Client {
  readonly id: string;
  readonly ownerUserId: string;
  readonly name: string;
  readonly url: string;
  readonly callback: string;
  /** Null for a public client: an app that cannot keep a secret. */
  readonly secretHash: Uint8Array | null;
  /** Whether the PKCE method "plain" is refused. */
  readonly s256Only: boolean;
  readonly createdAt: Date;
}

/** What its owner may change; the secret is only ever replaced. */
export type ClientChange = Pick<Client, 'name' | 'url' | 'callback' | 's256Only'>;

/** Whose client: null is the operator, who may touch all of them. */
export type ClientOwner = string | null;

export interface NewClientSecret {
  readonly hash: Uint8Array;
  /** The hash of the one that it replaces; null: whichever there is. */
  readonly replaces: Uint8Array | null;
}

/** Port: registered apps. A removed one is found by nobody any more. */
export interface ClientStore {
  /** `taken`: there is one with this id, or was. An owner has up to MAX_CLIENTS. */
  insertClient(client: Client): Promise<'inserted' | 'taken' | 'too_many'>;
  listClients(ownerUserId: string): Promise<readonly Client[]>;
  findClient(id: string): Promise<Client | null>;
  /**
   * False when the owner has no such client. With another callback, requests and codes that are
   * under way for the old one are void.
   */
  updateClient(id: string, owner: ClientOwner, change: ClientChange): Promise<boolean>;
  /**
   * The old secret is refused from this moment. False: no such client, a public one, or one whose
   * secret is not the one to replace.
   */
  replaceSecret(id: string, owner: ClientOwner, secret: NewClientSecret): Promise<boolean>;
  /** Someone came with this app; written at most once a day. */
  noteChallenge(id: string, method: ChallengeMethod, at: Date): Promise<void>;
  readChallenges(id: string): Promise<ChallengeRecord>;
  /** Its app grants and their tokens end with it. */
  removeClient(id: string, owner: ClientOwner, at: Date): Promise<boolean>;
}

const CLIENT_ID_LENGTH = 10;
/** 43 letters and digits carry 256 bits. */
const CLIENT_SECRET_LENGTH = 43;

export const newClientId = (random: Random): string => newIdentifier(random, CLIENT_ID_LENGTH);
export const newClientSecret = (random: Random): string =>
  newIdentifier(random, CLIENT_SECRET_LENGTH);
export const hashClientSecret = (secret: string): Uint8Array =>
  sha256(new TextEncoder().encode(secret));

export type ClientNameRefusal = { readonly kind: 'bad_client_name'; readonly message: string };

/** People decide by this name whom to trust: it is short, and nothing in it is invisible. */
export function checkClientName(text: string): Result<string, ClientNameRefusal> {
  const name = text.trim().replaceAll(/\s+/g, ' ').normalize('NFC');
  const isShown = name !== '' && !INVISIBLE.test(name);
  if (isShown && name.length <= MAX_CLIENT_NAME_LENGTH) return accept(name);
  const message = `the name of an app has 1 to ${MAX_CLIENT_NAME_LENGTH} visible characters`;
  return refuse({ kind: 'bad_client_name', message });
}

/** Control, format (right-to-left marks), private, unassigned, and halves of a character. */
const INVISIBLE = /\p{C}/u;
