import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { openWalletSetup } from '../../src/lightning/lnd/wallet-setup.ts';
import { systemClock as clock } from '../../src/system/system-clock.ts';
import { status } from '../support/lnd-messages.ts';
import {
  type ScriptedServer,
  type SeenRequest,
  startScriptedServer,
} from '../support/scripted-server.ts';

const WORDS = Array.from({ length: 24 }, (_, index) => `secret${index + 1}`);
const PASSWORD = 'ab'.repeat(32);
const ADMIN = { admin_macaroon: Buffer.from('admin').toString('base64') };
const ADMIN_HEX = Buffer.from('admin').toString('hex');

let server: ScriptedServer | null = null;
afterEach(() => server?.close());

/** LND that gives one answer to all. */
async function lndThatSays(httpStatus: number, body: object) {
  const opened = await startScriptedServer((_request, reply) => reply.json(httpStatus, body));
  server = opened;
  const lnd = openWalletSetup({
    restUrl: opened.url,
    tlsCaPem: null,
    clock,
    untilState: async () => undefined,
    end: async () => undefined,
  });
  return { lnd, requests: opened.requests };
}

const bodyOf = (request: SeenRequest | undefined): unknown => JSON.parse(request?.body ?? '');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('the wallet of an LND', () => {
  test('is made so that no macaroon is written', async () => {
    const { lnd, requests } = await lndThatSays(200, ADMIN);
    const made = await lnd.makeWallet({ words: WORDS, password: PASSWORD, restore: null });
    assert.deepEqual(made, { ok: true, value: ADMIN_HEX });
    assert.equal(requests[0]?.path, '/v1/initwallet');
    assert.deepEqual(bodyOf(requests[0]), {
      wallet_password: base64(PASSWORD),
      cipher_seed_mnemonic: WORDS,
      stateless_init: true,
    });
  });

  test('is restored with channels, and looks behind unused addresses, again after a kill', async () => {
    const { lnd, requests } = await lndThatSays(200, ADMIN);
    const restore = { recoveryWindow: 2500, channelBackup: Buffer.from('backup') };
    await lnd.makeWallet({ words: WORDS, password: PASSWORD, restore });
    await lnd.unlock(PASSWORD, restore);
    const fields = {
      wallet_password: base64(PASSWORD),
      stateless_init: true,
      recovery_window: 2500,
      channel_backups: { multi_chan_backup: { multi_chan_backup: base64('backup') } },
    };
    assert.deepEqual(bodyOf(requests[0]), { ...fields, cipher_seed_mnemonic: WORDS });
    assert.equal(requests[1]?.path, '/v1/unlockwallet');
    assert.deepEqual(bodyOf(requests[1]), fields);
    await lnd.unlock(PASSWORD, { recoveryWindow: 20, channelBackup: null });
    assert.deepEqual(bodyOf(requests[2]), {
      wallet_password: base64(PASSWORD),
      stateless_init: true,
      recovery_window: 20,
    });
  });

  for (const [said, refusal] of [
    ["mnemonic phrase checksum doesn't match", { kind: 'misfit' }],
    ['wrong seed version', { kind: 'misfit' }],
    [
      "word secret8 isn't a part of default word list (index=7)",
      { kind: 'unknown_word', place: 8 },
    ],
    ['invalid passphrase', { kind: 'passphrase' }],
  ] as const) {
    test(`is not made where LND says: ${said}`, async () => {
      const { lnd } = await lndThatSays(500, status(2, said));
      const made = await lnd.makeWallet({ words: WORDS, password: PASSWORD, restore: null });
      assert.deepEqual(made, { ok: false, refusal });
    });
  }

  test('is not made for another reason, which may repeat a word and goes no further', async () => {
    const { lnd } = await lndThatSays(500, status(2, `no wallet of ${WORDS.join(' ')}`));
    await assert.rejects(
      lnd.makeWallet({ words: WORDS, password: PASSWORD, restore: null }),
      (error: Error) => {
        assert.equal(error.message, 'LND refused to make the wallet (gRPC code 2)');
        assert.equal(error.cause, undefined);
        return true;
      },
    );
  });

  test('is opened with new keys for macaroons, and keeps its password', async () => {
    const { lnd, requests } = await lndThatSays(200, ADMIN);
    assert.deepEqual(await lnd.renewAdmin(PASSWORD), { ok: true, value: ADMIN_HEX });
    assert.equal(requests[0]?.path, '/v1/changepassword');
    assert.deepEqual(bodyOf(requests[0]), {
      current_password: base64(PASSWORD),
      new_password: base64(PASSWORD),
      stateless_init: true,
      new_macaroon_root_key: true,
    });
  });

  for (const [said, kind] of [
    ['invalid passphrase for master public key', 'wrong_password'],
    ['missing address manager namespace', 'half_made'],
    ['default root key not found', 'no_root_key'],
  ] as const) {
    test(`is not opened where LND says: ${said}`, async () => {
      const { lnd } = await lndThatSays(500, status(2, said));
      assert.deepEqual(await lnd.renewAdmin(PASSWORD), { ok: false, refusal: { kind } });
    });
  }
});

test('macaroons are baked under root keys of their own, none of them 0', async () => {
  const { lnd, requests } = await lndThatSays(200, { macaroon: '0201' });
  const baked = await lnd.bake(ADMIN_HEX);
  assert.deepEqual([...baked.payments], [2, 1]);
  const ids = requests.map((request) => /"root_key_id":"(\d+)"/.exec(request.body)?.[1]);
  assert.deepEqual(ids, ['1', '3', '2']);
  for (const { headers } of requests) {
    assert.match(headers, new RegExp(`grpc-metadata-macaroon: ${ADMIN_HEX}`));
  }
  assert(requests[0]?.body.includes('uri') && !requests[0].body.includes('BakeMacaroon'));
  assert(requests[1]?.body.includes('/walletrpc.WalletKit/NextAddr'));
  assert(!requests[1]?.body.includes('BakeMacaroon'));
  assert(requests[2]?.body.includes('/lnrpc.Lightning/BakeMacaroon'));
});

test('a channel backup is that of the wallet, or of another one, or LND cannot tell', async () => {
  const ask = async (httpStatus: number, body: object) => {
    const { lnd } = await lndThatSays(httpStatus, body);
    try {
      return await lnd.isBackupOfWallet(ADMIN_HEX, Buffer.from('backup'));
    } finally {
      await server?.close();
      server = null;
    }
  };
  assert.equal(await ask(200, { chan_points: [] }), true);
  const foreign = 'invalid multi channel backup: chacha20poly1305: message authentication failed';
  assert.equal(await ask(500, status(2, foreign)), false);
  await assert.rejects(ask(500, status(2, 'permission denied')), /VerifyChanBackup/);
});
