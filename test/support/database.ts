import { Socket } from 'node:net';
import pg from 'pg';
import { bytesToHex } from '../../src/base/hex.ts';
import { type Database, openDatabase } from '../../src/database/db.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { databaseUrl, startThrowAwayServer, TEMPLATE_DATABASE } from './throw-away-server.ts';

export interface DatabaseUrls {
  /** As the service opens it: a role that owns nothing. */
  readonly serviceUrl: string;
  readonly ownerUrl: string;
  /** For what neither of them may do. */
  readonly superuserUrl: string;
}

export interface ClonedDatabase extends DatabaseUrls {
  drop(): Promise<void>;
}

export interface TestDatabase extends DatabaseUrls {
  /** Opened as the service opens it. */
  readonly database: Database;
  /** Texts of all statements that `database` sent, one round trip each. */
  readonly statements: string[];
}

/** A test context, or `{ after }` of node:test for a database that a whole file shares. */
export interface Cleanup {
  after(fn: () => Promise<void>): void;
}

/** A migrated database of its own, opened, and dropped at the end. */
export async function testDatabase(cleanup: Cleanup): Promise<TestDatabase> {
  const { drop, ...urls } = await cloneDatabase();
  const statements: string[] = [];
  const database = openDatabase({
    url: urls.serviceUrl,
    applicationName: 'satchel test',
    clock: systemClock,
    random: systemRandom,
    onStatement: (text) => statements.push(text),
  });
  cleanup.after(async () => {
    await database.close();
    await drop();
  });
  return { database, statements, ...urls };
}

/**
 * A migrated database of its own, or a copy of another that no one is connected to. The test runner
 * of this repository starts one server for all files; a file that runs alone starts one for itself.
 */
export async function cloneDatabase(template = TEMPLATE_DATABASE): Promise<ClonedDatabase> {
  const address = await serverAddress();
  const name = `test_${bytesToHex(systemRandom.bytes(6))}`;
  await asSuperuser(address, (client) => cloneTemplate(client, template, name));
  return {
    serviceUrl: databaseUrl(address, 'service', name),
    ownerUrl: databaseUrl(address, 'owner', name),
    superuserUrl: databaseUrl(address, 'superuser', name),
    drop: () =>
      asSuperuser(address, (client) =>
        client.query(`drop database ${pg.escapeIdentifier(name)} with (force)`),
      ),
  };
}

let ownServer: Promise<string> | null = null;

/** `TEST_POSTGRES` is set by tools/run-tests.ts. */
async function serverAddress(): Promise<string> {
  const shared = process.env['TEST_POSTGRES'];
  if (shared !== undefined) return shared;
  ownServer ??= startThrowAwayServer().then((server) => server.address);
  return await ownServer;
}

/** A process makes and drops all its databases over one connection. */
interface Superuser {
  readonly client: pg.Client;
  readonly socket: Socket;
  workingCount: number;
}

let superuser: Promise<Superuser> | null = null;

/** The connection keeps neither the process nor a file of tests from ending, but while it works. */
async function asSuperuser(
  address: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  superuser ??= connectSuperuser(address).catch((error: unknown) => {
    superuser = null;
    throw error;
  });
  const connected = await superuser;
  const { client, socket } = connected;
  connected.workingCount += 1;
  socket.ref();
  try {
    await work(client);
  } finally {
    connected.workingCount -= 1;
    if (connected.workingCount === 0) socket.unref();
  }
}

async function connectSuperuser(address: string): Promise<Superuser> {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: databaseUrl(address, 'superuser', 'postgres'),
    stream: () => socket,
  });
  client.on('error', () => {
    superuser = null;
  });
  await client.connect();
  return { client, socket, workingCount: 0 };
}

/** The lock keeps two processes from copying the template at once, which PostgreSQL refuses. */
async function cloneTemplate(client: pg.Client, template: string, name: string): Promise<void> {
  const [copy, original] = [pg.escapeIdentifier(name), pg.escapeIdentifier(template)];
  await client.query('select pg_advisory_lock(1)');
  try {
    await client.query(
      `create database ${copy} template ${original} owner satchel_owner strategy file_copy`,
    );
  } finally {
    await client.query('select pg_advisory_unlock(1)');
  }
}
