import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatChannelPoint, parseChannelPoint } from '../../src/lightning/channel-point.ts';
import { parsePeerAddress } from '../../src/lightning/peer-address.ts';

const TXID = 'f2b37cf1e7f84bbcfbd06f4110577b7193b8a28e9be8a36a22d260c33f0369d0';
const KEY = '03fb79b32195736467a3a2c4090a6f1a51a22f63fcd064bd2cb1f744a0f20d5880';

test('a channel point is read as it is written', () => {
  for (const text of [`${TXID}:0`, `${TXID}:4294967295`]) {
    const point = parseChannelPoint(text);
    assert(point !== null);
    assert.equal(formatChannelPoint(point), text);
  }
  assert.deepEqual(parseChannelPoint(`${TXID.toUpperCase()}:1`), { txid: TXID, outputIndex: 1 });
  const others = [TXID, `${TXID}:`, `${TXID}:01`, `${TXID}:4294967296`, `${TXID.slice(1)}:0`];
  for (const text of [...others, `${TXID}:0 `, `x${TXID}:0`, `${TXID}:-1`]) {
    assert.equal(parseChannelPoint(text), null, text);
  }
});

test('a peer is read as nodes announce themselves', () => {
  const hosts = ['1.2.3.4:9735', '[2001:db8::1]:9735', 'node.example', 'a2.onion:9735'];
  for (const host of hosts) {
    assert.deepEqual(parsePeerAddress(` ${KEY.toUpperCase()}@${host} `), { pubkey: KEY, host });
  }
  assert.deepEqual(parsePeerAddress(KEY), { pubkey: KEY, host: null });
  const others = ['', KEY.slice(2), `04${KEY.slice(2)}`, `${KEY}@`, `${KEY}@a b:1`, `${KEY}@a/b`];
  for (const text of [...others, `${KEY}@${'a'.repeat(256)}`, `x${KEY}`]) {
    assert.equal(parsePeerAddress(text), null, text);
  }
});
