import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bytesToHex, hexToBytes } from '../../src/base/hex.ts';
import { addressOfScript, scriptOfAddress } from '../../src/lightning/bitcoin/address.ts';
import {
  decodeTransaction,
  encodeTransaction,
  txidOf,
  virtualSize,
} from '../../src/lightning/bitcoin/transaction.ts';

/** Raw transactions and the ids that LND 0.21.2 and btcd gave them on regtest. */
const TRANSACTIONS = [
  {
    txid: 'fb66676efab5d71cb3a5aadd4748f7dbe12409d24bc63e4e94568a9dc95e1000',
    raw:
      '010000000001016af3d3bebd0a6b27acca38170e3cc010b045e7021c0e0277ce12478decf793cf0000000000ffff' +
      'ffff02662d052a0100000022512070f110f43801735c3fcc80308b00324850c32965e42108b3ca882bfbf0921e3f' +
      '50c300000000000022512089b99091f762645a045e2ad6f020da77238024fd31855f89c0d3759cfd20def9024730' +
      '4402205984bf976a523664acdd62a103450c4f8838cdc4b7f0a2deeb525342586114ab022064edcb5d2274627861' +
      '77727e84cfebabd8207be5d0bb0cbfd57b01e07a8f534e012102df9c6943d9f4b6f53731c0be63ad5d52afbc556a' +
      'edae90c4a5c5f49b7f767f0200000000',
    // LND paid 330 sat at 2 sat/vB.
    size: 165,
  },
  {
    txid: 'c23c9e661d3c0950c89a62947abe5d87b419e6332aade626b457dc910ca78961',
    raw:
      '02000000000101d40141f0f86c18a5f9f6d3be52deafd7079f92597b26309991d7ca898114a76b0100000000ffff' +
      'ffff0260ea000000000000225120a13d03ceacd1dff5bc62fc1f37f443c5f98e153cdf34c6bdf76644fe69295f2e' +
      '6238923b0000000022512044b7a76c5102092ff06718bca851b94afd2e8407d310e076a312e13a2438d761014089' +
      '7f871f3fa7dac78b70489e8c86a3f429a0fc35c46f98bc8d1330744e1de49a15b97beec7c285769953a9994ec618' +
      '05659096bef21ade6bb5b1184991cdc00800000000',
    size: 154,
  },
] as const;

/** Test vectors of BIP 173 and BIP 350, addresses of LND, and the oldest kinds. */
const ADDRESSES = [
  [
    'bitcoin',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    '0014751e76e8199196d454941c45d1b3a323f1433bd6',
  ],
  [
    'bitcoin',
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    '5128751e76e8199196d454941c45d1b3a323f1433bd6751e76e8199196d454941c45d1b3a323f1433bd6',
  ],
  ['bitcoin', 'bc1sw50qgdz25j', '6002751e'],
  ['bitcoin', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', '5210751e76e8199196d454941c45d1b3a323'],
  [
    'testnet',
    'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
    '5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
  ],
  [
    'bitcoin',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
  [
    'regtest',
    'bcrt1p5y7s8n4v680lt0rzls0n0azrchucu9fumu6vd00hvez0u6fftuhqtykt2u',
    '5120a13d03ceacd1dff5bc62fc1f37f443c5f98e153cdf34c6bdf76644fe69295f2e',
  ],
  [
    'bitcoin',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac',
  ],
  [
    'bitcoin',
    '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
    'a914e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a87',
  ],
] as const;

/** BIP 350: checksums of the wrong kind, bad versions, lengths and cases. */
const NO_ADDRESSES = [
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
  'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
  'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
  'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
  'bc1pw5dgrnzv',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
  'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
  'bc1gmk9yu',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN0',
  '',
];

describe('a Bitcoin transaction', () => {
  for (const { txid, raw, size } of TRANSACTIONS) {
    it(`has the id ${txid}, and the same bytes again`, () => {
      const transaction = decodeTransaction(bytesOf(raw));
      assert(transaction !== null);
      assert.equal(txidOf(transaction), txid);
      assert.equal(virtualSize(transaction), size);
      assert.equal(bytesToHex(encodeTransaction(transaction)), raw);
    });

    it(`is none where a byte is missing from ${txid}, or one is left over`, () => {
      const bytes = bytesOf(raw);
      for (let length = 0; length < bytes.length; length += 1) {
        assert.equal(decodeTransaction(bytes.subarray(0, length)), null, String(length));
      }
      assert.equal(decodeTransaction(bytesOf(`${raw}00`)), null);
    });
  }
});

describe('a Bitcoin address', () => {
  for (const [network, address, script] of ADDRESSES) {
    it(`stands for a script: ${address}`, () => {
      assert.equal(scriptOfAddress(address, network), script);
      assert.equal(addressOfScript(script, network), address);
      const other = network === 'regtest' ? 'bitcoin' : 'regtest';
      assert.equal(scriptOfAddress(address, other), null);
    });
  }

  it('may be written in capitals, as in a QR code', () => {
    const [, address, script] = ADDRESSES[0];
    assert.equal(scriptOfAddress(address.toUpperCase(), 'bitcoin'), script);
  });

  for (const text of NO_ADDRESSES) {
    it(`is not ${text}`, () => assert.equal(scriptOfAddress(text, 'bitcoin'), null));
  }
});

function bytesOf(hex: string): Uint8Array {
  const bytes = hexToBytes(hex);
  assert(bytes !== null);
  return bytes;
}
