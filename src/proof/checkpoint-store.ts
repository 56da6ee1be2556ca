import type { Checkpoint, SignedCheckpoint } from './checkpoint.ts';
import type { PublishedCheckpoint } from './checkpoint-file.ts';
import type { PackedUsers } from './owed-users.ts';

/**
 * Port: checkpoints of what users are owed. The database is authoritative; the folder holds copies.
 */
export interface CheckpointStore {
  /** Reads everything that a checkpoint needs as of one moment, while money moves on. */
  readSnapshot(): Promise<OwedSnapshot>;
  /** Whether at least this many users have ever had money here. */
  hasOwners(least: number): Promise<boolean>;
  /** Lists users whose chain of statements lacks records, in the order of their ids. */
  listBehind(afterUserId: string | null, limit: number): Promise<readonly string[]>;
  /**
   * Adds records to the statement chains of the given users. It closes no month, and waits for no
   * payment.
   */
  extendChains(userIds: readonly string[]): Promise<void>;
  /** Stores a piece of a tree that is not published yet. */
  saveChunk(chunk: NewChunk): Promise<void>;
  /** Publishes a checkpoint; `overtaken` where its number is taken by another one. */
  publish(checkpoint: SignedCheckpoint, tree: TreeKey | null): Promise<'published' | 'overtaken'>;
  /**
   * Removes stored trees, which only files of users need, of all but the newest checkpoints;
   * answers how many pieces.
   */
  removeOldChunks(limit: number): Promise<number>;
  findNewest(): Promise<PublishedCheckpoint | null>;
  find(epoch: bigint): Promise<PublishedCheckpoint | null>;
  /** Lists checkpoints from this number on, in ascending order. */
  listFrom(epoch: bigint, limit: number): Promise<readonly PublishedCheckpoint[]>;
  /** Lists checkpoints below this number, newest first. */
  listBefore(epoch: bigint | null, limit: number): Promise<readonly PublishedCheckpoint[]>;
  /**
   * Finds the tree of this checkpoint, or of the newest one for null; null where it is not stored
   * any more.
   */
  findTree(epoch: bigint | null): Promise<StoredTree | null>;
  /**
   * Reads the piece of a tree's users that contains this user, if the tree does; null where there
   * is none.
   */
  readUsers(runId: string, userId: string): Promise<PackedUsers | null>;
  readChunk(runId: string, kind: 'leaves' | 'tops', number: number): Promise<Buffer | null>;
  /** Stores a node's signature for a key; the first one is kept. */
  bindKey(binding: KeyBinding): Promise<void>;
  /** Finds the public key of the node that the database belongs to. */
  findNode(): Promise<string | null>;
}

export interface OwedSnapshot {
  /** The time by the database's clock. */
  readonly now: Date;
  readonly node: string | null;
  /** The newest checkpoint. */
  readonly previous: Checkpoint | null;
  readonly users: PackedUsers;
  /** Identifiers of the users, in the same order. */
  readonly identifiers: readonly string[];
  readonly walletsMsat: bigint;
  readonly heldMsat: bigint;
  /** The sums according to the books, with which those of the users must agree. */
  readonly books: OwedByBooks;
}

export interface OwedByBooks {
  readonly walletsMsat: bigint;
  readonly heldMsat: bigint;
  readonly inFlightMsat: bigint;
  readonly unclaimedMsat: bigint;
}

export interface NewChunk {
  readonly runId: string;
  readonly kind: 'leaves' | 'tops' | 'users';
  readonly number: number;
  /** The id of the first user in the piece; null for other pieces. */
  readonly firstId: string | null;
  readonly body: Buffer;
}

export interface TreeKey {
  readonly runId: string;
  readonly seed: Uint8Array;
}

export interface StoredTree extends TreeKey {
  readonly published: PublishedCheckpoint;
}

export interface KeyBinding {
  readonly key: Uint8Array;
  readonly node: string;
  readonly signature: string;
}

/** Port: copies of checkpoints outside of the database. */
export interface CheckpointFolder {
  /** Lists the numbers of copied checkpoints, in ascending order. */
  listEpochs(): Promise<readonly bigint[]>;
  read(epoch: bigint): Promise<string | null>;
  /** Writes the copy of a checkpoint; one that exists stays as it is. */
  write(epoch: bigint, text: string): Promise<void>;
}
