import { addressOfScript } from '../../../lightning/bitcoin/address.ts';
import { outpointText, type TransactionOutput } from '../../../lightning/bitcoin/transaction.ts';
import { blockHeight } from '../../chain/blocks.ts';
import { ownedValueSat } from '../../chain/ownership.ts';
import type { WalletRow } from '../../chain/wallet-view.ts';
import type { Network } from '../../network.ts';
import type { SimNode } from '../../network-state.ts';
import type { Message } from '../endpoint.ts';

export function presentRow(network: Network, { wallet }: SimNode, row: WalletRow): Message {
  const { txid, raw, content } = row.transaction;
  const { inputs, outputs } = content;
  const owned = inputs.map((input) => ownedValueSat(network.state, wallet, input));
  const spentSat = sum(owned.map((valueSat) => valueSat ?? 0n));
  const isOurs = ({ script }: TransactionOutput): boolean => wallet.addresses.has(script);
  const receivedSat = sum(outputs.filter(isOurs).map(({ valueSat }) => valueSat));
  const isAllOurs = owned.every((valueSat) => valueSat !== null);
  const feeSat = isAllOurs ? spentSat - sum(outputs.map(({ valueSat }) => valueSat)) : 0n;
  const addressOf = ({ script }: TransactionOutput) => addressOfScript(script, 'regtest') ?? '';
  return {
    tx_hash: txid,
    amount: (receivedSat - spentSat).toString(),
    num_confirmations: row.height === 0 ? 0 : blockHeight(network) - row.height + 1,
    block_hash: row.hash,
    block_height: row.height,
    time_stamp: String(row.timeSec),
    total_fees: feeSat.toString(),
    dest_addresses: outputs.map(addressOf).filter((address) => address !== ''),
    output_details: outputs.map((output, index) => ({
      output_type: outputType(output.script),
      address: addressOf(output),
      pk_script: output.script,
      output_index: String(index),
      amount: output.valueSat.toString(),
      is_our_address: isOurs(output),
    })),
    raw_tx_hex: raw,
    label: row.label,
    previous_outpoints: inputs.map((input, n) => ({
      outpoint: outpointText(input),
      is_our_output: owned[n] !== null,
    })),
  };
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);

function outputType(script: string): string {
  const found = OUTPUT_TYPES.find(([pattern]) => pattern.test(script));
  return found?.[1] ?? 'SCRIPT_TYPE_NON_STANDARD';
}

const OUTPUT_TYPES: readonly (readonly [RegExp, string])[] = [
  [/^5120.{64}$/, 'SCRIPT_TYPE_WITNESS_V1_TAPROOT'],
  [/^0014.{40}$/, 'SCRIPT_TYPE_WITNESS_V0_PUBKEY_HASH'],
  [/^0020.{64}$/, 'SCRIPT_TYPE_WITNESS_V0_SCRIPT_HASH'],
  [/^76a914.{40}88ac$/, 'SCRIPT_TYPE_PUBKEY_HASH'],
  [/^a914.{40}87$/, 'SCRIPT_TYPE_SCRIPT_HASH'],
  [/^6a/, 'SCRIPT_TYPE_NULLDATA'],
];
