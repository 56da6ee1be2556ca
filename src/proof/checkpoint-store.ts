import type { Checkpoint, SignedCheckpoint } from './checkpoint.ts';
import type { PublishedCheckpoint } from './checkpoint-file.ts';
import type { PackedUsers } from './owed-users.ts';

/** Port: checkpoints of what is owed. The database is the truth; the folder holds copies. */
export interface CheckpointStore {
  /** Reads everything as of one moment, while money moves on. */
  readSnapshot(): Promise<OwedSnapshot>;
  /** Whether so many users have ever had money here. */
  hasOwners(least: number): Promise<boolean>;
  /** Lists users whose chain of statements lacks records, in the order of their ids. */
  listBehind(afterUserId: string | null, limit: number): Promise<readonly string[]>;
  /** Adds records to the chains of these users; closes no month, and waits for no payment. */
  extendChains(userIds: readonly string[]): Promise<void>;
  /** Stores a part of a tree that is not published yet. */
  saveChunk(chunk: NewChunk): Promise<void>;
  /** Publishes a checkpoint; `overtaken` where there is another one of its epoch. */
  publish(checkpoint: SignedCheckpoint, tree: TreeKey | null): Promise<'published' | 'overtaken'>;
  /** Removes what only files of users need of all but the newest checkpoints; answers how much. */
  removeOldChunks(limit: number): Promise<number>;
  findNewest(): Promise<PublishedCheckpoint | null>;
  find(epoch: bigint): Promise<PublishedCheckpoint | null>;
  /** Lists checkpoints from this epoch on, in their order. */
  listFrom(epoch: bigint, limit: number): Promise<readonly PublishedCheckpoint[]>;
  /** Lists checkpoints below this epoch, newest first. */
  listBefore(epoch: bigint | null, limit: number): Promise<readonly PublishedCheckpoint[]>;
  /** Finds the tree of this epoch, if it is kept; the newest one for null. */
  findTree(epoch: bigint | null): Promise<StoredTree | null>;
  /**
   * Reads the users among whom this one is, if it is in the tree at all; null if there are none.
   */
  readUsers(runId: string, userId: string): Promise<PackedUsers | null>;
  readChunk(runId: string, kind: 'leaves' | 'tops', number: number): Promise<Buffer | null>;
  /** Stores the signature of a node for a key, and keeps the first one. */
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
  /** Identifiers in the order of the users. */
  readonly identifiers: readonly string[];
  readonly walletsMsat: bigint;
  readonly heldMsat: bigint;
  /** The sums as the books reckon them; they must agree with those of users. */
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
  /** The id of the first user in it. */
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
  /** Lists epochs in their order. */
  listEpochs(): Promise<readonly bigint[]>;
  read(epoch: bigint): Promise<string | null>;
  /** Writes a file; one that is there stays as it is. */
  write(epoch: bigint, text: string): Promise<void>;
}
