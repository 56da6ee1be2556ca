import { accept, refuse } from '../../../base/result.ts';
import { scriptOfAddress } from '../../../lightning/bitcoin/address.ts';
import type { TransactionOutput } from '../../../lightning/bitcoin/transaction.ts';
import { satPerKwFor } from '../../chain/fee-rates.ts';
import { fundTransaction } from '../../chain/fund.ts';
import { requiredReserveSat } from '../../chain/wallet-view.ts';
import { unknownError } from '../../grpc-refusal.ts';
import type { UnaryEndpoint } from '../endpoint.ts';
import { addressProblem, dustProblem, TOO_LITTLE } from './funding-refusals.ts';
import { presentOutpoint } from './outpoint-field.ts';

export const requiredReserveEndpoint: UnaryEndpoint = {
  name: 'RequiredReserve',
  kind: 'unary',
  method: 'GET',
  path: '/v2/wallet/reserve',
  answer({ network, node, fields }) {
    const additional = fields.uint32('additional_public_channels');
    if (fields.refusal !== null) return refuse(fields.refusal);
    const reserveSat = requiredReserveSat(network.state, node.name, BigInt(additional));
    return accept({ required_reserve: reserveSat.toString() });
  },
};

export const estimateFeeRateEndpoint: UnaryEndpoint = {
  name: 'EstimateFee',
  kind: 'unary',
  method: 'GET',
  path: '/v2/wallet/estimatefee/{conf_target}',
  answer({ fields }) {
    const target = fields.int32('conf_target');
    if (fields.refusal !== null) return refuse(fields.refusal);
    if (target <= 0) return refuse(unknownError('confirmation target must be greater than 0'));
    return accept({
      sat_per_kw: satPerKwFor(target).toString(),
      min_relay_fee_sat_per_kw: '253',
    });
  },
};

/** Estimates a fee by making a transaction from the coins that are free now, and discarding it. */
export const estimateFeeEndpoint: UnaryEndpoint = {
  name: 'EstimateFee',
  kind: 'unary',
  method: 'GET',
  path: '/v1/transactions/fee',
  answer({ network, node, fields }) {
    const amounts = fields.amounts('AddrToAmount');
    const target = fields.int32('target_conf');
    const minConfs = fields.int32('min_confs');
    const isUnconfirmedAllowed = fields.bool('spend_unconfirmed');
    if (fields.refusal !== null) return refuse(fields.refusal);
    const outputs: TransactionOutput[] = [];
    for (const [address, valueSat] of amounts) {
      const script = scriptOfAddress(address, 'regtest');
      if (script === null) return refuse(unknownError(addressProblem(address)));
      outputs.push({ valueSat, script });
    }
    const problem =
      target === 0
        ? 'no fee preference specified'
        : minConfsProblem(minConfs, isUnconfirmedAllowed);
    if (problem !== null) return refuse(unknownError(problem));
    if (outputs.length === 0) return refuse(unknownError('no outputs'));
    const dust = dustProblem(outputs);
    if (dust !== null) return refuse(unknownError(dust));
    const satPerKw = satPerKwFor(target);
    const funded = fundTransaction(network, node, {
      outputs,
      satPerKw,
      minDepth: isUnconfirmedAllowed ? 0 : Math.max(minConfs, 1),
      changeKind: null,
      isChangeLast: true,
    });
    if (!funded.ok) return refuse(unknownError(TOO_LITTLE));
    const { transaction, coins } = funded.value;
    const feeSat = sum(coins) - sum(transaction.outputs);
    return accept({
      fee_sat: feeSat.toString(),
      feerate_sat_per_byte: (satPerKw / 250n).toString(),
      sat_per_vbyte: (satPerKw / 250n).toString(),
      inputs: coins.map((coin) => ({ ...presentOutpoint(coin), txid_bytes: '' })),
    });
  },
};

function minConfsProblem(minConfs: number, isUnconfirmedAllowed: boolean): string | null {
  if (minConfs < 0) return 'minimum number of confirmations must be a non-negative number';
  return isUnconfirmedAllowed && minConfs > 0
    ? 'SpendUnconfirmed set to true with MinConfs > 0'
    : null;
}

const sum = (items: readonly { readonly valueSat: bigint }[]): bigint =>
  items.reduce((total, { valueSat }) => total + valueSat, 0n);
