/**
 * Answers as an LND with a large wallet would. An answer takes as long as LND took on two busy
 * cores: in proportion to the transactions of the range, and to the coins.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { bytesToHex } from '../../src/base/hex.ts';
import { encodeTransaction, txidOf } from '../../src/lightning/bitcoin/transaction.ts';
import { addressOf, readWalletSize } from './wallet-size.ts';

const size = readWalletSize(process.argv[2]);
const MS_PER_TRANSACTION = 0.31;
const MS_PER_COIN = 0.048;

let tip = Math.ceil(size.transactions / size.perBlock);
const hashOf = (height: number): string => sha256(`block ${height}`);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const rows = Array.from({ length: size.transactions }, (_, n) => {
  const height = Math.floor(n / size.perBlock) + 1;
  const transaction = {
    version: 2,
    inputs: [
      {
        txid: sha256(`spent ${n}`),
        index: 0,
        scriptSig: '',
        sequence: 0xffff_ffff,
        witness: ['11'.repeat(64)],
      },
    ],
    outputs: [50_000n, 1_000_000n].map((valueSat) => ({
      valueSat,
      script: `5120${sha256(`key ${n} ${valueSat}`)}`,
    })),
    lockTime: 0,
  };
  const txid = txidOf(transaction);
  const outputs = transaction.outputs.map(({ valueSat, script }, index) => ({
    output_type: 'SCRIPT_TYPE_WITNESS_V1_TAPROOT',
    address: index === 0 ? addressOf(n % size.addresses) : `bcrt1p${script.slice(4, 62)}`,
    pk_script: script,
    output_index: String(index),
    amount: String(valueSat),
    is_our_address: index === 0,
  }));
  return {
    tx_hash: txid,
    amount: '50000',
    num_confirmations: tip - height + 1,
    block_hash: hashOf(height),
    block_height: height,
    time_stamp: '1780000000',
    total_fees: '0',
    dest_addresses: outputs.map(({ address }) => address),
    output_details: outputs,
    raw_tx_hex: bytesToHex(encodeTransaction(transaction)),
    label: '',
    previous_outpoints: [{ outpoint: `${sha256(`spent ${n}`)}:0`, is_our_output: false }],
  };
});
const coins = rows.slice(-size.coins).map(({ tx_hash, output_details: [output] }) => ({
  address_type: 'TAPROOT_PUBKEY',
  address: output?.address,
  amount_sat: '50000',
  pk_script: output?.pk_script,
  outpoint: { txid_bytes: '', txid_str: tx_hash, output_index: 0 },
  confirmations: '100',
}));

const server = createServer(async (request, response) => {
  await request.resume().toArray();
  const url = new URL(request.url ?? '', 'http://wallet');
  response.end(JSON.stringify(await answer(url)));
});

async function answer({ pathname, searchParams }: URL): Promise<object> {
  switch (pathname) {
    case '/v1/getinfo':
      return { block_height: tip, block_hash: hashOf(tip), synced_to_chain: true };
    case '/v2/chainkit/blockhash': {
      const height = Number(searchParams.get('block_height'));
      const hash = Buffer.from(hashOf(height), 'hex').reverse().toString('base64');
      return { block_hash: hash };
    }
    case '/v2/wallet/utxos':
      await wait(coins.length * MS_PER_COIN);
      return { utxos: coins };
    case '/mine':
      tip += 1;
      return {};
    default: {
      const from = Math.max(Number(searchParams.get('start_height')), 1);
      const end = Number(searchParams.get('end_height'));
      const last = end === -1 ? tip : end;
      const found = rows.slice((from - 1) * size.perBlock, last * size.perBlock);
      await wait(found.length * MS_PER_TRANSACTION);
      return { transactions: found };
    }
  }
}

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.(port);
});
process.on('disconnect', () => process.exit());
