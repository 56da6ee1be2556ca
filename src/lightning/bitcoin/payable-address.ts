import { accept, type Result, refuse } from '../../base/result.ts';
import type { Network } from '../bolt11.ts';
import { addressOfScript, scriptOfAddress } from './address.ts';

/** Why bitcoin cannot be sent to the address that a user entered. */
export type AddressRefusal =
  | { readonly kind: 'bad_address' }
  /** The address belongs to another network. */
  | { readonly kind: 'wrong_network'; readonly network: Network };

/**
 * Reads a bitcoin address and returns it in its usual spelling: bech32 addresses may be entered in
 * capitals, and are returned in lower case.
 */
export function readPayableAddress(text: string, network: Network): Result<string, AddressRefusal> {
  const script = scriptOfAddress(text, network);
  if (script !== null) {
    const address = PAYABLE.test(script) ? addressOfScript(script, network) : null;
    return address === null ? refuse({ kind: 'bad_address' }) : accept(address);
  }
  const other = NETWORKS.find((one) => scriptOfAddress(text, one) !== null);
  return refuse(
    other === undefined ? { kind: 'bad_address' } : { kind: 'wrong_network', network: other },
  );
}

/**
 * Output scripts that may be paid: P2PKH, P2SH, P2WPKH, P2WSH and P2TR. Later witness versions have
 * no rules yet, so anyone could spend the money.
 */
const PAYABLE = /^(?:76a914.{40}88ac|a914.{40}87|0014.{40}|0020.{64}|5120.{64})$/;

const NETWORKS: readonly Network[] = ['bitcoin', 'testnet', 'signet', 'regtest'];
