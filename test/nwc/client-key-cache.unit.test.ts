import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NwcKey, NwcKeyStore } from '../../src/apps/nwc-keys/nwc-key-store.ts';
import { cacheClientKeys } from '../../src/nwc/client-key-cache.ts';

const keyNamed = (name: string): NwcKey => ({
  deviceId: name,
  grantId: 'grant',
  userId: 'user',
  clientPubkey: `app ${name}`,
  walletPubkey: `wallet ${name}`,
  sealedSecret: new Uint8Array(),
});

function storeOf(...names: readonly string[]) {
  const asked: string[] = [];
  const keys = names.map(keyNamed);
  const unused = (): never => assert.fail('only keys are looked for');
  const store: NwcKeyStore = {
    findKey: async (pubkey) => {
      asked.push(pubkey);
      return keys.find((key) => key.clientPubkey === pubkey) ?? null;
    },
    addKey: unused,
    findLiveKeys: unused,
    findCaller: unused,
  };
  return { store, asked };
}

test('a key is asked for once, and known by both of its names from then on', async () => {
  const { store, asked } = storeOf('one');
  const keys = cacheClientKeys(store, 10);
  assert.equal(keys.recall('app one'), null);
  assert.deepEqual(await keys.findKey('app one'), keyNamed('one'));
  assert.deepEqual(await keys.findKey('app one'), keyNamed('one'));
  assert.deepEqual(keys.recall('app one'), keyNamed('one'));
  assert.deepEqual(keys.recall('wallet one'), keyNamed('one'));
  assert.deepEqual(asked, ['app one']);
});

test('a stranger is asked for each time: they may have become an app', async () => {
  const { store, asked } = storeOf();
  const keys = cacheClientKeys(store, 10);
  assert.equal(await keys.findKey('app two'), null);
  assert.equal(await keys.findKey('app two'), null);
  assert.equal(asked.length, 2);
});

test('of many keys the one that was used longest ago is forgotten', async () => {
  const { store, asked } = storeOf('one', 'two', 'three');
  const keys = cacheClientKeys(store, 2);
  for (const name of ['one', 'two', 'one', 'three']) await keys.findKey(`app ${name}`);
  assert.equal(keys.recall('app two'), null);
  assert.equal(keys.recall('wallet two'), null);
  assert.deepEqual(keys.recall('wallet one'), keyNamed('one'));
  assert.deepEqual(asked, ['app one', 'app two', 'app three']);
});
