import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { VARIABLES } from '../../src/config/variables.ts';
import { startAccounts } from '../support/account-world.ts';
import { readText } from '../support/page-visitor.ts';

/** Each canary sings if any part of a secret value leaves the process. */
const CANARIES = {
  SATCHEL_SECRET_KEY: 'ca'.repeat(32),
  SATCHEL_SECRET_KEY_OLD: 'fe'.repeat(32),
  SATCHEL_DATABASE_URL: 'postgres://canary1:canary2@db.example:5432/canary3?password=canary4',
  DATABASE_URL: 'postgres://canary5:canary6@old.example/canary7?sslpassword=canary8',
  SATCHEL_MIGRATE_DATABASE_URL: 'postgres://canary9:canary10@db.example/x?sslpassword=canary11',
  SATCHEL_SMTP_URL: 'smtps://canary12:canary13@mail.example:465',
  SATCHEL_LND_REST_URL: 'https://node.example:8080/canary17',
  SATCHEL_BITCOIND_RPC_URL: 'http://canary33:canary34@127.0.0.1:8332',
  SATCHEL_ALARM_URL: 'https://alarms.example/canary39?key=canary40',
  SATCHEL_ALARM_SECRET: `whsec_${Buffer.from('canary-'.repeat(5)).toString('base64')}`,
  SATCHEL_FEE_URL: 'https://fees.example/canary35?key=canary36',
  SATCHEL_NEUTRINO_HEADERS: 'https://one.example/canary37, https://two.example/?key=canary38',
  SATCHEL_RATES:
    'kraken, https://rates.example/canary18/{currency}?api_key=canary19#canary32.{currency}',
  SATCHEL_RELAY_URL: 'wss://relay.example/canary28',
  SATCHEL_NWC_RELAYS: 'wss://one.example/canary29?token=canary30, wss://two.example/?canary31',
};

const PLAIN = {
  SATCHEL_SITE_NAME: 'Corner Wallet',
  SATCHEL_PORT: '4567',
  SATCHEL_LND_MACAROON_FILE: '/etc/satchel/macaroon',
};

const config = readConfig({ ...CANARIES, ...PLAIN }, new Set(['SATCHEL_PORT']));

test('every setting is listed with where it comes from', () => {
  const { settings } = config;
  const names = Object.values(VARIABLES).map(({ name }) => name);
  assert.deepEqual(settings.map(({ name }) => name).sort(), [...names].sort());
  const find = (name: string) => settings.find((one) => one.name === name);
  assert.equal(find('SATCHEL_PORT')?.source, 'file');
  assert.equal(find('SATCHEL_SITE_NAME')?.source, 'environment');
  assert.equal(find('SATCHEL_HOST')?.source, 'default');
  assert.deepEqual(find('SATCHEL_HOST')?.value, { kind: 'shown', text: '127.0.0.1' });
  assert.deepEqual(find('SATCHEL_RATE_LIMIT')?.value, { kind: 'shown', text: 'on' });
  assert.deepEqual(find('SATCHEL_METRICS_PORT')?.value, { kind: 'none' });
  assert.deepEqual(find('SATCHEL_SECRET_KEY')?.value, { kind: 'secret' });
  const place = { kind: 'place', text: 'wss://one.example, wss://two.example' };
  assert.deepEqual(find('SATCHEL_NWC_RELAYS')?.value, place);
  const sources = { kind: 'place', text: 'kraken, https://rates.example' };
  assert.deepEqual(find('SATCHEL_RATES')?.value, sources);
});

test('every variable that is an address, or a key, has a canary', () => {
  const secret = Object.values(VARIABLES).filter(({ form }) => 'hides' in form);
  assert.deepEqual(
    secret.map(({ name }) => name).sort(),
    Object.keys(CANARIES).sort(),
    'a new one needs a canary here',
  );
});

test('an address that cannot be taken apart is not shown at all', () => {
  for (const text of ['postgresql:///canary', 'postgresql:canary']) {
    const [setting] = readConfigOrNull(text);
    if (setting !== undefined) assert.deepEqual(setting.value, { kind: 'secret' }, text);
  }
});

/** Nothing where the service would not start with it. */
function readConfigOrNull(text: string) {
  try {
    return readConfig({ SATCHEL_DATABASE_URL: text }).settings.filter(
      ({ name }) => name === 'SATCHEL_DATABASE_URL',
    );
  } catch {
    return [];
  }
}

test('no secret is in the page', async () => {
  const world = await startAccounts({ after }, { settings: config.settings });
  const admin = await world.signedIn(await world.addPerson({ isAdmin: true }));
  for (const path of [
    '/operate/settings',
    '/operate/settings?q=canary',
    '/operate/settings?q=ca',
  ]) {
    const { body, headers } = await admin.get(path);
    const said = `${body.replaceAll('value="canary"', '')} ${JSON.stringify(headers)}`;
    assert.doesNotMatch(said, /canary|caca/i, path);
  }
  const text = readText(await admin.get('/operate/settings'));
  for (const shown of ['postgres://db.example:5432', 'smtps://mail.example:465', 'Corner Wallet']) {
    assert(text.includes(shown), shown);
  }
  assert.match(text, /SATCHEL_SECRET_KEY .*? Set, not shown Environment/);
  assert.match(text, /SATCHEL_PORT .*? 4567 File \.env/);
});
