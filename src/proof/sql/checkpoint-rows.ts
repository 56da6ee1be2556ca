import type { Sql } from '../../database/sql.ts';
import type { SignedCheckpoint } from '../checkpoint.ts';
import type { PublishedCheckpoint } from '../checkpoint-file.ts';
import type { StoredTree, TreeKey } from '../checkpoint-store.ts';

interface CheckpointRow {
  readonly epoch: bigint;
  readonly made_at: Date;
  readonly node_pubkey: string;
  readonly depth: number;
  readonly users_root: Uint8Array;
  readonly users_msat: bigint;
  readonly unclaimed_msat: bigint;
  readonly in_flight_msat: bigint;
  readonly previous: Uint8Array;
  readonly key: Uint8Array;
  readonly signature: Uint8Array;
  readonly key_signature: Uint8Array | null;
  readonly run_id: string | null;
  readonly seed: Uint8Array | null;
  readonly node_signature: string | null;
}

const PUBLISHED = `
  select c.*, b.signature as node_signature
  from proof_checkpoint c
  left join proof_binding b on b.key = c.key and b.node_pubkey = c.node_pubkey`;

const read = async (sql: Sql, rest: string, values: readonly (string | null)[]) =>
  await sql.unsafe<CheckpointRow[]>(`${PUBLISHED} ${rest}`, values);

export async function findNewest(sql: Sql): Promise<PublishedCheckpoint | null> {
  const [row] = await read(sql, 'order by c.epoch desc limit 1', []);
  return row === undefined ? null : parse(row);
}

export async function find(sql: Sql, epoch: bigint): Promise<PublishedCheckpoint | null> {
  const [row] = await read(sql, 'where c.epoch = $1::bigint', [String(epoch)]);
  return row === undefined ? null : parse(row);
}

export async function listFrom(
  sql: Sql,
  epoch: bigint,
  limit: number,
): Promise<readonly PublishedCheckpoint[]> {
  const rest = 'where c.epoch >= $1::bigint order by c.epoch limit $2::integer';
  return (await read(sql, rest, [String(epoch), String(limit)])).map(parse);
}

export async function listBefore(
  sql: Sql,
  epoch: bigint | null,
  limit: number,
): Promise<readonly PublishedCheckpoint[]> {
  const rest = `where c.epoch < coalesce($1::bigint, 9223372036854775807)
    order by c.epoch desc limit $2::integer`;
  const values = [epoch === null ? null : String(epoch), String(limit)];
  return (await read(sql, rest, values)).map(parse);
}

export async function findTree(sql: Sql, epoch: bigint | null): Promise<StoredTree | null> {
  const rest = `where c.run_id is not null and ($1::bigint is null or c.epoch = $1::bigint)
    order by c.epoch desc limit 1`;
  const [row] = await read(sql, rest, [epoch === null ? null : String(epoch)]);
  if (row === undefined || row.run_id === null || row.seed === null) return null;
  return { published: parse(row), runId: row.run_id, seed: row.seed };
}

const parse = (row: CheckpointRow): PublishedCheckpoint => ({
  checkpoint: {
    epoch: row.epoch,
    time: row.made_at,
    node: row.node_pubkey,
    depth: row.depth,
    users: { hash: row.users_root, msat: row.users_msat },
    unclaimedMsat: row.unclaimed_msat,
    inFlightMsat: row.in_flight_msat,
    previous: row.previous,
    key: row.key,
    signature: row.signature,
    keySignature: row.key_signature,
  },
  nodeSignature: row.node_signature,
});

export async function publish(
  sql: Sql,
  checkpoint: SignedCheckpoint,
  tree: TreeKey | null,
): Promise<'published' | 'overtaken'> {
  const { epoch, time, node, depth, users, previous, key, signature, keySignature } = checkpoint;
  const rows = await sql`
    insert into proof_checkpoint (
        epoch, made_at, node_pubkey, depth, users_root, users_msat, unclaimed_msat, in_flight_msat,
        previous, key, signature, key_signature, run_id, seed)
      values (
        ${epoch}, ${time}, ${node}, ${depth}, ${users.hash}, ${users.msat},
        ${checkpoint.unclaimedMsat}, ${checkpoint.inFlightMsat}, ${previous}, ${key}, ${signature},
        ${keySignature},
        ${tree?.runId ?? null}, ${tree?.seed ?? null})
      on conflict (epoch) do nothing
      returning epoch`;
  return rows.length === 1 ? 'published' : 'overtaken';
}
