import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { createAppGrantStore } from '../../src/apps/sql/app-grant-store.ts';
import { createKnownTokens } from '../../src/apps/sql/known-tokens.ts';
import { createPayerStore } from '../../src/apps/sql/payer-store.ts';
import { createTokenStore } from '../../src/apps/sql/token-store.ts';
import type { FoundCaller } from '../../src/authorization/token-store.ts';
import { bytesToHex } from '../../src/base/hex.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { createUserStore } from '../../src/users/sql/user-store.ts';
import { insertPerson, later, NOW } from '../support/account-people.ts';
import { testDatabase } from '../support/database.ts';
import { lockdownBench } from '../support/lockdown-bench.ts';
import { addTokenRow } from '../support/token-rows.ts';

/**
 * Processes keep what a token says of its caller. These tests look through stores that have used a
 * token before, after another connection has changed something.
 */

const { database, ownerUrl, superuserUrl } = await testDatabase({ after });
const owner = postgres(ownerUrl, { max: 1 });
const superuser = postgres(superuserUrl, { max: 1 });
after(() => Promise.all([owner.end(), superuser.end()]));
const users = createUserStore(database);
const tokens = createTokenStore(database);
const appGrants = createAppGrantStore(database);
const payers = createPayerStore(database, systemClock);
const { press, lift } = lockdownBench(database);

type Kind = 'personal' | 'app';
interface Used {
  readonly kind: Kind;
  readonly userId: string;
  readonly tokenHash: Uint8Array;
  /** What every store finds now; fails if they find different things. */
  find(): Promise<FoundCaller | null>;
}

/** Adds a token that both stores have used, so that they know it. */
async function addUsed(kind: Kind): Promise<Used> {
  const { id: userId } = await insertPerson(users);
  const tokenHash = systemRandom.bytes(32);
  const [createdAt, expiresAt] = [NOW.toISOString(), later(60)];
  const scopes = 'balance:read';
  await addTokenRow(owner, { kind, userId, tokenHash, scopes, createdAt, expiresAt });
  const find = async () => {
    const store = kind === 'personal' ? tokens : appGrants;
    const found = await store.findCaller(tokenHash);
    const paymentHash = 'ab'.repeat(32);
    const payer = await payers.findPayer({ token: kind, tokenHash, paymentHash });
    assert.deepEqual(payer?.found ?? null, found);
    return found;
  };
  const first = await find();
  assert(first !== null);
  assert.deepEqual(await find(), first);
  return { kind, userId, tokenHash, find };
}

const TABLES = { personal: 'personal_token', app: 'access_token' } as const;

for (const kind of ['personal', 'app'] as const) {
  describe(`a ${kind} token that was used before`, () => {
    test('is refused by the first call after it was revoked, whoever did it', async () => {
      const used = await addUsed(kind);
      if (kind === 'personal') {
        await owner`update personal_token set revoked_at = now() where user_id = ${used.userId}`;
      } else {
        await owner`
          update app_grant set token_generation = token_generation + 1
          where user_id = ${used.userId}`;
      }
      assert.equal(await used.find(), null);
    });

    test('is refused while its user is disabled, and good again afterwards', async () => {
      const used = await addUsed(kind);
      const before = await used.find();
      await owner`update wallet_user set disabled_at = now() where id = ${used.userId}`;
      assert.equal(await used.find(), null);
      await owner`update wallet_user set disabled_at = null where id = ${used.userId}`;
      // Disabling a user ends the tokens of apps for good, in another way.
      await owner`update app_grant set token_generation = 1 where user_id = ${used.userId}`;
      assert.deepEqual(await used.find(), before);
    });

    test('is held by a lockdown from the next call on', async () => {
      const used = await addUsed(kind);
      await press();
      assert.equal((await used.find())?.isLockedDown, true);
      await lift();
      assert.equal((await used.find())?.isLockedDown, false);
    });

    test('shows the present balance, account and last use', async () => {
      const used = await addUsed(kind);
      await superuser`update wallet set wallet_msat = 21000 where user_id = ${used.userId}`;
      await owner`update wallet_user set name = 'Renamed' where id = ${used.userId}`;
      await owner`update app_grant set last_used_at = ${NOW} where user_id = ${used.userId}`;
      const found = await used.find();
      assert.equal(found?.balanceSat, 21n);
      assert.deepEqual(found?.lastUsedAt, kind === 'app' ? NOW : null);
      const store = kind === 'personal' ? tokens : appGrants;
      assert.equal((await store.findCaller(used.tokenHash, 'account'))?.account?.name, 'Renamed');
    });

    test('is read anew once another row has its hash, and not before', async () => {
      const used = await addUsed(kind);
      // Without its triggers, as a restore of an older database could leave it.
      const change = (createdAt: Date) =>
        superuser.begin(async (sql) => {
          await sql`set local session_replication_role = replica`;
          await sql`
            update ${sql(TABLES[kind])} set created_at = ${createdAt}, scopes = 'invoices:read',
              expires_at = ${later(2)}
            where token_hash = decode(${bytesToHex(used.tokenHash)}, 'hex')`;
        });
      await change(NOW);
      assert.deepEqual([...((await used.find())?.caller.scopes ?? [])], ['balance:read']);
      await change(later(1));
      const found = await used.find();
      assert.deepEqual([...(found?.caller.scopes ?? [])], ['invoices:read']);
      assert.deepEqual(found?.expiresAt, later(2));
    });
  });
}

test('a token of an app is refused after its grant was revoked, or its row removed', async () => {
  const [one, other] = [await addUsed('app'), await addUsed('app')];
  await owner`update app_grant set revoked_at = now() where user_id = ${one.userId}`;
  await owner`
    delete from access_token where token_hash = decode(${bytesToHex(other.tokenHash)}, 'hex')`;
  assert.equal(await one.find(), null);
  assert.equal(await other.find(), null);
});

describe('what a token says of its caller', () => {
  const refused = (work: Promise<unknown>) => assert.rejects(work, { code: '23000' });

  test('cannot be changed, not even by the owner of the tables', async () => {
    const [personal, app] = [await addUsed('personal'), await addUsed('app')];
    const { userId } = personal;
    const other = (await insertPerson(users)).id;
    await refused(owner`update personal_token set scopes = 'x' where user_id = ${userId}`);
    await refused(owner`update personal_token set expires_at = null where user_id = ${userId}`);
    await refused(owner`update personal_token set user_id = ${other} where user_id = ${userId}`);
    await refused(owner`update personal_token set id = 'x' where user_id = ${userId}`);
    await refused(owner`update access_token set scopes = 'x'`);
    await refused(owner`update access_token set expires_at = now()`);
    await refused(owner`update app_grant set user_id = ${other} where user_id = ${app.userId}`);
    await refused(owner`update app_grant set client_id = null where user_id = ${app.userId}`);
  });

  test('every column of it is refused, revoked or read anew', async () => {
    // Columns that may change, and that each statement reads: revoked_at, token_generation. Names
    // and what was refused are no facts. A column that is new has to be put where it belongs.
    const rows = await owner`
      select c.relname || '.' || a.attname as name
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relname in ('personal_token', 'access_token', 'app_grant')
        and not exists (
          select from pg_trigger t
          where t.tgrelid = c.oid and t.tgname = 'refuse_change'
            and (t.tgattr::text = '' or a.attnum = any (t.tgattr::int2[])))
      order by 1`;
    assert.deepEqual(
      rows.map(({ name }) => name),
      [
        'app_grant.created_at',
        'app_grant.expires_at',
        'app_grant.kind',
        'app_grant.last_used_at',
        'app_grant.name',
        'app_grant.refusal',
        'app_grant.refused_at',
        'app_grant.revoked_at',
        'app_grant.scopes',
        'app_grant.token_generation',
        'personal_token.created_at',
        'personal_token.name',
        'personal_token.revoked_at',
      ],
    );
  });
});

test('only the most recently used tokens are kept', () => {
  const known = createKnownTokens();
  const sent = JSON.stringify({
    grant_id: 'one',
    client_id: null,
    user_id: 'ann',
    scopes: 'balance:read',
    expires_at: null,
    family_id: null,
    resource: null,
    version: '2026-01-01T00:00:00+00:00',
  });
  const hashOf = (place: number) => String(place).padStart(64, '0');
  for (let place = 0; place < 10_000; place += 1) {
    known.confirm(hashOf(place), null, sent);
    const first = known.find(hashOf(0));
    assert(first !== null, 'what is used stays');
    known.confirm(hashOf(0), first, null);
  }
  const kept = Array.from({ length: 9999 }, (_, age) => known.find(hashOf(9999 - age)) !== null);
  assert(kept.slice(0, 999).every(Boolean), 'the newest are kept');
  assert(!kept.slice(1999).some(Boolean), 'and no more than 2,000');
  known.forget(hashOf(0));
  assert.equal(known.find(hashOf(0)), null);
  known.confirm(hashOf(0), null, JSON.stringify({ ...JSON.parse(sent), version: null }));
  assert.equal(known.find(hashOf(0)), null);
});
