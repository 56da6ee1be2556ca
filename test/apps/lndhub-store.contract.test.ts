import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { addConnection } from '../../src/apps/add-connection.ts';
import { createAccess } from '../../src/apps/apps.ts';
import { MAX_LNDHUB_TOKENS } from '../../src/apps/limits.ts';
import { createLndhubKind } from '../../src/apps/lndhub-devices/lndhub-kind.ts';
import { hashLndhubSecret, newLndhubToken } from '../../src/apps/lndhub-devices/lndhub-token.ts';
import { createLndhubStore } from '../../src/apps/lndhub-devices/sql/lndhub-store.ts';
import { pruneLndhub } from '../../src/apps/prune-tokens.ts';
import { openLndhubSession } from '../../src/lndhub/open-lndhub-session.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { TEST_ACCESS } from '../support/compose-api.ts';
import { openConnectionBench } from '../support/connection-bench.ts';
import { createListeningLog } from '../support/listening-log.ts';

describe('devices of phone wallets', async () => {
  const { clock, database, deps, addUser, idempotentInput } = await openConnectionBench({ after });
  const lndhub = createLndhubStore(database);
  const kind = createLndhubKind({ lndhub, baseUrl: () => 'https://wallet.example' });
  const uses = {
    note: () => undefined,
    noteRefusal: () => undefined,
    write: async () => undefined,
  };
  const sessionDeps = { lndhub, appGrantUses: uses, clock, random: systemRandom };

  const connect = async () => {
    const added = await addConnection(deps, kind, idempotentInput(await addUser()));
    assert(added.ok);
    const { secret, device } = added.value;
    const { login, password } = secret;
    const proof = { kind: 'password', login, password } as const;
    return { device, secret, logIn: () => openLndhubSession(sessionDeps, proof) };
  };
  const countTokens = async (deviceId: string): Promise<number> => {
    const [row] = await database.query(
      (sql) => sql<{ count: bigint }[]>`
        select count(*) as count from lndhub_token where device_id = ${deviceId}`,
    );
    return Number(row?.count ?? 0n);
  };

  test('a form that is sent twice gets the same password, which is stored as a hash', async () => {
    const input = idempotentInput(await addUser(), { idempotentSecret: systemRandom.bytes(32) });
    const [first, again] = [
      await addConnection(deps, kind, input),
      await addConnection(deps, kind, input),
    ];
    assert(first.ok && again.ok);
    assert.deepEqual(again.value.secret, first.value.secret);
    const rows = await database.query(
      (sql) => sql<{ secret_hash: Uint8Array; row: string }[]>`
        select secret_hash, l::text as row from lndhub_device l
        where device_id = ${first.value.device.id}`,
    );
    assert.equal(rows.length, 1);
    const { password } = first.value.secret;
    assert.deepEqual(new Uint8Array(rows[0]?.secret_hash ?? []), hashLndhubSecret(password));
    assert.doesNotMatch(rows[0]?.row ?? '', new RegExp(password));
  });

  test('if the process dies before the password is written, no one can log in; a repeat can', async () => {
    const input = idempotentInput(await addUser(), { idempotentSecret: systemRandom.bytes(32) });
    const dying = {
      ...kind,
      issue: async () => {
        throw new Error('killed');
      },
    };
    await assert.rejects(addConnection(deps, dying, input), /killed/);
    const again = await addConnection(deps, kind, input);
    assert(again.ok);
    const { login, password } = again.value.secret;
    const proof = { kind: 'password', login, password } as const;
    assert.ok((await openLndhubSession(sessionDeps, proof)).ok);
  });

  test('many log-ins at once leave no more tokens than the bound', async () => {
    const { device, logIn } = await connect();
    const sessions = await Promise.all(Array.from({ length: 2 * MAX_LNDHUB_TOKENS }, logIn));
    assert.ok(sessions.every(({ ok }) => ok));
    assert.equal(await countTokens(device.id), 2 * MAX_LNDHUB_TOKENS);
  });

  test('an access token finds the caller; a refresh token, or an unknown one, does not', async () => {
    const { device, logIn } = await connect();
    const session = await logIn();
    assert(session.ok);
    const { accessToken, refreshToken } = session.value;
    const find = (token: string) => lndhub.findCaller(hashLndhubSecret(token));
    const found = await find(accessToken);
    assert.equal(found?.deviceId, device.id);
    assert.equal(found.caller.grantId, device.appGrantId);
    assert.equal(found.caller.clientId, null);
    assert.equal(found.familyId, null);
    for (const token of [refreshToken, newLndhubToken('access', systemRandom)]) {
      assert.equal(await find(token), null);
    }
    const refreshed = (token: string) => lndhub.findRefreshed(hashLndhubSecret(token), clock.now());
    assert.equal((await refreshed(refreshToken))?.deviceId, device.id);
    assert.equal(await refreshed(accessToken), null);
  });

  test('switched off, there is no such connection, and what expires is still removed', () => {
    const parts = { database, clock, random: systemRandom, log: createListeningLog() };
    const apiUrl = () => 'https://wallet.example';
    const off = createAccess({ ...parts, apiUrl }, { ...TEST_ACCESS, hasLndhub: false });
    assert.deepEqual([off.lndhub, off.connectionKinds], [null, []]);
    assert.equal(typeof off.lndhubStore.pruneTokens, 'function');
    const on = createAccess({ ...parts, apiUrl }, TEST_ACCESS);
    assert.deepEqual(
      on.connectionKinds.map(({ name }) => name),
      ['lndhub'],
    );
  });

  test('pruning removes what has expired, and nothing else', async () => {
    const { device, logIn } = await connect();
    await logIn();
    clock.move(8 * 86_400_000);
    await logIn();
    await pruneLndhub({ lndhubStore: lndhub, clock }, new AbortController().signal);
    assert.equal(await countTokens(device.id), 3, 'the first refresh token is still good');
    clock.move(31 * 86_400_000);
    await pruneLndhub({ lndhubStore: lndhub, clock }, new AbortController().signal);
    assert.equal(await countTokens(device.id), 0);
  });
});
