import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { readConfig } from '../../src/config/config.ts';
import { dropForeignVariables } from '../../src/config/env.ts';
import { clientConfig } from '../../src/database/client.ts';

const SEVERAL_HOSTS = [
  'postgres://one:5432,two:5433/wallet',
  'postgres://one,two/wallet',
  'postgres://user:word@one%2Ctwo/wallet',
  'postgres:///wallet?host=one,two',
];

test('several hosts in an address are refused, a comma elsewhere is not', () => {
  for (const url of SEVERAL_HOSTS) {
    assert.throws(() => clientConfig({ ...options, url }), /names one host/, url);
    const read = () => readConfig({ SATCHEL_DATABASE_URL: url });
    assert.throws(read, /SATCHEL_DATABASE_URL takes .*one host.* leads to the primary/, url);
  }
  const url = 'postgres://us,er:a,b@db.example:5433/wal,let?application_name=a,b';
  clientConfig({ ...options, url });
  assert.equal(readConfig({ SATCHEL_DATABASE_URL: url }).database.url, url);
});

const options = {
  applicationName: 'a test',
  statementTimeoutMs: 0,
  lockTimeoutMs: 0,
  onStatement: null,
};

test('what an address says reaches the driver as it stands, a plus in a password too', () => {
  const url = 'postgres://us+er:a+b%20c%2Bd@db.example:5433/wal+let?options=-c%20geqo%3Doff';
  const config = clientConfig({ ...options, url });
  const client = new pg.Client(config);
  assert.deepEqual(
    [client.user, client.password, client.host, client.port, client.database],
    ['us+er', 'a+b c+d', 'db.example', 5433, 'wal+let'],
  );
  const settings = new URL(config.connectionString ?? '').searchParams.get('options') ?? '';
  assert.match(settings, /^-c application_name=a\\ test -c /);
  assert.match(
    settings,
    / -c geqo=off -c DateStyle=ISO,MDY -c .*-c default_table_access_method=heap$/,
  );
});

/** Where an address leaves something out, the driver would look here. */
const ELSEWHERE = {
  PGHOST: 'elsewhere.example',
  PGPORT: '1',
  PGUSER: 'someone',
  PGDATABASE: 'another',
  PGSSLMODE: 'require',
  PGSSLNEGOTIATION: 'direct',
  PGOPTIONS: '-c search_path=elsewhere',
  PGAPPNAME: 'another program',
};

test('the environment decides nothing that an address leaves out', async (t) => {
  t.after(() => {
    for (const name of Object.keys(ELSEWHERE)) delete process.env[name];
  });
  const urls = [
    'postgres:///',
    'postgres://localhost',
    'postgres://me:word@db.example/wallet?sslmode=verify-full',
    'postgres:///wallet?host=/run/postgresql&user=me',
  ];
  const read = (url: string) => {
    const { user, host, port, database, ssl } = new pg.Client(clientConfig({ ...options, url }));
    return { user, host, port, database, ssl };
  };
  const expected = urls.map(read);
  Object.assign(process.env, ELSEWHERE);
  dropForeignVariables();
  for (const name of Object.keys(ELSEWHERE)) assert.equal(process.env[name], undefined, name);
  // Also where no program of ours has dropped them.
  const { PGSSLNEGOTIATION: _, ...others } = ELSEWHERE;
  Object.assign(process.env, others);
  assert.deepEqual(urls.map(read), expected);
  const [first] = expected;
  assert.deepEqual([first?.host, first?.port, first?.ssl], ['localhost', 5432, false]);
});

test('sslmode=require checks the certificate, whatever the driver comes to read into it', () => {
  const config = clientConfig({ ...options, url: 'postgres://me@db.example/a?sslmode=require' });
  assert.equal(new URL(config.connectionString ?? '').searchParams.get('sslmode'), 'verify-full');
});
