import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOfScript } from '../../src/lightning/bitcoin/address.ts';
import { readPayableAddress } from '../../src/lightning/bitcoin/payable-address.ts';

const P2WPKH = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const MAINNET: Readonly<Record<string, string>> = {
  p2pkh: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  p2sh: '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  p2wpkh: P2WPKH,
  p2wsh: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  p2tr: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
};

test('each kind of address that people use is payable', () => {
  for (const [kind, address] of Object.entries(MAINNET)) {
    assert.deepEqual(readPayableAddress(address, 'bitcoin'), { ok: true, value: address }, kind);
  }
});

test('an address of bech32 in capitals, as in QR codes, is the same one', () => {
  for (const address of [P2WPKH, MAINNET['p2tr'] ?? '']) {
    const read = readPayableAddress(address.toUpperCase(), 'bitcoin');
    assert.deepEqual(read, { ok: true, value: address });
  }
});

test('an address of another network is told from a text that is none', () => {
  const refusalOf = (text: string, network: 'bitcoin' | 'regtest') => {
    const read = readPayableAddress(text, network);
    return read.ok ? null : read.refusal;
  };
  assert.deepEqual(refusalOf(P2WPKH, 'regtest'), { kind: 'wrong_network', network: 'bitcoin' });
  const onRegtest = addressOfScript(`0014${'07'.repeat(20)}`, 'regtest') ?? '';
  assert.deepEqual(refusalOf(onRegtest, 'bitcoin'), { kind: 'wrong_network', network: 'regtest' });
  const none = [
    '',
    'no address',
    `${P2WPKH.slice(0, -1)}5`,
    `Bc1${P2WPKH.slice(3)}`,
    `${P2WPKH} `,
    `bitcoin:${P2WPKH}`,
    'legal winner thank year wave sausage worth useful legal winner thank yellow',
    '02'.repeat(33),
    'lnbc1pvjluez',
    'bc1'.repeat(40_000),
  ];
  for (const text of none) {
    assert.deepEqual(refusalOf(text, 'bitcoin'), { kind: 'bad_address' }, text.slice(0, 80));
  }
});

test('outputs that anyone could spend today are not payable', () => {
  for (const script of [`5220${'07'.repeat(32)}`, `5102${'4e73'}`, `5114${'07'.repeat(20)}`]) {
    const address = addressOfScript(script, 'bitcoin') ?? '';
    assert.notEqual(address, '');
    const read = readPayableAddress(address, 'bitcoin');
    assert.deepEqual(read, { ok: false, refusal: { kind: 'bad_address' } }, script);
  }
});
