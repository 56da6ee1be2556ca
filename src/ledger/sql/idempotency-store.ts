import { assert, BugError } from '../../base/assert.ts';
import { bytesEqual } from '../../base/hex.ts';
import type {
  IdempotencyClaim,
  IdempotencyStore,
  IdempotencyTarget,
  KeyPrune,
  StoredIdempotency,
} from '../../base/idempotency.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type { MovementKind } from '../movement-kind.ts';
import { toTarget } from './money-answers.ts';

export const createIdempotencyStore = (database: Database): IdempotencyStore => ({
  pruneKeys: (prune, limit) => database.query((sql) => pruneKeys(sql, prune, limit)),
});

/**
 * Whether a repeated payment of this kind is also recognised by its payment hash, or only by its
 * idempotency key.
 */
const IS_KNOWN_BY_HASH: Readonly<Record<MovementKind, boolean>> = { bolt11: true, keysend: false };

/**
 * Removes old idempotency keys. Batches (all of whose payments are keysends) and withdrawals cannot
 * be recognised by a payment hash, so their keys are kept as long as those of keysends.
 */
async function pruneKeys(
  sql: Sql,
  { calledSince, endedBefore, withKeysends }: KeyPrune,
  limit: number,
): Promise<number> {
  const knownByHash = Object.entries(IS_KNOWN_BY_HASH).flatMap(([kind, is]) => (is ? [kind] : []));
  const { count } = await sql`
    delete from idempotency_key k
    using (
      select k.user_id, k.grant_id, k.key from idempotency_key k
      left join payment p on k.target_kind = 'payment' and p.id = k.target_id
      left join withdrawal w on k.target_kind = 'withdrawal' and w.id = k.target_id
      where k.created_at < ${endedBefore}
        and k.created_at >= coalesce(${calledSince}::timestamptz, '-infinity')
        and case k.target_kind
          when 'invoice' then true
          when 'payment' then
            p.ended_at < ${endedBefore}
              and (${withKeysends} or p.kind::text = any (${sql.array(knownByHash, ARRAY_OF.text)}))
          when 'withdrawal' then ${withKeysends} and w.ended_at < ${endedBefore}
          when 'batch' then ${withKeysends} and not exists (
            select from payment_batch_item item
            left join payment part on part.id = item.payment_id
            where item.batch_id = k.target_id
              and (item.state = 'pending'
                or (item.state = 'started'
                  and (part.ended_at is null or part.ended_at >= ${endedBefore}))))
        end
      order by k.created_at
      limit ${limit}
    ) ended
    where (k.user_id, k.grant_id, k.key) = (ended.user_id, ended.grant_id, ended.key)`;
  return count;
}

export type ClaimOutcome<Done> =
  | Done
  | { readonly kind: 'repeated'; readonly target: IdempotencyTarget }
  | { readonly kind: 'idempotency_mismatch' };

/** The user and the grant that own an idempotency key. */
export interface ClaimOwner {
  readonly userId: string;
  readonly grantId: string;
}

const MAX_ATTEMPTS = 3;

/**
 * Makes a call write only once under its idempotency key. `write` writes its rows together with the
 * key. If another call is writing under the same key, `write` waits for its commit and returns
 * false; the answer is then what that other call wrote. `write` may ask `isTaken` whether the key
 * is stored already.
 */
export async function writeOnce<Done>(
  sql: Sql,
  owner: ClaimOwner,
  claim: IdempotencyClaim | null,
  write: (isTaken: () => Promise<boolean>) => Promise<Done | false>,
): Promise<ClaimOutcome<Done>> {
  const isTaken = async (): Promise<boolean> =>
    claim !== null && (await findKey(sql, owner, claim.key)) !== null;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const done = await write(isTaken);
    if (done !== false) return done;
    assert(claim !== null, 'without a key no call can be first');
    const stored = await findKey(sql, owner, claim.key);
    // If the key is not stored after all, it was removed at this very moment, so `write` may try
    // again.
    if (stored !== null) return answerRepeat(stored, claim);
  }
  throw new BugError('an idempotency key is neither free nor taken');
}

interface KeyRow {
  readonly request_hash: Uint8Array;
  readonly target_kind: string;
  readonly target_id: string;
}

export async function findKey(
  sql: Sql,
  owner: ClaimOwner,
  key: string,
): Promise<StoredIdempotency | null> {
  const [row] = await sql<KeyRow[]>`
    select request_hash, target_kind, target_id from idempotency_key
    where user_id = ${owner.userId} and grant_id = ${owner.grantId} and key = ${key}`;
  if (row === undefined) return null;
  return { requestHash: row.request_hash, target: toTarget(row.target_kind, row.target_id) };
}

const answerRepeat = (stored: StoredIdempotency, claim: IdempotencyClaim) =>
  bytesEqual(stored.requestHash, claim.requestHash)
    ? ({ kind: 'repeated', target: stored.target } as const)
    : ({ kind: 'idempotency_mismatch' } as const);
