import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { addressRules } from '../../src/base/address-rules.ts';
import { openResolver } from '../../src/system/guarded-connector/resolve-host.ts';
import { type Names, startNameServer } from '../support/name-server.ts';
import { SELF_SIGNED_CERTIFICATE } from '../support/self-signed-certificate.ts';
import { openReceiver, openSender, postTo, withoutDuration } from '../support/webhook-post.ts';

const BLOCKED = { kind: 'failed', errorClass: 'blocked' };
const OK = { kind: 'answered', status: 200, retryAfter: null, control: null, excerpt: 'ok' };
const NOTHING_LISTED = addressRules([]);

/** A sender that asks a name server of the test. */
async function openNamedSender(t: TestContext, names: Names, allow: readonly string[]) {
  const server = await startNameServer(t, names);
  const resolve = openResolver({ hosts: '', servers: () => [server], tryMs: 50 });
  return openSender(t, { addresses: addressRules(allow), resolve });
}

describe('where a webhook can be sent to', () => {
  for (const isTls of [false, true]) {
    const scheme = isTls ? 'https' : 'http';
    test(`W48 no notation of this machine is reached over ${scheme}`, async (t) => {
      const receiver = await openReceiver(t, undefined, { isTls });
      const sender = openSender(t, {
        addresses: NOTHING_LISTED,
        tlsCaPem: SELF_SIGNED_CERTIFICATE,
      });
      for (const host of [
        '127.0.0.1',
        '127.1',
        '2130706433',
        '0x7f000001',
        '0x7f.1',
        '017700000001',
        '0',
        '127.0.0.1.',
        '%31%32%37.0.0.1',
        '１２７.0.0.1',
        '0.0.0.0',
        '[::ffff:127.0.0.1]',
        '[::FFFF:7F00:1]',
        '[::1]',
        '[::]',
        '[::7f00:1]',
        '[64:ff9b::7f00:1]',
        'localhost',
        'LOCALHOST',
        '169.254.169.254',
        '10.0.0.1',
        '[fd00::1]',
        '[fe80::1]',
      ]) {
        const result = await sender.send(postTo(`${scheme}://${host}:${receiver.port}/`));
        assert.deepEqual(withoutDuration(result), BLOCKED, host);
      }
      assert.equal(receiver.connections, 0);
    });
  }

  test('W48 a public address is not reached in clear', async (t) => {
    const sender = openSender(t, { addresses: NOTHING_LISTED });
    assert.deepEqual(withoutDuration(await sender.send(postTo('http://8.8.8.8/'))), BLOCKED);
  });

  test('W49 M83 a name that leads to a private address is not reached', async (t) => {
    const receiver = await openReceiver(t);
    const names = {
      'inside.example.com': ['127.0.0.1'],
      'mapped.example.com': ['::ffff:7f00:1'],
      'six.example.com': ['::1'],
      'metadata.example.com': ['169.254.169.254', 'fd00:ec2::254'],
      'chain.example.com': ['second.example.com'],
      'second.example.com': ['third.example.com'],
      'third.example.com': ['127.0.0.1'],
    };
    const sender = await openNamedSender(t, names, []);
    for (const name of Object.keys(names)) {
      for (const scheme of ['http', 'https']) {
        const result = await sender.send(postTo(`${scheme}://${name}:${receiver.port}/`));
        assert.deepEqual(withoutDuration(result), BLOCKED, name);
      }
    }
    assert.equal(receiver.connections, 0);
  });

  test('W49 of what a name leads to only the allowed addresses are tried', async (t) => {
    const inside = await openReceiver(t, undefined, { host: '127.0.0.1' });
    const listed = await openReceiver(t, undefined, { host: '127.0.0.2', port: inside.port });
    const names = {
      'mixed.example.com': ['127.0.0.1', '10.0.0.1', '127.0.0.2', '::1'],
      'chain.example.com': ['mixed.example.com'],
    };
    const sender = await openNamedSender(t, names, ['127.0.0.2']);
    for (const name of Object.keys(names)) {
      const result = await sender.send(postTo(`http://${name}:${inside.port}/`));
      assert.deepEqual(withoutDuration(result), OK, name);
    }
    assert.deepEqual([inside.connections, listed.requests.length], [0, 2]);
  });

  test('W50 a name that leads elsewhere after the endpoint was made is judged again', async (t) => {
    const receiver = await openReceiver(t, (socket) =>
      socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok'),
    );
    const answers = [['127.0.0.1'], ['127.0.0.3']];
    const sender = openSender(t, {
      addresses: addressRules(['127.0.0.1']),
      resolve: async () => answers.shift() ?? [],
    });
    const url = `http://hooks.example.com:${receiver.port}/`;
    assert.deepEqual(withoutDuration(await sender.send(postTo(url))), OK);
    assert.deepEqual(withoutDuration(await sender.send(postTo(url))), BLOCKED);
    assert.equal(receiver.connections, 1);
  });

  test('W50 a name is looked up once for a connection, and there is no second answer', async (t) => {
    const receiver = await openReceiver(t);
    const asked: string[] = [];
    const sender = openSender(t, {
      addresses: addressRules(['127.0.0.1']),
      resolve: async (name) => {
        asked.push(name);
        return asked.length === 1 ? ['127.0.0.1'] : ['127.0.0.3'];
      },
    });
    const result = await sender.send(postTo(`http://rebind.example.com:${receiver.port}/`));
    assert.deepEqual(withoutDuration(result), OK);
    assert.deepEqual(asked, ['rebind.example.com']);
  });

  test('W50 who is at the other end of the connection is judged before a byte is sent', async (t) => {
    const receiver = await openReceiver(t);
    let judged = 0;
    // Right at the lookup, wrong at the connection: as if it led elsewhere in between.
    const once = (): boolean => {
      judged += 1;
      return judged === 1;
    };
    const sender = openSender(t, {
      addresses: { isReachable: once, isListed: once, hasListed: true },
      resolve: async () => ['127.0.0.1'],
    });
    const result = await sender.send(postTo(`http://hooks.example.com:${receiver.port}/`));
    assert.deepEqual(withoutDuration(result), BLOCKED);
    await receiver.idle();
    assert.deepEqual([receiver.connections, receiver.requests.length], [1, 0]);
  });

  test('W55 an address with a zone leads nowhere', async (t) => {
    const resolve = async () => ['::1%lo', 'fe80::1%lo'];
    const sender = openSender(t, { addresses: addressRules(['::/0']), resolve });
    const result = await sender.send(postTo('http://hooks.example.com/'));
    assert.deepEqual(withoutDuration(result), BLOCKED);
  });

  test('W56 the operator’s list admits its networks and not their neighbours', async (t) => {
    const near = await openReceiver(t, undefined, { host: '127.0.1.5' });
    const far = await openReceiver(t, undefined, { host: '127.0.2.5' });
    const sender = openSender(t, { addresses: addressRules(['127.0.1.0/24']) });
    assert.deepEqual(withoutDuration(await sender.send(postTo(near.url))), OK);
    assert.deepEqual(withoutDuration(await sender.send(postTo(far.url))), BLOCKED);
    assert.equal(far.connections, 0);
  });

  test('W65 open and closed ports of a private address look the same', async (t) => {
    const open = await openReceiver(t);
    const closed = await openReceiver(t);
    await closed.close();
    const sender = openSender(t, { addresses: NOTHING_LISTED });
    for (const url of [open.url, closed.url, 'http://10.255.255.1/', 'http://localhost/']) {
      const secure = url.replace('http:', 'https:');
      assert.deepEqual(withoutDuration(await sender.send(postTo(secure))), BLOCKED);
      assert.deepEqual(withoutDuration(await sender.send(postTo(url))), BLOCKED);
    }
    assert.equal(open.connections, 0);
  });
});

describe('W31 what name servers say', () => {
  const failed = (errorClass: string) => ({ kind: 'failed', errorClass });

  test('no such name, no address, no answer', async (t) => {
    const names = { 'empty.example.com': [], 'silent.example.com': 'silent' } as const;
    const sender = await openNamedSender(t, names, ['127.0.0.0/8']);
    for (const name of ['nothing.example.com', 'empty.example.com', 'silent.example.com']) {
      const result = await sender.send(postTo(`https://${name}/`));
      assert.deepEqual(withoutDuration(result), failed('dns'), name);
    }
  });

  test('a name server that is silent for one name does not hold up the others', async (t) => {
    const receiver = await openReceiver(t);
    const names = { 'silent.example.com': 'silent', 'good.example.com': ['127.0.0.1'] } as const;
    const sender = await openNamedSender(t, names, ['127.0.0.0/8']);
    const ended: string[] = [];
    const send = (name: string) =>
      sender.send(postTo(`http://${name}:${receiver.port}/`)).then(() => ended.push(name));
    const silent = Array.from({ length: 100 }, () => send('silent.example.com'));
    await send('good.example.com');
    assert.deepEqual(ended, ['good.example.com']);
    await Promise.all(silent);
  });

  test('names of the hosts file are known without a server', async () => {
    const hosts = '127.0.0.7 Box box.lan # here\n::7\tbox.lan\n# 127.0.0.9 gone\nnonsense box\n';
    const resolve = openResolver({ hosts, servers: () => ['127.0.0.1:1'], tryMs: 50 });
    assert.deepEqual(await resolve('box.lan'), ['127.0.0.7', '::7']);
    assert.deepEqual(await resolve('box'), ['127.0.0.7']);
    assert.deepEqual(await resolve('localhost'), ['127.0.0.1', '::1']);
    await assert.rejects(resolve('gone'), { name: 'UnresolvedHost' });
  });

  test('name servers that the machine gets later are found', async (t) => {
    const servers = ['127.0.0.1:1'];
    const resolve = openResolver({ hosts: '', servers: () => servers, tryMs: 50 });
    await assert.rejects(resolve('good.example.com'), { name: 'UnresolvedHost' });
    servers[0] = await startNameServer(t, { 'good.example.com': ['192.0.2.1'] });
    assert.deepEqual(await resolve('good.example.com'), ['192.0.2.1']);
  });

  test('of several addresses the next one is tried', async (t) => {
    const receiver = await openReceiver(t, undefined, { host: '127.0.0.5' });
    const names = { 'two.example.com': ['127.0.0.4', '127.0.0.5'] };
    const sender = await openNamedSender(t, names, ['127.0.0.0/8']);
    const result = await sender.send(postTo(`http://two.example.com:${receiver.port}/`));
    assert.deepEqual(withoutDuration(result), OK);
  });

  test('both families are asked for', async (t) => {
    const server = await startNameServer(t, {
      'both.example.com': ['192.0.2.1', '2001:db8::1'],
      'six.example.com': ['2001:db8::2'],
    });
    const resolve = openResolver({ hosts: '', servers: () => [server], tryMs: 50 });
    assert.deepEqual(await resolve('both.example.com'), ['192.0.2.1', '2001:db8::1']);
    assert.deepEqual(await resolve('six.example.com'), ['2001:db8::2']);
  });
});
