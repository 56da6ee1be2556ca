import { scriptOfAddress } from '../../../lightning/bitcoin/address.ts';
import type { TransactionOutput } from '../../../lightning/bitcoin/transaction.ts';
import { dustSat } from '../../chain/fund.ts';

/**
 * Reasons, in LND's words, why a transaction cannot be funded. Each call of LND puts them into an
 * error text of its own.
 */
export const TOO_LITTLE = 'insufficient funds available to construct transaction';
export const UNKNOWN_FORMAT = 'decoded address is of unknown format';

export function addressProblem(address: string): string {
  const isOfOther = (['bitcoin', 'testnet'] as const).some(
    (network) => scriptOfAddress(address, network) !== null,
  );
  return isOfOther ? 'address is not for regtest' : UNKNOWN_FORMAT;
}

export const dustProblem = (outputs: readonly TransactionOutput[]): string | null =>
  outputs.some(({ valueSat, script }) => valueSat < dustSat(script))
    ? 'transaction output is dust'
    : null;
