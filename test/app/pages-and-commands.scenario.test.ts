import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createAlarmStore } from '../../src/alarms/sql/alarm-store.ts';
import { countCoins } from '../../src/app/compose/count-coins.ts';
import { msat, sat } from '../../src/base/amount.ts';
import { type AccountWorld, type Person, startAccounts } from '../support/account-world.ts';
import { readHidden } from '../support/browser.ts';
import { type CommandSession, openCommandSession } from '../support/command-session.ts';
import { closeLnds, lndAt } from '../support/lnd-against-script.ts';
import { MACAROON } from '../support/lnd-messages.ts';
import { NODE_PUBKEY, newSecret } from '../support/money-model/events.ts';
import { type ActingRows, addActingRows } from '../support/operate/acting-world.ts';
import {
  type LndSays,
  NODE_ALIAS,
  type SpeakingLnd,
  startSpeakingLnd,
} from '../support/operate/speaking-lnd.ts';
import { rowsWrittenBy, type WrittenRows } from '../support/operate/written-rows.ts';

interface Expected {
  /** Tables that are written, beside the log. */
  readonly tables: readonly string[];
  /** Makes it as it was before the page. */
  readonly between?: () => PromiseLike<unknown>;
}

/** What each of both has to do with itself: sessions of the browser, marks of its sign-in. */
const OF_NO_ACTION = ['session', 'sign_in_place', 'process', 'attempt', 'lease'];

/**
 * 8.3 25 of the facts: a page does to a row what the command does to an equal row. All rows that
 * either writes are compared, in every table.
 */
describe('a page and its command', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let world: AccountWorld & ActingRows;
  let lnd: SpeakingLnd;
  let session: CommandSession;
  let operator: Person;

  before(async () => {
    const cleanup = { after: (end: () => Promise<void>) => void cleanups.push(end) };
    lnd = await startSpeakingLnd();
    cleanups.push(() => lnd.close(), closeLnds);
    const node = { network: 'regtest', pubkey: NODE_PUBKEY, alias: NODE_ALIAS } as const;
    const deposits = { readCoins: async () => ({ coinsSat: sat(0n), openingLocalMsat: msat(0n) }) };
    const lightning = countCoins(lndAt(lnd.url), { onchain: null }, { deposits });
    const accounts = await startAccounts(cleanup, { actions: { node, lightning } });
    world = { ...accounts, ...(await addActingRows(accounts, cleanup)) };
    // The node of the rows, in place of that which this world was started with.
    await world.owner`update bound_node set pubkey = ${NODE_PUBKEY}`;
    operator = await world.addPerson({ isAdmin: true });
    session = openCommandSession(await commandVariables());
    cleanups.push(() => session.end());
  });
  after(async () => {
    for (const end of cleanups.reverse()) await end();
  });

  async function commandVariables(): Promise<Record<string, string>> {
    const folder = await mkdtemp(join(tmpdir(), 'satchel-test-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    const macaroonFile = join(folder, 'service.macaroon');
    await writeFile(macaroonFile, Buffer.from(MACAROON, 'hex'));
    return {
      PATH: process.env['PATH'] ?? '',
      SATCHEL_DATA_DIR: folder,
      SATCHEL_DATABASE_URL: world.serviceUrl,
      SATCHEL_MIGRATE_DATABASE_URL: world.ownerUrl,
      SATCHEL_UNSAFE_DATABASE: 'on',
      SATCHEL_PORT: '3999',
      SATCHEL_LIGHTNING: 'lnd',
      SATCHEL_LND_REST_URL: lnd.url,
      SATCHEL_LND_MACAROON_FILE: macaroonFile,
      SATCHEL_STRANDED_GRACE: '600',
    };
  }

  const byPage = async (path: string, fields: Record<string, string> = {}): Promise<void> => {
    const browser = await world.signedIn(operator);
    // Some actions ask each time who the operator is.
    const answer = await browser.post(path, { ...fields, password: operator.password });
    assert([200, 303].includes(answer.statusCode), answer.body);
  };
  const byCommand = async (...args: string[]): Promise<void> => {
    const { status, err } = await session.run(...args, '--json');
    assert.equal(status, 0, err);
  };

  /** Who did it is all that the rows of both may differ in. */
  async function isSame(
    page: () => Promise<void>,
    command: () => Promise<void>,
    { tables, between = async () => undefined }: Expected,
  ): Promise<void> {
    const written = (work: () => Promise<void>): Promise<WrittenRows> =>
      rowsWrittenBy(world.owner, OF_NO_ACTION, work);
    const one = await written(page);
    await between();
    const two = await written(command);
    assert.equal(one.filter((row) => row.includes('"admin_id":"ID"')).length, 1, one.join('\n'));
    assert.equal(two.filter((row) => row.includes('"admin_id":null')).length, 1, two.join('\n'));
    const withoutWho = (rows: WrittenRows) =>
      rows.map((row) =>
        row
          .replace(/"(admin_id|acknowledged_by)":("ID"|null)/g, '')
          .replace(/"atMs" : \d+/, '"atMs" : "TIME"'),
      );
    assert.deepEqual(withoutWho(one), withoutWho(two));
    const names = new Set(one.map((row) => row.split(' ')[1]));
    assert.deepEqual([...names].sort(), ['operator_action', ...tables].sort());
    await world.booksBalance();
  }

  /** On its way, of a payer of its own. */
  async function addPayment(says: LndSays | null): Promise<string> {
    const secret = newSecret();
    if (says !== null) lnd.say(secret, says);
    return await world.addPayment(secret, await world.addPayer());
  }
  const MONEY = ['payment', 'posting', 'transfer', 'wallet'];

  for (const [says, tables] of [
    ['succeeded', [...MONEY, 'settled_record']],
    ['failed', MONEY],
    ['in_flight', []],
  ] as const) {
    test(`the node is asked about a payment that is ${says}`, async () => {
      const [one, two] = [await addPayment(says), await addPayment(says)];
      await isSame(
        () => byPage(`/operate/payments/${one}/ask`),
        () => byCommand('payments', 'resolve', two),
        { tables },
      );
    });
  }

  test('a stuck payment ends with its proof', async () => {
    const [one, two] = [await addPayment('in_flight'), await addPayment('in_flight')];
    const seen = async (id: string): Promise<void> => {
      await world.owner`
        insert into stranded_payment (payment_id, seen_at, away_sec)
        values (${id}, now() - interval '1 hour', 0)`;
    };
    await Promise.all([seen(one), seen(two)]);
    await isSame(
      () => byPage(`/operate/payments/${one}/end`),
      () => byCommand('payments', 'end', two),
      {
        // Admins are told by mail, of all new alarms at once, and under the bell.
        tables: [...MONEY, 'alarm', 'job', 'notice', 'notice_inbox'],
        between: async () => {
          await world.owner`delete from job where kind in ('mail-alarms', 'post-alarm')`;
          await world.owner`delete from notice`;
          await world.owner`update notice_inbox set last_seq = 0`;
        },
      },
    );
  });

  test('a payment that is not stuck is refused with the same words', async () => {
    const [one, two] = [await addPayment('failed'), await addPayment('failed')];
    const refused = async (): Promise<void> => {
      const { status, err } = await session.run('payments', 'end', two);
      assert.equal(status, 1);
      assert.match(err, /for the node it has failed/);
    };
    await isSame(() => byPage(`/operate/payments/${one}/end`), refused, { tables: [] });
  });

  test('unclaimed money goes to a user', async () => {
    const [one, two] = [await world.addUnclaimed(), await world.addUnclaimed()];
    const [first, second] = [await world.addPerson(), await world.addPerson()];
    await isSame(
      () => byPage(`/operate/unclaimed/${one}/assign`, { email: first.email }),
      () => byCommand('unclaimed', 'assign', two, '--user', second.email),
      { tables: ['posting', 'receipt', 'settled_record', 'transfer', 'wallet'] },
    );
  });

  test('a parked job runs again', async () => {
    const [one, two] = [await world.addParkedJob(), await world.addParkedJob()];
    await isSame(
      () => byPage(`/operate/jobs/${one}/retry`),
      () => byCommand('jobs', 'retry', two),
      { tables: ['job'] },
    );
  });

  test('an alarm is acknowledged with a note', async () => {
    const raise = async (subject: string): Promise<string> => {
      const alarm = { kind: 'job_parked', subject, detail: 'it broke' } as const;
      await createAlarmStore(world.database).raiseAlarm(alarm);
      const [row] = await world.owner`select id from alarm where subject = ${subject}`;
      return String(row?.['id']);
    };
    const [one, two] = [await raise('subject 1'), await raise('subject 2')];
    const path = `/operate/alarms/${one}/acknowledge`;
    const count = readHidden(await (await world.signedIn(operator)).get(path), 'count');
    await isSame(
      () => byPage(path, { count, note: 'done with it' }),
      () => byCommand('alarms', 'acknowledge', two, '--note', 'done with it'),
      { tables: ['alarm', 'job'] },
    );
  });

  test('payments over the node are stopped, and allowed again', async () => {
    const { owner } = world;
    const why = 'the node moves';
    await isSame(
      () => byPage('/operate/stop', { why }),
      () => byCommand('payments', 'stop', why),
      { tables: ['outside_stop'], between: () => owner`delete from outside_stop` },
    );
    const since = readHidden(await (await world.signedIn(operator)).get('/operate/allow'), 'since');
    await isSame(
      () => byPage('/operate/allow', { since }),
      () => byCommand('payments', 'allow'),
      {
        tables: ['outside_stop'],
        between: () => owner`
          insert into outside_stop (reason, detail)
          values ('operator', ${`an operator stopped them: ${why}`})`,
      },
    );
  });

  test('users are switched off and on, limited, given a link, and invited', async () => {
    const [one, two] = [await world.addPerson(), await world.addPerson()];
    const path = `/operate/users/${one.user.id}`;
    const named = ['--email', two.email] as const;
    const USER = { tables: ['wallet_user'] };
    await isSame(
      () => byPage(`${path}/disable`),
      () => byCommand('user', 'disable', ...named),
      USER,
    );
    await isSame(
      () => byPage(`${path}/enable`),
      () => byCommand('user', 'enable', ...named),
      USER,
    );
    await isSame(
      () => byPage(`${path}/limits`, LIMITS),
      () => byCommand('user', 'set', '--user', two.email, ...LIMIT_OPTIONS),
      { tables: ['budget', 'user_limit', 'wallet'] },
    );
    await isSame(
      () => byPage(`${path}/reset-password`),
      () => byCommand('user', 'reset-password', ...named),
      { tables: ['one_time_link'] },
    );
    await isSame(
      () => byPage('/operate/invitations', { role: 'admin' }),
      () => byCommand('user', 'invite', '--admin'),
      { tables: ['one_time_link', 'invitation'] },
    );
  });
});

const LIMITS = { max_balance: 'none', max_send_day: 'own', max_send_day_sat: '100' };
const LIMIT_OPTIONS = ['--max-balance', 'none', '--max-send-day', '100'];
