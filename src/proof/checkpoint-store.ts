import type { Checkpoint, SignedCheckpoint } from './checkpoint.ts';
import type { PublishedCheckpoint } from './checkpoint-file.ts';
import type { PackedUsers } from './owed-users.ts';

/**
 * Port: checkpoints of what users are owed. The database is authoritative; the folder holds copies.
 */
export interface CheckpointStore {
  /** Reads everything that a checkpoint needs as of one moment. Payments can go on meanwhile. */
  readSnapshot(): Promise<OwedSnapshot>;
  /**
   * Whether at least `least` users have ever had money here. A total over fewer would reveal what
   * one of them has.
   */
  hasOwners(least: number): Promise<boolean>;
  /**
   * Lists users whose newest records are not in their chain of statements yet, in the order of
   * their ids.
   */
  listBehind(afterUserId: string | null, limit: number): Promise<readonly string[]>;
  /**
   * Adds records to the statement chains of the given users. No month is closed, so no wallet is
   * locked and no payment has to wait.
   */
  extendChains(userIds: readonly string[]): Promise<void>;
  /** Stores a piece of a tree that is not published yet. */
  saveChunk(chunk: NewChunk): Promise<void>;
  /**
   * Publishes a checkpoint. The answer is `overtaken` where another checkpoint has its number
   * already.
   */
  publish(checkpoint: SignedCheckpoint, tree: TreeKey | null): Promise<'published' | 'overtaken'>;
  /**
   * Removes the stored trees of all but the newest checkpoints; only the files of users are made
   * from trees. Returns the number of removed pieces.
   */
  removeOldChunks(limit: number): Promise<number>;
  findNewest(): Promise<PublishedCheckpoint | null>;
  find(epoch: bigint): Promise<PublishedCheckpoint | null>;
  /** Lists checkpoints whose number is `epoch` or higher, in ascending order. */
  listFrom(epoch: bigint, limit: number): Promise<readonly PublishedCheckpoint[]>;
  /** Lists checkpoints whose number is below `epoch`, newest first; for null, the newest of all. */
  listBefore(epoch: bigint | null, limit: number): Promise<readonly PublishedCheckpoint[]>;
  /**
   * Finds the tree of this checkpoint, or of the newest one for null; null where it is not stored
   * any more.
   */
  findTree(epoch: bigint | null): Promise<StoredTree | null>;
  /**
   * Reads the piece of a tree's list of users that contains this user; null where the list does not
   * contain them.
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
  /** The identifiers of the users, in the order of `users`. */
  readonly identifiers: readonly string[];
  readonly walletsMsat: bigint;
  readonly heldMsat: bigint;
  /** The sums according to the ledger, with which the sums over all users must agree. */
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
  /** The id of the first user in a piece that stores users; null for pieces that store the tree. */
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
  /** Writes the copy of a checkpoint. If there is one already, it stays as it is. */
  write(epoch: bigint, text: string): Promise<void>;
}
