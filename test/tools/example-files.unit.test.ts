import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { parse } from 'yaml';
import {
  etcdVariables,
  haproxyConfig,
  patroniConfig,
  readSecrets,
} from '../../tools/cluster/config-texts.ts';
import { field, listField, numberField, textField } from '../support/fields.ts';

/** What operators copy for a cluster, and what `npm run test:cluster` makes of it. */

const read = (name: string): Promise<string> =>
  readFile(new URL(`../../docs/examples/cluster/${name}`, import.meta.url), 'utf8');

const MEMBERS = [1, 2, 3].map((number) => ({
  name: `db${number}`,
  postgresPort: 5000 + number,
  restPort: 8000 + number,
  dataDir: `/here/db${number}`,
}));
const PLACE = { etcdPort: 2379, postgresBin: '/postgres/bin', folder: '/here' };

const PATRONI = await read('patroni.yml');
const HAPROXY = await read('haproxy.cfg');
const ETCD = await read('etcd.env');

test('the times of the documented Patroni keep its rule', () => {
  const dcs = field(field(parse(PATRONI), 'bootstrap'), 'dcs');
  const [ttl, wait, retry] = ['ttl', 'loop_wait', 'retry_timeout'].map((name) =>
    numberField(dcs, name),
  );
  assert((wait ?? 0) + 2 * (retry ?? 0) <= (ttl ?? 0), `${wait} + 2 * ${retry} <= ${ttl}`);
});

test('no commit of the documented cluster is acknowledged with one copy', () => {
  const dcs = field(field(parse(PATRONI), 'bootstrap'), 'dcs');
  assert.equal(field(dcs, 'synchronous_mode'), true);
  assert.equal(field(dcs, 'synchronous_mode_strict'), true);
  const parameters = field(field(dcs, 'postgresql'), 'parameters');
  assert.equal(textField(parameters, 'synchronous_commit'), 'on');
  assert.doesNotMatch(PATRONI, /fsync|full_page_writes|nofailover|nosync/);
});

test('the documented Patroni does not run without its watchdog', () => {
  const watchdog = field(parse(PATRONI), 'watchdog');
  assert.equal(textField(watchdog, 'mode'), 'required');
  assert.equal(numberField(watchdog, 'safety_margin'), -1);
});

test('the drill changes addresses, folders and the watchdog of Patroni, and nothing else', () => {
  const [, member] = MEMBERS;
  assert(member !== undefined);
  const made: unknown = parse(patroniConfig(PATRONI, member, PLACE));
  assert.deepEqual(field(made, 'bootstrap'), field(parse(PATRONI), 'bootstrap'));
  assert.equal(field(made, 'scope'), field(parse(PATRONI), 'scope'));
  const server = field(made, 'postgresql');
  assert.deepEqual(
    field(server, 'authentication'),
    field(field(parse(PATRONI), 'postgresql'), 'authentication'),
  );
  assert.equal(textField(made, 'name'), 'db2');
  assert.equal(textField(field(made, 'restapi'), 'listen'), '127.0.0.1:8002');
  assert.equal(textField(field(made, 'etcd3'), 'hosts'), '127.0.0.1:2379');
  assert.equal(textField(server, 'listen'), '127.0.0.1:5002');
  assert.equal(textField(server, 'data_dir'), '/here/db2');
  assert.deepEqual(listField(server, 'pg_hba'), [
    'local all all peer',
    'host replication replicator 127.0.0.1/32 scram-sha-256',
    'host all all 127.0.0.1/32 scram-sha-256',
  ]);
  assert.deepEqual(field(made, 'watchdog'), { mode: 'off' });
});

test('the documented HAProxy cuts the connections of a server that is no primary', () => {
  assert.match(HAPROXY, /^ +option httpchk GET \/primary$/m);
  assert.match(HAPROXY, /^ +default-server .*on-marked-down shutdown-sessions$/m);
});

test('the drill changes the servers and the port of HAProxy, and nothing else', () => {
  const lines = (text: string) =>
    text.split('\n').filter((line) => !/^ +(server|bind) |^#|^$/.test(line));
  const made = haproxyConfig(HAPROXY, 4711, MEMBERS);
  assert.deepEqual(lines(made), lines(HAPROXY));
  assert.deepEqual(made.match(/^ +(server|bind) .*$/gm), [
    '    bind 127.0.0.1:4711',
    '    server db1 127.0.0.1:5001 check port 8001',
    '    server db2 127.0.0.1:5002 check port 8002',
    '    server db3 127.0.0.1:5003 check port 8003',
  ]);
});

test('the drill starts the first member of the documented etcd alone', () => {
  const made = etcdVariables(ETCD, { dataDir: '/here/etcd', clientPort: 1, peerPort: 2 });
  assert.deepEqual(made, {
    ETCD_NAME: 'db1',
    ETCD_DATA_DIR: '/here/etcd',
    ETCD_LISTEN_CLIENT_URLS: 'http://127.0.0.1:1',
    ETCD_ADVERTISE_CLIENT_URLS: 'http://127.0.0.1:1',
    ETCD_LISTEN_PEER_URLS: 'http://127.0.0.1:2',
    ETCD_INITIAL_ADVERTISE_PEER_URLS: 'http://127.0.0.1:2',
    ETCD_INITIAL_CLUSTER: 'db1=http://127.0.0.1:2',
    ETCD_INITIAL_CLUSTER_STATE: 'new',
    ETCD_INITIAL_CLUSTER_TOKEN: 'satchel',
  });
});

test('the documented files name the same machines', () => {
  const addresses = (text: string) =>
    [...new Set(text.match(/\b10\.0\.0\.\d+(?=:\d)/g))].toSorted();
  const three = ['10.0.0.11', '10.0.0.12', '10.0.0.13'];
  for (const text of [PATRONI, HAPROXY, ETCD]) assert.deepEqual(addresses(text), three);
});

test('the passwords are those of the file', () => {
  assert.deepEqual(readSecrets(PATRONI), {
    superuser: 'change-me-2',
    restUser: 'patroni',
    restPassword: 'change-me-1',
  });
  assert.throws(() => readSecrets('scope: satchel'), /no postgresql\.authentication/);
});
