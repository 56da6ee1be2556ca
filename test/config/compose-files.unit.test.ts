import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { readConfig } from '../../src/config/config.ts';
import { field, listOf, textField } from '../support/fields.ts';

/** The compose files say what the program, Caddy and the examples of settings say. */

const ROOT = new URL('../..', import.meta.url).pathname;
const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');
const FILES = [
  { path: 'compose.yaml', values: 'docs/examples/postgres/env.example', lightning: 'lnd' },
  {
    path: 'docs/examples/compose/compose.yaml',
    values: 'docs/examples/compose/env.example',
    lightning: 'lnd',
  },
  { path: 'docs/examples/compose/try.yaml', values: null, lightning: 'simulated' },
];

/** As compose puts values in: `${NAME:?}` must have one, `${NAME:-other}` need not. */
function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name, sign, other) => {
    const value = values[name] ?? '';
    assert(sign === '-' || value !== '', `${name} has an example`);
    return value === '' ? (other ?? '') : value;
  });
}

async function readExample(path: string | null): Promise<Readonly<Record<string, string>>> {
  if (path === null) return {};
  const lines = (await read(path)).split('\n').filter((line) => /^[A-Z]/.test(line));
  const pairs = lines.map((line) => [line.split('=')[0] ?? '', line.split('=')[1] ?? ''] as const);
  // What people must fill in.
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, name.endsWith('_PASSWORD') ? 'abc' : value]),
  );
}

async function openFile({ path, values }: (typeof FILES)[number]) {
  const [text, example] = [await read(path), await readExample(values)];
  const file: unknown = parse(fillIn(text, example));
  return { text, example, file, satchel: field(field(file, 'services'), 'satchel') };
}

for (const each of FILES) {
  describe(each.path, () => {
    test('names values that its example has, and the example has no others', async () => {
      const { text, example } = await openFile(each);
      const named = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
      const known = Object.keys(example);
      assert.deepEqual(
        known.filter((name) => !named.includes(name)),
        [],
      );
    });

    test('gives Satchel settings that it takes', async () => {
      const { satchel } = await openFile(each);
      const environment = Object.entries(Object(field(satchel, 'environment')));
      const config = readConfig(
        Object.fromEntries(environment.map(([name, value]) => [name, String(value)])),
      );
      assert.equal(config.lightning.kind, each.lightning);
    });

    test('mounts what is there or declared', async () => {
      const { file } = await openFile(each);
      const declared = Object.keys(Object(field(file, 'volumes')));
      for (const [name, service] of Object.entries(Object(field(file, 'services')))) {
        for (const mount of listOf(field(service, 'volumes'))) {
          const [from = ''] = String(mount).split(':');
          const isThere = from.startsWith('.') && existsSync(join(ROOT, dirname(each.path), from));
          // Folders of the operator are absolute, or made by compose.
          const isTheirs = from.startsWith('/') || from === './backups';
          assert(isThere || isTheirs || declared.includes(from), `${name}: ${mount}`);
        }
        assert.equal(field(service, 'restart'), 'unless-stopped', name);
      }
    });

    test('builds the image of this repository, which keeps its data in /data', async () => {
      const { satchel } = await openFile(each);
      const context = join(ROOT, dirname(each.path), textField(satchel, 'build'));
      assert.match(await readFile(join(context, 'Dockerfile'), 'utf8'), /^VOLUME \/data$/m);
      const mounts = listOf(field(satchel, 'volumes'));
      assert(mounts.includes('satchel:/data'));
      assert.equal(field(satchel, 'read_only'), true);
      assert.equal(field(satchel, 'stop_grace_period'), '1m');
    });
  });
}

describe('with Caddy', () => {
  const [, withCaddy] = FILES;
  assert(withCaddy !== undefined);

  test('only Caddy is open to the outside, and only Caddy is believed', async () => {
    const { file, satchel } = await openFile(withCaddy);
    const caddy = field(field(file, 'services'), 'caddy');
    assert.equal(field(satchel, 'ports'), undefined);
    assert.deepEqual(field(caddy, 'ports'), ['80:80', '443:443', '443:443/udp']);
    const address = textField(field(field(caddy, 'networks'), 'wallet'), 'ipv4_address');
    const trusted = textField(field(satchel, 'environment'), 'SATCHEL_TRUSTED_PROXIES');
    assert.equal(trusted, `${address}/32`);
    const [network] = listOf(
      field(field(field(field(file, 'networks'), 'wallet'), 'ipam'), 'config'),
    );
    assert.equal(textField(network, 'subnet'), address.replace(/\d+$/, '0/24'));
  });

  test('Caddy serves the domain of the base URL, and finds Satchel', async () => {
    const { file, satchel, example } = await openFile(withCaddy);
    const caddy = field(field(file, 'services'), 'caddy');
    const domain = textField(field(caddy, 'environment'), 'WALLET_DOMAIN');
    assert.equal(domain, example['WALLET_DOMAIN']);
    const baseUrl = textField(field(satchel, 'environment'), 'SATCHEL_BASE_URL');
    assert.equal(baseUrl, `https://${domain}`);
    const caddyfile = await read('docs/examples/compose/Caddyfile');
    assert.match(caddyfile, /^\{\$WALLET_DOMAIN\} \{$/m);
    assert.match(caddyfile, /\treverse_proxy satchel:3000 \{/);
    assert.match(await read('Dockerfile'), /^EXPOSE 3000$/m);
    // What it says beyond that is what the example for a machine without containers says.
    const rules = (text: string): string =>
      text.slice(text.indexOf('\tencode')).replace('satchel:3000', '127.0.0.1:3000');
    assert.equal(rules(caddyfile), rules(await read('docs/examples/proxy/Caddyfile')));
  });

  test('every secret is a file, and every file is used', async () => {
    const { file, satchel } = await openFile(withCaddy);
    const secrets = Object(field(file, 'secrets'));
    assert.deepEqual(listOf(field(satchel, 'secrets')), Object.keys(secrets));
    const used = Object.values(Object(field(satchel, 'environment')))
      .map(String)
      .filter((value) => value.startsWith('/run/secrets/'))
      .map((value) => value.slice('/run/secrets/'.length));
    assert.deepEqual(used.sort(), Object.keys(secrets).sort());
    for (const secret of Object.values(secrets)) assert.match(textField(secret, 'file'), /^\//);
  });
});

describe('to try it out', () => {
  const [, , toTry] = FILES;
  assert(toTry !== undefined);

  test('nothing has to be set, and only this machine reaches it', async () => {
    const { text, file, satchel } = await openFile(toTry);
    assert.doesNotMatch(text, /\$\{/);
    assert.deepEqual(field(satchel, 'ports'), ['127.0.0.1:3000:3000']);
    assert.equal(field(field(field(file, 'services'), 'database'), 'ports'), undefined);
  });

  test('Satchel waits for a healthy database, and both keep their data in volumes', async () => {
    const { file, satchel } = await openFile(toTry);
    const database = field(field(file, 'services'), 'database');
    const wait = field(field(satchel, 'depends_on'), 'database');
    assert.equal(field(wait, 'condition'), 'service_healthy');
    assert(listOf(field(field(database, 'healthcheck'), 'test')).includes('pg_isready'));
    assert(listOf(field(database, 'volumes')).includes('database:/var/lib/postgresql'));
    assert.match(await read('Dockerfile'), /^HEALTHCHECK /m);
  });

  test('the README names it, and each setting is one of the program', async () => {
    const { satchel } = await openFile(toTry);
    assert.match(
      await read('README.md'),
      /docker compose -f docs\/examples\/compose\/try\.yaml up/,
    );
    const known = await read('.env.example');
    for (const name of Object.keys(Object(field(satchel, 'environment')))) {
      assert(known.includes(name), name);
    }
  });
});
