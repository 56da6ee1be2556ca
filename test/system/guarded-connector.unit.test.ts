import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addressRules } from '../../src/base/address-rules.ts';
import {
  BlockedAddress,
  type ConnectorOptions,
  guardedConnector,
} from '../../src/system/guarded-connector/guarded-connector.ts';
import { LOOPBACK, openReceiver } from '../support/webhook-post.ts';

/** The error of one connection, or null if it was opened. */
function connect(url: string, options: Partial<ConnectorOptions>): Promise<Error | null> {
  const connector = guardedConnector({
    addresses: addressRules([]),
    resolve: async () => ['93.184.216.34'],
    connectMs: 1000,
    tlsCaPem: null,
    publicPorts: 'https',
    ...options,
  });
  const { protocol, hostname, port } = new URL(url);
  return new Promise((resolve) => {
    connector({ protocol, hostname, port }, (error, socket) => {
      socket?.destroy();
      resolve(error);
    });
  });
}

describe('connections that users and strangers cause', () => {
  for (const url of [
    'https://93.184.216.34:8443',
    'https://93.184.216.34:22',
    'http://93.184.216.34',
    'https://pay.example:8443',
    'http://pay.example',
  ]) {
    test(`outside the listed networks ${url} is not reached`, async () => {
      assert.ok((await connect(url, {})) instanceof BlockedAddress);
    });
  }

  test('inside the listed networks plain http and a port are fine', async (t) => {
    const receiver = await openReceiver(t);
    const options = { addresses: addressRules(LOOPBACK), resolve: async () => ['127.0.0.1'] };
    assert.equal(await connect(`http://127.0.0.1:${receiver.port}`, options), null);
    assert.equal(await connect(`http://pay.example:${receiver.port}`, options), null);
  });

  test('this machine is not reached unless it is listed', async (t) => {
    const receiver = await openReceiver(t);
    const options = { resolve: async () => ['127.0.0.1'] };
    for (const host of ['127.0.0.1', 'pay.example']) {
      const error = await connect(`http://${host}:${receiver.port}`, options);
      assert.ok(error instanceof BlockedAddress);
    }
    assert.equal(receiver.connections, 0);
  });
});
