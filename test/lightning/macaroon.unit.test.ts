import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WANTED_CALLS } from '../../src/lightning/lnd/missing-rights.ts';
import { readMacaroon, readMacaroonText } from '../../src/lightning/macaroon.ts';
import { lndMacaroon } from '../support/lnd-macaroon.ts';

/** Baked by LND 0.21.3 with `--root_key_id 42 uri:/lnrpc.Lightning/GetInfo onchain:write`. */
const BAKED = Buffer.from(
  '0201036c6e64024a030a10ae453806dff43df7b1f27955769f0ba7120234321a100a076f6e636861696e1205' +
    '77726974651a1f0a0375726912182f6c6e7270632e4c696768746e696e672f476574496e666f000006205064' +
    'a1042c4eb7c3bb3de524d2d35d095ce6c433abde6449c84483645c9c6692',
  'hex',
);

test('a macaroon that LND has baked tells its root key and what it allows', () => {
  assert.deepEqual(readMacaroon(BAKED), {
    rootKeyId: '42',
    permissions: ['onchain:write', 'uri:/lnrpc.Lightning/GetInfo'],
  });
});

test('a macaroon with many permissions is read as well', () => {
  const permissions = WANTED_CALLS.map((call) => `uri:${call}`);
  const macaroon = lndMacaroon('18446744073709551615', permissions);
  assert.deepEqual(readMacaroon(macaroon), { rootKeyId: '18446744073709551615', permissions });
});

test('what is no macaroon of LND tells nothing, whichever byte of one is missing or wrong', () => {
  for (const bytes of [Buffer.of(), Buffer.of(2), Buffer.from('macaroon'), Buffer.alloc(200, 2)]) {
    assert.equal(readMacaroon(bytes), null);
  }
  for (let length = 0; length < BAKED.length; length += 1) {
    assert.doesNotThrow(() => readMacaroon(BAKED.subarray(0, length)));
    const changed = Buffer.from(BAKED);
    changed[length] = (changed[length] ?? 0) ^ 0xff;
    assert.doesNotThrow(() => readMacaroon(changed));
  }
  assert.equal(readMacaroon(lndMacaroon('no number', [])), null);
});

test('a file holds a macaroon as bytes or as hex, and else nothing', () => {
  const bytes = (text: string) => readMacaroonText(Buffer.from(text));
  assert.equal(readMacaroonText(BAKED)?.isHex, false);
  const hex = bytes(` ${BAKED.toString('hex')}\r\n`);
  assert.deepEqual([hex?.isHex, Buffer.from(hex?.macaroon ?? [])], [true, BAKED]);
  assert.equal(bytes(''), null);
  assert.equal(bytes(' \n'), null);
});
