import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import postgres from 'postgres';
import { createAccountStores } from '../../src/accounts/sql/account-stores.ts';
import { createOpenAlarmStore } from '../../src/alarms/sql/open-alarm-store.ts';
import { createTokenStore } from '../../src/apps/sql/token-store.ts';
import { hashToken, newPersonalToken } from '../../src/authorization/personal-token.ts';
import { isLockedDown } from '../../src/base/fault.ts';
import { LOCKDOWN_PARTS } from '../../src/lockdown/held-parts.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { insertPerson, later, NOW, newUserSession } from '../support/account-people.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { lockdownBench } from '../support/lockdown-bench.ts';

const { database, statements, ownerUrl } = await testDatabase({ after });
const owner = postgres(ownerUrl, { max: 2, onnotice: () => undefined });
after(() => owner.end());
const { users, sessions, credentials, links } = createAccountStores(database);
const tokens = createTokenStore(database);
const { lockdowns, press, lift } = lockdownBench(database);
const openAlarms = createOpenAlarmStore(database);

const held = async () => (await lockdowns.readLockdown())?.held;
const isAlarmOpen = async () => (await openAlarms.countOpenByKind(9)).has('lockdown');
const refused = (work: Promise<unknown>) =>
  assert.rejects(work, (error: unknown) => isLockedDown(error));

afterEach(async () => void (await lift()));

const addToken = async (userId: string) => {
  const token = {
    id: random.bytes(8).toString(),
    userId,
    tokenHash: hashToken(newPersonalToken(random)),
    name: 'script',
    scopes: ['balance:read'] as const,
    createdAt: NOW,
    expiresAt: null,
  };
  await tokens.addPersonalToken(token);
  return token;
};

describe('a lockdown', () => {
  test('holds all parts until each is lifted, with one alarm', async () => {
    assert.equal(await isAlarmOpen(), false);
    await press();
    assert.deepEqual(await held(), { payments: true, apps: true, changes: true });
    assert.equal(await isAlarmOpen(), true);
    assert.deepEqual(await lift(['apps']), ['apps']);
    assert.deepEqual(await lift(['apps']), [], 'only once');
    assert.deepEqual(await held(), { payments: true, apps: false, changes: true });
    assert.deepEqual(await lift(['payments', 'changes']), ['payments', 'changes']);
    assert.equal(await isAlarmOpen(), false);
  });

  test('that is pressed again holds everything again, and a lift of the earlier one does nothing', async () => {
    await press();
    const first = (await lockdowns.readLockdown())?.number ?? 0;
    await lift(['apps']);
    await press();
    assert.deepEqual(await held(), { payments: true, apps: true, changes: true });
    assert.deepEqual(await lift(LOCKDOWN_PARTS, first), []);
    assert.equal((await held())?.apps, true);
    assert.deepEqual(await lift(LOCKDOWN_PARTS, first + 1), [...LOCKDOWN_PARTS]);
  });

  test('stops what leaves, and lifts no stop but its own', async () => {
    const mayLeave = async () => (await owner`select may_leave() as may`)[0]?.['may'];
    assert.equal(await mayLeave(), true);
    await owner`insert into outside_stop (reason, detail) values ('operator', 'before')`;
    await press();
    await lift();
    assert.equal(await mayLeave(), false);
    await owner`delete from outside_stop where reason = 'operator'`;
    await press();
    assert.equal(await mayLeave(), false);
    await lift(['payments']);
    assert.equal(await mayLeave(), true);
  });

  test('is read with the token: it is held, known, and good again afterwards', async () => {
    const user = await insertPerson(users);
    const { tokenHash } = await addToken(user.id);
    const before = await tokens.findCaller(tokenHash);
    await press();
    statements.length = 0;
    assert.deepEqual(await tokens.findCaller(tokenHash), { ...before, isLockedDown: true });
    assert.equal(statements.length, 1);
    await lift(['apps']);
    assert.deepEqual(await tokens.findCaller(tokenHash), before);
  });
});

describe('sessions', () => {
  test('end at once, but for the one that pressed, and stay ended', async () => {
    const user = await insertPerson(users);
    const [pressing, other] = [newUserSession(user.id), newUserSession(user.id)];
    await sessions.insertSession(pressing);
    await sessions.insertSession(other);
    await press(pressing.id);
    const find = ({ secretHash }: typeof other) => sessions.findSession(secretHash, NOW);
    assert.equal(await find(other), 'over');
    assert.notEqual(await find(pressing), 'over');
    await lift();
    assert.equal(await find(other), 'over');
    const listed = await sessions.listSessions(user.id, NOW);
    assert.deepEqual(
      listed.map(({ id }) => id),
      [pressing.id],
    );
  });

  test('that begin afterwards are good until the next one', async () => {
    const user = await insertPerson(users);
    await press();
    const session = newUserSession(user.id);
    await sessions.insertSession(session);
    const found = await sessions.findSession(session.secretHash, NOW);
    assert(found !== null && found !== 'over');
    assert.deepEqual(found.held, { payments: true, apps: true, changes: true });
    await press();
    assert.equal(await sessions.findSession(session.secretHash, NOW), 'over');
  });

  test('do not outlive it by getting a new secret in the instant of the press', async () => {
    const user = await insertPerson(users);
    const [stolen, renewed] = [newUserSession(user.id), newUserSession(user.id)];
    await sessions.insertSession(stolen);
    await press();
    assert.equal(await sessions.replaceSession(stolen.id, renewed), true);
    assert.equal(await sessions.findSession(renewed.secretHash, NOW), 'over');
  });
});

describe('what waits', () => {
  test('sign-up, links, and changes of sign-in; signing in itself does not', async () => {
    const user = await insertPerson(users);
    const link = (kind: 'invitation' | 'set_up') => ({
      kind,
      tokenHash: random.bytes(32),
      userId: null,
      email: null,
      makesAdmin: false,
      removesSecondFactor: false,
      createdAt: NOW,
      expiresAt: later(600),
    });
    await press();
    await refused(insertPerson(users));
    await refused(links.insertLink(link('invitation')));
    await refused(credentials.changePassword(user.id, user.passwordHash, 'other'));
    await refused(credentials.changeEmail(user.id, 'other@example.com'));
    await refused(addToken(user.id));
    await links.insertLink(link('set_up'));
    await credentials.rehashPassword(user.id, user.passwordHash, 'the same in another way');
    await lift(['changes']);
    await insertPerson(users);
    await refused(addToken(user.id));
    await lift(['apps']);
    await addToken(user.id);
  });

  test('a change that had begun is in before the press returns, and none comes later', async () => {
    const ids = Array.from({ length: 40 }, () => random.bytes(32));
    const count = async () =>
      Number((await owner`select count(*) as count from wallet_user`)[0]?.['count']);
    const signUps = ids.map(() => insertPerson(users).then(() => true, isLockedDown));
    await press();
    const atPress = await count();
    assert.deepEqual(new Set(await Promise.all(signUps)), new Set([true]));
    assert.equal(await count(), atPress);
  });

  test('a change that hangs does not delay it', async () => {
    const hanging = await owner.reserve();
    await hanging`begin`;
    await hanging`select pg_advisory_xact_lock_shared(hashtext('lockdown'), 0)`;
    const pressed = press();
    await eventually('it is in force', async () => ((await held())?.apps === true ? true : null));
    await hanging`rollback`;
    hanging.release();
    await pressed;
  });
});

test('a secret is sealed with a new key meanwhile, and none is put in its place', async () => {
  const { id } = await insertPerson(users);
  await owner`insert into authenticator (user_id, sealed_secret, created_at) values (${id}, 'a', now())`;
  await press();
  await owner`update authenticator set sealed_secret = 'b' where user_id = ${id}`;
  await assert.rejects(
    owner`update authenticator set sealed_secret = 'c', created_at = now() where user_id = ${id}`.execute(),
    { code: 'SL001' },
  );
  await lift();
});

/** Tables whose rows open a door, or say how people sign in and are paid: triggers guard them. */
const GUARDED = [
  'address_name',
  'app_grant',
  'authenticator',
  'backup_code',
  'client',
  'grant_device',
  'one_time_link',
  'passkey',
  'personal_token',
  'wallet_user',
];

/**
 * All others. A new table belongs here only if no row of it lets anyone in, or changes how people
 * sign in and are paid. What apps get with their credentials (tokens, keys of devices) belongs to a
 * grant or device, and opens nothing while apps are held.
 */
const FREE = [
  'access_token address_invoice address_name_change address_name_release alarm alarm_mail',
  'approval attempt authorization_code authorization_request backup_run backup_schedule',
  'books_check books_proven books_sweep bound_node bound_secret_key budget budget_told',
  'chain_cursor channel_order client_challenge contact database_mark deposit exchange_rate',
  'exchange_rate_at fee_bump gauge_sample hidden_checklist idempotency_key invitation invoice',
  'job job_schedule kept_key lease lndhub_device lndhub_token lockdown mail_health money_request',
  'node_cursor node_difference node_invoice_to_cancel node_ledger_cursor node_ledger_entry',
  'node_mark node_root_key notice notice_inbox nwc_key nwc_outside_change nwc_outside_key',
  'nwc_publication nwc_request onchain_address operator_action outbox outflow_gate outflow_limit',
  'outflow_slice outside_stop pay_order pay_page payment payment_batch payment_batch_item',
  'posting process proof_binding proof_checkpoint proof_chunk push_device receipt record_filling',
  'record_note refresh_token request_block schema_function schema_migration send_draft session',
  'settled_record sign_in_place statement_close statement_open stranded_payment token_family',
  'transfer user_change user_limit wallet webhook_attempt webhook_delivery webhook_endpoint',
  'webhook_secret withdraw_draft withdrawal withdrawal_input zap_delivery',
]
  .join(' ')
  .split(' ');

test('every table is judged, and each guarded one has its trigger', async () => {
  const tables = await owner<{ name: string; is_guarded: boolean }[]>`
    select relname as name, exists (
        select from pg_trigger where tgrelid = c.oid and tgname = 'refuse_in_lockdown'
      ) as is_guarded
    from pg_class c
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relispartition
    order by relname collate "C"`;
  const names = (isGuarded: boolean) =>
    tables.filter((table) => table.is_guarded === isGuarded).map(({ name }) => name);
  assert.deepEqual(names(true), GUARDED);
  assert.deepEqual(names(false), FREE);
});
