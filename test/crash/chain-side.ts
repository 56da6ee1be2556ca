import type { NetworkDescription } from '../../src/lightning/simulator-protocol/network-protocol.ts';
import { SERVICE_NODE } from '../../src/lightning/simulator-protocol/network-protocol.ts';
import { field, listField, listOf, textField } from '../support/fields.ts';
import { ask, nodeNamed } from './node-side.ts';

/** What the chain says, as the wallet of the service's node lists it. */
export interface ChainSide {
  /** Outputs of transactions in blocks, and of those that wait for one. */
  readonly outputs: readonly ChainOutput[];
  /** In the wallet of the service's node. */
  readonly coinsSat: bigint;
}

export interface ChainOutput {
  readonly txid: string;
  readonly address: string;
  readonly amountSat: bigint;
  readonly isInBlock: boolean;
  /** What the transaction paid, where the wallet made it; 0 otherwise. */
  readonly feeSat: bigint;
}

export async function readChainSide(network: NetworkDescription): Promise<ChainSide> {
  const ours = nodeNamed(network, SERVICE_NODE);
  const listed = await ask(ours, '/v1/transactions?start_height=0&end_height=-1');
  const byTxid = new Map(
    listField(listed, 'transactions').map((one) => [textField(one, 'tx_hash'), one]),
  );
  const outputs = [...byTxid].flatMap(([txid, one]) =>
    listOf(field(one, 'output_details')).map((output) => ({
      txid,
      address: textField(output, 'address'),
      amountSat: BigInt(textField(output, 'amount')),
      isInBlock: textField(one, 'block_hash') !== '',
      feeSat: BigInt(textField(one, 'total_fees')),
    })),
  );
  return { outputs, coinsSat: await readCoins(network) };
}

export async function readCoins(network: NetworkDescription): Promise<bigint> {
  const balance = await ask(nodeNamed(network, SERVICE_NODE), '/v1/balance/blockchain');
  const of = (name: string) => BigInt(textField(balance, name));
  return of('total_balance') + of('locked_balance');
}

/** A new address of someone outside. */
export const externalAddress = async (network: NetworkDescription): Promise<string> =>
  textField(await ask(nodeNamed(network, 'bob'), '/v1/newaddress'), 'address');
