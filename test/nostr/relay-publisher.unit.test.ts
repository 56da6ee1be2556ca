import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import type { WebSocket } from 'ws';
import { addressRules } from '../../src/base/address-rules.ts';
import { signEvent } from '../../src/nostr/event.ts';
import { openRelayPublisher } from '../../src/nostr/relays/relay-publisher.ts';
import { openResolver } from '../../src/system/guarded-connector/resolve-host.ts';
import { startNameServer } from '../support/name-server.ts';
import { SELF_SIGNED_CERTIFICATE } from '../support/self-signed-certificate.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';
import { LOOPBACK } from '../support/webhook-post.ts';
import { openRelay, type RelayOptions } from '../support/zaps/relay.ts';

/** What relays of strangers may do to us. */

const EVENT = signEvent(
  { kind: 9735, created_at: 1, content: '', tags: [['p', '00']] },
  new Uint8Array(32).fill(3),
);
const NEVER = new AbortController().signal;
const ok = (isAccepted: boolean, message = ''): string =>
  JSON.stringify(['OK', EVENT.id, isAccepted, message]);

async function relayOf(t: TestContext, options: RelayOptions = {}) {
  const relay = await openRelay(options);
  t.after(() => relay.close());
  return relay;
}

const answering = (say: (socket: WebSocket) => void): RelayOptions => ({
  onMessage: (socket) => say(socket),
});

/** A publisher that may reach this machine, with a clock that stands still. */
function here() {
  const clock = createVirtualClock();
  const publisher = openRelayPublisher({ clock, addresses: addressRules(LOOPBACK) });
  return { clock, publish: (url: string) => publisher.publish(url, EVENT, NEVER) };
}

describe('an event on its way to a relay', () => {
  test('18 is accepted once the relay says so, and again under the same id', async (t) => {
    const relay = await relayOf(t);
    assert.deepEqual(await here().publish(relay.url), { kind: 'accepted' });
    assert.deepEqual(await here().publish(relay.url), { kind: 'accepted' });
    assert.deepEqual(
      relay.events.map(({ id }) => id),
      [EVENT.id],
    );
    assert.equal(relay.received.length, 2);
  });

  test('goes over TLS with a certificate that is trusted, and else nowhere', async (t) => {
    const relay = await relayOf(t, { isTls: true });
    const options = { clock: createVirtualClock(), addresses: addressRules(LOOPBACK) };
    const trusting = openRelayPublisher({ ...options, tlsCaPem: SELF_SIGNED_CERTIFICATE });
    assert.deepEqual(await trusting.publish(relay.url, EVENT, NEVER), { kind: 'accepted' });
    const result = await openRelayPublisher(options).publish(relay.url, EVENT, NEVER);
    assert.equal(result.kind, 'failed');
    assert.equal(relay.received.length, 1);
  });

  for (const [message, kind] of [
    ['blocked: no', 'refused'],
    ['invalid: no', 'refused'],
    ['pow: more', 'refused'],
    ['auth-required: who are you?', 'refused'],
    ['rate-limited: later', 'failed'],
    ['error: full', 'failed'],
    ['no', 'failed'],
  ] as const) {
    test(`18 "${message}" is ${kind}`, async (t) => {
      const relay = await relayOf(
        t,
        answering((socket) => socket.send(ok(false, message))),
      );
      assert.deepEqual(await here().publish(relay.url), { kind, reason: message });
    });
  }

  test('18 what a relay says before its answer is passed over', async (t) => {
    const relay = await relayOf(
      t,
      answering((socket) => {
        const others = [
          '',
          '[]',
          '{',
          '["NOTICE","hi"]',
          '["AUTH","x"]',
          '["OK"]',
          '["OK","x",true]',
        ];
        for (const text of others) socket.send(text);
        socket.send(Buffer.from(ok(false)), { binary: true });
        socket.send(JSON.stringify(['OK', EVENT.id, 'true', '']));
        socket.send(ok(true, 'duplicate: have it'));
      }),
    );
    assert.deepEqual(await here().publish(relay.url), { kind: 'accepted' });
  });
});

describe('19 a relay that means harm', () => {
  test('that endlessly answers is cut off by count', async (t) => {
    const relay = await relayOf(
      t,
      answering((socket) => {
        for (let count = 0; count < 1000; count += 1) socket.send('["NOTICE",""]');
      }),
    );
    const reason = 'it says too much';
    assert.deepEqual(await here().publish(relay.url), { kind: 'failed', reason });
  });

  test('and by size, also of one message', async (t) => {
    const relay = await relayOf(
      t,
      answering((socket) => socket.send('x'.repeat(1_000_000))),
    );
    assert.equal((await here().publish(relay.url)).kind, 'failed');
  });

  test('and of pings, which are no messages', async (t) => {
    const relay = await relayOf(
      t,
      answering((socket) => {
        const ping = (): void => {
          if (socket.readyState === socket.OPEN) socket.ping(Buffer.alloc(125), false, ping);
        };
        ping();
      }),
    );
    const reason = 'it says too much';
    assert.deepEqual(await here().publish(relay.url), { kind: 'failed', reason });
  });

  test('that hangs up, before or after it has the event', async (t) => {
    for (const options of [
      { onConnection: (socket: WebSocket) => socket.terminate() },
      answering((socket) => socket.terminate()),
      answering((socket) => socket.close()),
    ]) {
      const relay = await relayOf(t, options);
      assert.equal((await here().publish(relay.url)).kind, 'failed');
    }
  });

  test('that never opens, or never answers, has five seconds for each', async (t) => {
    const silent = createServer();
    const held: Socket[] = [];
    silent.on('connection', (socket) => held.push(socket));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    t.after(() => {
      for (const socket of held) socket.destroy();
      silent.close();
    });
    const address = silent.address();
    assert(typeof address === 'object' && address !== null);
    const opening = here();
    const result = opening.publish(`ws://127.0.0.1:${address.port}/`);
    await once(silent, 'connection');
    await opening.clock.advance(5000);
    assert.deepEqual(await result, { kind: 'failed', reason: 'it did not open in time' });

    const heard = Promise.withResolvers<void>();
    const relay = await relayOf(
      t,
      answering(() => heard.resolve()),
    );
    const answer = here();
    const waiting = answer.publish(relay.url);
    await heard.promise;
    await answer.clock.advance(4999);
    assert.equal(relay.connections, 1);
    await answer.clock.advance(1);
    assert.deepEqual(await waiting, { kind: 'failed', reason: 'it did not answer in time' });
  });

  test('that leads elsewhere is not followed, and one that is no relay fails', async (t) => {
    const relay = await relayOf(t);
    for (const head of [`302 Found\r\nlocation: ${relay.url}`, '200 OK', '101 Switching']) {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.end(`HTTP/1.1 ${head}\r\ncontent-length: 0\r\n\r\n`);
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      t.after(() => server.close());
      const address = server.address();
      assert(typeof address === 'object' && address !== null);
      assert.equal((await here().publish(`ws://127.0.0.1:${address.port}`)).kind, 'failed');
    }
    assert.equal(relay.connections, 0);
  });

  test('a stop ends the conversation at once', async (t) => {
    const stop = new AbortController();
    const relay = await relayOf(
      t,
      answering(() => stop.abort()),
    );
    const clock = createVirtualClock();
    const publisher = openRelayPublisher({ clock, addresses: addressRules(LOOPBACK) });
    const stopped = { kind: 'failed', reason: 'stopped' };
    assert.deepEqual(await publisher.publish(relay.url, EVENT, stop.signal), stopped);
    assert.deepEqual(await publisher.publish(relay.url, EVENT, stop.signal), stopped);
    assert.equal(relay.connections, 1);
  });
});

describe('19 where an event can be sent to', () => {
  const BLOCKED = { kind: 'refused', reason: 'its address may not be reached' };

  test('no notation of this machine or its network is reached', async (t) => {
    const relay = await relayOf(t, { isTls: true });
    const publisher = openRelayPublisher({
      clock: createVirtualClock(),
      addresses: addressRules([]),
      tlsCaPem: SELF_SIGNED_CERTIFICATE,
    });
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0.0.0.0',
      '[::1]',
      '[::ffff:127.0.0.1]',
      'localhost',
      '10.0.0.1',
      '169.254.169.254',
    ]) {
      for (const scheme of ['ws', 'wss']) {
        const result = await publisher.publish(`${scheme}://${host}:${relay.port}/`, EVENT, NEVER);
        assert.deepEqual(result, BLOCKED, `${scheme} ${host}`);
      }
    }
    assert.equal(relay.connections, 0);
  });

  test('nor by a name that leads there, at whichever look-up', async (t) => {
    const relay = await relayOf(t, { isTls: true });
    const server = await startNameServer(t, { 'relay.example': ['127.0.0.1', '10.1.2.3'] });
    const publisher = openRelayPublisher({
      clock: createVirtualClock(),
      addresses: addressRules([]),
      resolve: openResolver({ hosts: '', servers: () => [server], tryMs: 50 }),
      tlsCaPem: SELF_SIGNED_CERTIFICATE,
    });
    const url = `wss://relay.example:${relay.port}/`;
    assert.deepEqual(await publisher.publish(url, EVENT, NEVER), BLOCKED);
    assert.equal(relay.connections, 0);
  });

  test('nor by a name that is judged as one address and connected to as another', async (t) => {
    const relay = await relayOf(t, { isTls: true });
    let looks = 0;
    const isReachable = (): boolean => {
      looks += 1;
      return looks === 1;
    };
    const rebinding = openRelayPublisher({
      clock: createVirtualClock(),
      addresses: { isReachable, isListed: isReachable, hasListed: true },
      resolve: async () => ['127.0.0.1'],
      tlsCaPem: SELF_SIGNED_CERTIFICATE,
    });
    const url = `wss://localhost:${relay.port}/`;
    assert.deepEqual(await rebinding.publish(url, EVENT, NEVER), BLOCKED);
    assert.equal(looks, 2);
    assert.deepEqual(relay.received, []);
  });

  test('plain web sockets and other ports stay within the networks that are listed', async () => {
    const publisher = openRelayPublisher({
      clock: createVirtualClock(),
      addresses: addressRules([]),
      resolve: async () => ['93.184.216.34'],
    });
    for (const url of [
      'ws://relay.example/',
      'wss://relay.example:8443/',
      'wss://93.184.216.34:22/',
    ]) {
      assert.deepEqual(await publisher.publish(url, EVENT, NEVER), BLOCKED, url);
    }
  });

  test('a name that leads nowhere fails, and may be tried again', async (t) => {
    const server = await startNameServer(t, {});
    const publisher = openRelayPublisher({
      clock: createVirtualClock(),
      addresses: addressRules([]),
      resolve: openResolver({ hosts: '', servers: () => [server], tryMs: 50 }),
    });
    assert.equal((await publisher.publish('wss://no.example/', EVENT, NEVER)).kind, 'failed');
  });
});
