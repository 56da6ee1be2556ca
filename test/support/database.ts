import { Socket } from 'node:net';
import pg from 'pg';
import { bytesToHex } from '../../src/base/hex.ts';
import { type Database, openDatabase } from '../../src/database/db.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { databaseUrl, startThrowAwayServer, TEMPLATE_DATABASE } from './throw-away-server.ts';

export interface DatabaseUrls {
  /** The URL that the service uses, with a role that owns nothing. */
  readonly serviceUrl: string;
  readonly ownerUrl: string;
  /** The URL of a superuser, for what neither the service nor the owner may do. */
  readonly superuserUrl: string;
}

export interface ClonedDatabase extends DatabaseUrls {
  drop(): Promise<void>;
}

export interface TestDatabase extends DatabaseUrls {
  /** The database, opened like the service opens it. */
  readonly database: Database;
  /** The texts of all statements that `database` has sent, each in one round trip. */
  readonly statements: string[];
}

/**
 * What registers a clean-up: a test context, or `{ after }` of node:test for a database that a
 * whole file shares.
 */
export interface Cleanup {
  after(fn: () => Promise<void>): void;
}

/** Opens a migrated database for this test, and drops it at the end. */
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
 * Creates a migrated database, or a copy of another one that no one is connected to. The test
 * runner of this repository starts one server for all files; a file that runs alone starts a server
 * for itself.
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

/** Finds the server of the tests. tools/run-tests.ts sets `TEST_POSTGRES`. */
async function serverAddress(): Promise<string> {
  const shared = process.env['TEST_POSTGRES'];
  if (shared !== undefined) return shared;
  ownServer ??= startThrowAwayServer().then((server) => server.address);
  return await ownServer;
}

/** The connection of a superuser over which a process creates and drops its databases. */
interface Superuser {
  readonly client: pg.Client;
  readonly socket: Socket;
  workingCount: number;
}

let superuser: Promise<Superuser> | null = null;

/**
 * Uses the superuser's connection. An unused connection does not keep the process or a test file
 * from ending.
 */
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

/**
 * Copies the template. A lock keeps two processes from copying it at the same time, which
 * PostgreSQL refuses.
 */
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
