import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure';
import { WebSocket } from 'ws';
import { textField } from '../support/fields.ts';
import { openRelayApp, openSocket, type RelayApp } from '../support/nwc/relay-app.ts';
import { openRelayStage, type RelayStage } from '../support/nwc/relay-stage.ts';
import { startService } from '../support/running-service.ts';
import { addWalletUser, field, untilPasses } from '../support/wallet-user.ts';

/** What those get who want the relay to do nothing else. */
describe('the relay under attack', () => {
  const cleanups: (() => unknown)[] = [];
  const cleanup = { after: (end: () => unknown) => void cleanups.push(end) };
  let stage: RelayStage;

  before(async () => {
    stage = await openRelayStage(cleanup);
  });
  after(async () => {
    for (const end of cleanups.reverse()) await end();
  });

  test('37: a slow reader is cut, and others are served', async () => {
    const own = await stage.connect(await addWalletUser(stage.service));
    const description = 'ä'.repeat(300);
    for (let made = 0; made < 50; made += 1) {
      await own.call('make_invoice', { amount: 1000, description });
    }
    const long = await own.call('list_transactions', { unpaid: true, limit: 50 });
    const size = JSON.stringify(long.event).length;
    assert.ok(size > 30_000 && size < 65_536, 'an event of 64 KiB holds it');
    const slow = new WebSocket(stage.relay);
    slow.on('error', () => undefined);
    await once(slow, 'open');
    slow.pause();
    const filter = { kinds: [23_195], '#e': [long.request.id] };
    let code: number | null = null;
    slow.on('close', (said) => {
      code = said;
    });
    // A name that comes again before its answer has ended takes the place of the earlier one.
    for (let round = 0; round < 100 && code === null; round += 1) {
      for (let place = 0; place < 20; place += 1) {
        slow.send(JSON.stringify(['REQ', `s${place}`, filter]));
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    assert.equal((await stage.app.call('get_info')).code, null);
    slow.resume();
    await untilPasses(async () => assert.equal(code, 1006, 'without a word'), 10_000);
  });

  test('38: strangers and bad signatures leave no rows, and are cut off', async () => {
    const rows = await stage.countRows();
    const stranger = await openSocket(cleanup, stage.relay);
    const forger = await openSocket(cleanup, stage.relay);
    const content = 'x';
    const created_at = Math.floor(Date.now() / 1000);
    const tags = [['p', stage.app.walletPubkey]];
    for (let count = 0; count < 100; count += 1) {
      const draft = { kind: 23_194, created_at, tags, content: content + count };
      stranger.send(['EVENT', finalizeEvent(draft, generateSecretKey())]);
      const event = stage.app.request('get_info');
      forger.send(['EVENT', { ...event, sig: 'ab'.repeat(64) }]);
    }
    assert.equal((await stage.app.call('get_info')).code, null);
    for (const socket of [stranger, forger]) {
      await untilPasses(async () => assert.ok(socket.isClosed()));
    }
    assert.equal(await stage.countRows(), rows + 1);
  });
});

/** Limits on, as the service has them. */
describe('the relay under its limits', () => {
  const cleanups: (() => unknown)[] = [];
  const cleanup = { after: (end: () => unknown) => void cleanups.push(end) };
  after(async () => {
    for (const end of cleanups.reverse()) await end();
  });

  test('39: one key over many sockets is refused by its rate, and others are not', async () => {
    const limits = { SATCHEL_RATE_LIMIT: 'on', SATCHEL_REQUESTS_PER_SECOND: '10' };
    const service = await startService(limits);
    cleanups.push(() => service.dispose());
    const user = await addWalletUser(service);
    const open = async (): Promise<RelayApp> => {
      const added = await service.cli('nwc', 'add', '--user', user.email);
      return await openRelayApp(cleanup, textField(added, 'uri'));
    };
    const [eager, calm] = [await open(), await open()];
    const relay = `${service.baseUrl.replace(/^http/, 'ws')}/relay`;
    const apps = [eager, await eager.at(relay)];
    const answers = apps[0]?.socket.subscribe({ authors: [eager.walletPubkey], limit: 0 });
    assert(answers !== undefined);
    await answers.opened();
    // Signed before: on a slow machine the rate would recover while they are made.
    const events = Array.from({ length: 20 }, (_, count) =>
      eager.request('get_balance', { count }),
    );
    for (const [count, event] of events.entries()) {
      apps[count % 2]?.socket.send(['EVENT', event]);
    }
    await untilPasses(async () => assert.equal(answers.events().length, events.length));
    const codes = answers.events().map((event) => {
      const error = field(eager.read(event), 'error');
      return error === undefined ? null : textField(error, 'code');
    });
    assert.ok(codes.includes('RATE_LIMITED') && codes.includes(null), codes.join());
    assert.equal((await calm.call('get_balance')).code, null);
  });
});
