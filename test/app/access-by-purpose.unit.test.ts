import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { accessByPurpose } from '../../src/app/compose/access-by-purpose.ts';
import { readConfig } from '../../src/config/config.ts';
import { createAccessWatch } from '../../src/lightning/lnd/access-watch.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { createListeningLog } from '../support/listening-log.ts';

const folder = await mkdtemp(join(tmpdir(), 'satchel-access-'));
after(() => rm(folder, { recursive: true }));
const [PAYMENTS, CHAIN] = [join(folder, 'payments.macaroon'), join(folder, 'chain.macaroon')];

const accessOf = (settings: Readonly<Record<string, string>>) =>
  accessByPurpose({
    config: readConfig(settings),
    clock: systemClock,
    log: createListeningLog(),
    accessWatch: createAccessWatch(),
  });

const OWN_LND = {
  SATCHEL_LIGHTNING: 'lnd',
  SATCHEL_LND_REST_URL: 'https://127.0.0.1:8080',
  SATCHEL_LND_MACAROON_FILE: PAYMENTS,
};
const WITH_ADDRESSES = {
  ...OWN_LND,
  SATCHEL_ONCHAIN: 'on',
  SATCHEL_LND_ONCHAIN_MACAROON_FILE: CHAIN,
};

test('a macaroon file that is missing or empty is refused by the setting that names it', async () => {
  const { payments, chain } = accessOf(WITH_ADDRESSES);
  await assert.rejects(
    payments(),
    /payments\.macaroon of SATCHEL_LND_MACAROON_FILE cannot be read/,
  );
  const chainRefused = /chain\.macaroon of SATCHEL_LND_ONCHAIN_MACAROON_FILE/;
  await assert.rejects(async () => chain?.(), chainRefused);
  await writeFile(CHAIN, '');
  await assert.rejects(async () => chain?.(), chainRefused);
});

test('each macaroon of an LND of the operator opens its own purpose, and none the management', async () => {
  await Promise.all([writeFile(PAYMENTS, 'payments'), writeFile(CHAIN, 'chain')]);
  const { payments, chain, management } = accessOf(WITH_ADDRESSES);
  assert.equal((await payments()).macaroonHex, Buffer.from('payments').toString('hex'));
  assert.equal((await chain?.())?.macaroonHex, Buffer.from('chain').toString('hex'));
  assert.equal(management, null);
  assert.equal(accessOf(OWN_LND).chain, null);
});
