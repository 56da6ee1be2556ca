import { sha256 } from '@noble/hashes/sha2.js';
import { newIdentifier } from '../base/id.ts';
import type { Random } from '../base/random.ts';

/** An app that may ask users for access. Its secret is stored as a hash and shown once. */
export interface Client {
  readonly id: string;
  readonly ownerUserId: string;
  readonly name: string;
  readonly url: string;
  readonly callback: string;
  /** Null for a public client: an app that cannot keep a secret. */
  readonly secretHash: Uint8Array | null;
  readonly createdAt: Date;
}

/** Port: registered apps. */
export interface ClientStore {
  insertClient(client: Client): Promise<void>;
  listClients(ownerUserId: string): Promise<readonly Client[]>;
}

const CLIENT_ID_LENGTH = 10;
/** 43 letters and digits carry 256 bits. */
const CLIENT_SECRET_LENGTH = 43;

export const newClientId = (random: Random): string => newIdentifier(random, CLIENT_ID_LENGTH);
export const newClientSecret = (random: Random): string =>
  newIdentifier(random, CLIENT_SECRET_LENGTH);
export const hashClientSecret = (secret: string): Uint8Array =>
  sha256(new TextEncoder().encode(secret));
