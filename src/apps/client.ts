import { sha256 } from '@noble/hashes/sha2.js';
import type { ChallengeMethod, ChallengeRecord } from '../authorization/challenge-method.ts';
import { isLikeAddress } from '../authorization/name.ts';
import { newIdentifier } from '../base/id.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { MAX_CLIENT_NAME_LENGTH } from './limits.ts';

/** An app that may ask users of this service for access (an OAuth client). */
export type Client = RegisteredClient | DocumentClient;

/**
 * An app that a user of this service registered. Its secret is shown once, and only a hash is
 * stored.
 */
export interface RegisteredClient {
  readonly kind: 'registered';
  readonly id: string;
  readonly ownerUserId: string;
  readonly name: string;
  readonly url: string;
  readonly callback: string;
  /**
   * The hash of the secret; null for a public client, which is an app that cannot keep a secret.
   */
  readonly secretHash: Uint8Array | null;
  /** Whether the PKCE method "plain" is refused, so that only S256 is allowed. */
  readonly s256Only: boolean;
  /** Whether answers of the authorization endpoint name this service as their issuer (RFC 9207). */
  readonly sendsIssuer: boolean;
  readonly createdAt: Date;
}

/**
 * An app that its makers describe by a document on the web (OAuth Client ID Metadata Document). It
 * belongs to no user of this service, and has no secret.
 */
export interface DocumentClient {
  readonly kind: 'document';
  /** The URL of the document that describes the app, which is also the id of the client. */
  readonly id: string;
  /** The name that the document gives the app. Nothing proves this name; only the URL is proved. */
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly fetchedAt: Date;
}

/** The hash of a client's secret; null for a public client. */
export function secretHashOf(client: Client): Uint8Array | null {
  switch (client.kind) {
    case 'registered':
      return client.secretHash;
    case 'document':
      return null;
  }
}

/** The URL of a page on which people can find out about the app. */
export function siteOf(client: Client): string {
  switch (client.kind) {
    case 'registered':
      return client.url;
    case 'document':
      return client.id;
  }
}

/**
 * The fields of a client that its owner may change. The secret is not among them: it can only be
 * replaced.
 */
export type ClientChange = Pick<
  RegisteredClient,
  'name' | 'url' | 'callback' | 's256Only' | 'sendsIssuer'
>;

/** The owner of a client; null is the operator, who may change all registered clients. */
export type ClientOwner = string | null;

export interface NewClientSecret {
  readonly hash: Uint8Array;
  /** The hash of the secret that is to be replaced; null to replace whatever secret there is. */
  readonly replaces: Uint8Array | null;
}

/** Port: apps that are known as OAuth clients. Removed apps are not found. */
export interface ClientStore {
  /**
   * Adds a client. `taken` means that its id is or was in use. An owner can have up to MAX_CLIENTS
   * clients.
   */
  insertClient(client: RegisteredClient): Promise<'inserted' | 'taken' | 'too_many'>;
  listClients(ownerUserId: string): Promise<readonly RegisteredClient[]>;
  findClient(id: string): Promise<Client | null>;
  /**
   * Changes a client. False if the owner has not registered such a client. If the callback changes,
   * authorization requests and codes for the old one become invalid.
   */
  updateClient(id: string, owner: ClientOwner, change: ClientChange): Promise<boolean>;
  /**
   * Replaces the secret of a client; the old one is refused from then on. False if there is no such
   * client, if it has no secret, or if its secret is not the one that is to be replaced.
   */
  replaceSecret(id: string, owner: ClientOwner, secret: NewClientSecret): Promise<boolean>;
  /**
   * Notes the PKCE method with which an app came. It is written at most once a day for each method.
   */
  noteChallenge(id: string, method: ChallengeMethod, at: Date): Promise<void>;
  readChallenges(id: string): Promise<ChallengeRecord>;
  /**
   * Removes a client with all its app grants and their tokens. A null owner is the operator, who
   * may remove any client.
   */
  removeClient(id: string, owner: ClientOwner, at: Date): Promise<boolean>;
}

const CLIENT_ID_LENGTH = 10;
/** The number of letters and digits in a client secret, which together carry 256 bits. */
const CLIENT_SECRET_LENGTH = 43;

export const newClientId = (random: Random): string => newIdentifier(random, CLIENT_ID_LENGTH);
export const newClientSecret = (random: Random): string =>
  newIdentifier(random, CLIENT_SECRET_LENGTH);
export const hashClientSecret = (secret: string): Uint8Array =>
  sha256(new TextEncoder().encode(secret));

export type ClientNameRefusal = { readonly kind: 'bad_client_name'; readonly message: string };

/**
 * Checks the name of an app, by which people decide whether to trust it. The name must be short,
 * and must have no invisible characters and nothing that could be taken for someone's address.
 */
export function checkClientName(text: string): Result<string, ClientNameRefusal> {
  const name = text.trim().replaceAll(/\s+/g, ' ').normalize('NFC');
  const isShown = name !== '' && !INVISIBLE.test(name) && !isLikeAddress(name);
  if (isShown && name.length <= MAX_CLIENT_NAME_LENGTH) return accept(name);
  const visible = `1 to ${MAX_CLIENT_NAME_LENGTH} visible characters`;
  const message = `the name of an app has ${visible}, without @ and ·`;
  return refuse({ kind: 'bad_client_name', message });
}

/**
 * Invisible characters: control, format (right-to-left marks), private use, unassigned, and lone
 * surrogates.
 */
const INVISIBLE = /\p{C}/u;
