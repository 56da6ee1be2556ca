import { accept, type Result, refuse } from '../../base/result.ts';
import type { Network } from '../bolt11.ts';
import { addressOfScript, scriptOfAddress } from './address.ts';

/** Why nothing can be sent to a text. */
export type AddressRefusal =
  | { readonly kind: 'bad_address' }
  /** An address of another network. */
  | { readonly kind: 'wrong_network'; readonly network: Network };

/** An address in the one way of writing it; those of bech32 may be typed in capitals. */
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

/** P2PKH, P2SH, P2WPKH, P2WSH, P2TR: later versions of witnesses could be spent by anyone today. */
const PAYABLE = /^(?:76a914.{40}88ac|a914.{40}87|0014.{40}|0020.{64}|5120.{64})$/;

const NETWORKS: readonly Network[] = ['bitcoin', 'testnet', 'signet', 'regtest'];
