import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { addPersonalToken } from '../../src/apps/add-personal-token.ts';
import { createTokenStore } from '../../src/apps/sql/token-store.ts';
import { openDatabase } from '../../src/database/db.ts';
import { createMoneyStore } from '../../src/ledger/sql/money-store.ts';
import { NO_OUTFLOW_LIMITS } from '../../src/outflow/outflow-limits.ts';
import { createOutflowStore } from '../../src/outflow/sql/outflow-store.ts';
import { systemClock as clock } from '../../src/system/system-clock.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { creditKeysend } from '../support/money-model/events.ts';
import { newFolder } from '../support/simulator-process.ts';
import { apiDoor, callApi, type Door } from './doors.ts';
import { CHANNELS_SAT, type Stage } from './stage.ts';
import { takeAll } from './take-all.ts';
import { NOTHING, type Theft } from './theft.ts';
import { payFromNode } from './thief-node.ts';

const run = promisify(execFile);
const PROGRAM = new URL('../../bin/satchel.js', import.meta.url).pathname;
const SERVICE_NODE = 'satchel';

/** The time within which the service asks the node for payments that are not its own. */
const LOOK_SEC = 75;

/** Where no limit counts, a thief takes large pieces. */
const FEW = 24;

/** The node itself, past the service. */
const nodeDoor = ({ simulator }: Stage): Door => ({
  ask: async (invoice) => (await payFromNode(simulator, SERVICE_NODE, invoice)) ?? 'paid',
});

const macaroon: Theft = {
  name: 'macaroon',
  title: 'The macaroon of the node, for payments',
  promisedSat: null,
  isLimited: false,
  watchSec: LOOK_SEC,
  steal: async (stage) => ({
    sideDoors: [],
    rob: () => takeAll(stage.thief, nodeDoor(stage), CHANNELS_SAT, FEW),
    isGood: async () => true,
  }),
};

const databaseRole: Theft = {
  name: 'database role',
  title: 'The password of the database role that the service works as',
  promisedSat: null,
  isLimited: false,
  watchSec: LOOK_SEC,
  steal: async (stage, cleanups) => {
    const { service, serviceUrl, simulator, thief, owner } = stage;
    const applicationName = 'thief';
    const database = openDatabase({ url: serviceUrl, applicationName, clock, random });
    cleanups.defer(() => database.close());
    const node = simulator.network.nodes.find(({ name }) => name === SERVICE_NODE);
    assert(node !== undefined);
    const [own] = await owner<{ id: string }[]>`
      select id from wallet_user where identifier = ${stage.victim.identifier}`;
    assert(own !== undefined);
    return {
      sideDoors: [],
      rob: async () => {
        // The functions that move money can be called: a credit that the node never had.
        const [cursor] = await owner<{ settle_index: string }[]>`
          select settle_index::text from node_cursor`;
        const credit = creditKeysend(own.id, {
          amountSat: CHANNELS_SAT,
          nodePubkey: node.pubkey,
          settleIndex: BigInt(cursor?.settle_index ?? 0),
          settledAt: new Date(),
        });
        const [credited] = await createMoneyStore({ database, clock, random }).credit([credit]);
        assert.equal(credited?.kind, 'credited');
        await createOutflowStore(database).setBySettings(NO_OUTFLOW_LIMITS, 'off');
        const input = { userId: own.id, scopes: 'payments:send', name: 'mine', expiresInSec: null };
        const tokens = createTokenStore(database);
        const added = await addPersonalToken({ tokens, clock, random }, input);
        assert(added.ok, 'the role writes a token');
        const { token } = added.value;
        return await takeAll(thief, apiDoor(service.baseUrl, token), CHANNELS_SAT, FEW);
      },
      isGood: async () => {
        try {
          await createOutflowStore(database).read();
          return true;
        } catch {
          return false;
        }
      },
    };
  },
};

/** Secrets of users and of the node that must not be readable in a file. */
const secretsOf = async (stage: Stage): Promise<readonly (readonly [string, string])[]> => [
  ['the token of a user', stage.victim.token],
  ['the macaroon of the node', stage.simulator.network.nodes[0]?.macaroonHex ?? '?'],
];

const backup = (isSealed: boolean): Theft => ({
  name: isSealed ? 'sealed backup' : 'unsealed backup',
  title: isSealed ? 'A backup that is encrypted' : 'A backup that is not encrypted',
  promisedSat: 0,
  isLimited: true,
  watchSec: 5,
  steal: async (stage, cleanups) => {
    const { service, victim, owner } = stage;
    const folder = newFolder();
    cleanups.defer(async () => folder.remove());
    const file = join(folder.dir, 'stolen.backup');
    const keyFile = join(folder.dir, 'key');
    await chmod(folder.dir, 0o711);
    await writeFile(keyFile, 'ab'.repeat(32), { mode: 0o600 });
    const sealing = isSealed ? { SATCHEL_BACKUP_KEY_FILE: keyFile } : {};
    const satchel = async (env: NodeJS.ProcessEnv, ...args: string[]): Promise<unknown> => {
      const { stdout } = await run(process.execPath, [PROGRAM, ...args, '--json'], { env });
      return JSON.parse(stdout);
    };
    await satchel({ ...service.env, ...sealing }, 'backup', file);
    const bytes = await readFile(file);
    const text = isSealed ? bytes.toString('latin1') : gunzipSync(bytes).toString('utf8');
    // The thief has a machine of their own, and no key.
    const { SATCHEL_DATABASE_URL: _, SATCHEL_MIGRATE_DATABASE_URL: __, ...env } = service.env;
    const elsewhere = { ...env, SATCHEL_DATA_DIR: join(folder.dir, 'data') };
    const secretKey = await readFile(join(service.dataDir, 'secret-key'), 'utf8');
    const hashes = await owner<{ hash: string }[]>`
      select encode(token_hash, 'hex') as hash from personal_token`;
    return {
      read: [
        ...(text.includes(victim.email) ? ['e-mail addresses, balances, payments'] : []),
        ...(text.includes(secretKey.trim()) ? ['the secret key of the service'] : []),
      ],
      sideDoors: [
        ...(await secretsOf(stage)).map(([name, secret]) => ({
          name: `reads ${name}`,
          tryIt: async () => text.includes(secret),
        })),
        ...(isSealed
          ? [
              {
                name: 'restores it without its key',
                tryIt: async () =>
                  await satchel(elsewhere, 'restore', file).then(
                    () => true,
                    () => false,
                  ),
              },
              { name: 'reads who the users are', tryIt: async () => text.includes(victim.email) },
            ]
          : []),
      ],
      rob: async () => {
        if (isSealed) return NOTHING;
        await satchel(elsewhere, 'restore', file);
        const scopes = ['--scopes', 'balance:read payments:send'];
        const added = await satchel(elsewhere, 'token', 'add', '--user', victim.email, ...scopes);
        const invoice = await stage.thief.newInvoice(1000);
        const tokens = [
          String((added as { token: string }).token),
          ...hashes.map(({ hash }) => hash),
        ];
        let lastWords = '';
        for (const token of tokens) {
          const door = apiDoor(service.baseUrl, token);
          lastWords = await door.ask(invoice.text);
        }
        return { lastWords };
      },
      isGood: async () => !isSealed,
    };
  },
});

const dataFolder = (hasNode: boolean): Theft => ({
  name: hasNode ? 'data folder with the node' : 'data folder',
  title: hasNode
    ? 'The data folder, with database and node in it'
    : 'The data folder, where database and node are elsewhere',
  promisedSat: hasNode ? null : 0,
  isLimited: !hasNode,
  watchSec: hasNode ? LOOK_SEC : 5,
  steal: async (stage, cleanups) => {
    const folder = newFolder();
    cleanups.defer(async () => folder.remove());
    const copy = join(folder.dir, 'copy');
    const from = stage.service.env['SATCHEL_DATA_DIR'] ?? '';
    await cp(from, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') });
    const files = (await readdir(copy, { recursive: true })).filter(
      (name) => !name.startsWith('postgres/'),
    );
    const macaroons = files.filter((name) => name.endsWith('.macaroon'));
    return {
      read: [
        ...(files.includes('secret-key') ? ['the secret key of the service'] : []),
        ...(files.includes('postgres.env') ? ['the database with its passwords'] : []),
        ...(macaroons.length > 0 ? ['macaroons of the node'] : []),
      ],
      sideDoors: [
        { name: 'finds a macaroon', tryIt: async () => !hasNode && macaroons.length > 0 },
        {
          name: 'uses the secret key as a token',
          tryIt: async () => {
            const key = (await readFile(join(copy, 'secret-key'), 'utf8')).trim();
            return (await callApi(`${stage.service.baseUrl}/balance`, key)).status === 200;
          },
        },
      ],
      rob: async () =>
        macaroons.length === 0
          ? NOTHING
          : await takeAll(stage.thief, nodeDoor(stage), CHANNELS_SAT, FEW),
      isGood: async () => true,
    };
  },
});

export const THEFTS_OF_MACHINE: readonly Theft[] = [
  macaroon,
  databaseRole,
  backup(true),
  backup(false),
  dataFolder(false),
  dataFolder(true),
];
