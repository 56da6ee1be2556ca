import type { Checkpoint, SignedCheckpoint } from './checkpoint.ts';
import type { PublishedCheckpoint } from './checkpoint-file.ts';
import type { PackedUsers } from './owed-users.ts';

/** Port: checkpoints of what is owed. The database is the truth; the folder holds copies. */
export interface CheckpointStore {
  /** Everything at one moment, while money moves on. */
  readSnapshot(): Promise<OwedSnapshot>;
  /** Whether so many users have ever had money here. */
  hasOwners(least: number): Promise<boolean>;
  /** Users whose chain of statements lacks records, in the order of their ids. */
  listBehind(afterUserId: string | null, limit: number): Promise<readonly string[]>;
  /** Adds records to the chains of these users; closes no month, and waits for no payment. */
  extendChains(userIds: readonly string[]): Promise<void>;
  /** Parts of a tree that is not published yet. */
  saveChunk(chunk: NewChunk): Promise<void>;
  /** `overtaken` where there is another checkpoint of its epoch. */
  publish(checkpoint: SignedCheckpoint, tree: TreeKey | null): Promise<'published' | 'overtaken'>;
  /** Removes what only files of users need of all but the newest checkpoints; answers how much. */
  removeOldChunks(limit: number): Promise<number>;
  findNewest(): Promise<PublishedCheckpoint | null>;
  find(epoch: bigint): Promise<PublishedCheckpoint | null>;
  /** Checkpoints from this epoch on, in their order. */
  listFrom(epoch: bigint, limit: number): Promise<readonly PublishedCheckpoint[]>;
  /** Below this epoch, newest first. */
  listBefore(epoch: bigint | null, limit: number): Promise<readonly PublishedCheckpoint[]>;
  /** The tree of this epoch, if it is kept; the newest one for null. */
  findTree(epoch: bigint | null): Promise<StoredTree | null>;
  /** The users among whom this one is, if it is in the tree at all; null if there are none. */
  readUsers(runId: string, userId: string): Promise<PackedUsers | null>;
  readChunk(runId: string, kind: 'leaves' | 'tops', number: number): Promise<Buffer | null>;
  /** Keeps the first signature of a node for a key. */
  bindKey(binding: KeyBinding): Promise<void>;
  /** Public key of the node that the database belongs to. */
  findNode(): Promise<string | null>;
}

export interface OwedSnapshot {
  /** The database's clock. */
  readonly now: Date;
  readonly node: string | null;
  /** The newest checkpoint. */
  readonly previous: Checkpoint | null;
  readonly users: PackedUsers;
  /** In the order of the users. */
  readonly identifiers: readonly string[];
  readonly walletsMsat: bigint;
  readonly heldMsat: bigint;
  /** The sums as the books reckon them; they must agree with these. */
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
  /** The first of its users. */
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
  /** In their order. */
  listEpochs(): Promise<readonly bigint[]>;
  read(epoch: bigint): Promise<string | null>;
  /** Writes a file; one that is there stays as it is. */
  write(epoch: bigint, text: string): Promise<void>;
}
