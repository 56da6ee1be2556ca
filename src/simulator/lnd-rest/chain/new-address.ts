import { accept, type Result, refuse } from '../../../base/result.ts';
import { deriveAddress, unusedAddress } from '../../chain/addresses.ts';
import type { AddressKind } from '../../chain/chain-state.ts';
import { textOf } from '../../chain/wallet-address.ts';
import { type GrpcRefusal, unknownError } from '../../grpc-refusal.ts';
import type { UnaryEndpoint } from '../endpoint.ts';

export const newAddressEndpoint: UnaryEndpoint = {
  name: 'NewAddress',
  kind: 'unary',
  method: 'GET',
  path: '/v1/newaddress',
  answer({ network, node, fields }) {
    const type = fields.enumeration('type', TYPES);
    const account = fields.text('account');
    if (fields.refusal !== null) return refuse(fields.refusal);
    const problem = accountProblem(account);
    if (problem !== null) return refuse(problem);
    const kind = kindOf(TYPES[type]);
    if (!kind.ok) return kind;
    const isNew = TYPES[type]?.startsWith('UNUSED_') !== true;
    const address = isNew
      ? deriveAddress(network, node, kind.value, false)
      : unusedAddress(network, node, kind.value);
    return accept({ address: textOf(address) });
  },
};

/** The values of the enumeration lnrpc.AddressType. */
const TYPES = [
  'WITNESS_PUBKEY_HASH',
  'NESTED_PUBKEY_HASH',
  'UNUSED_WITNESS_PUBKEY_HASH',
  'UNUSED_NESTED_PUBKEY_HASH',
  'TAPROOT_PUBKEY',
  'UNUSED_TAPROOT_PUBKEY',
];

export const nextAddressEndpoint: UnaryEndpoint = {
  name: 'NextAddr',
  kind: 'unary',
  method: 'POST',
  path: '/v2/wallet/address/next',
  answer({ network, node, fields }) {
    const type = fields.enumeration('type', WALLET_TYPES);
    const account = fields.text('account');
    const isChange = fields.bool('change');
    if (fields.refusal !== null) return refuse(fields.refusal);
    const problem = accountProblem(account);
    if (problem !== null) return refuse(problem);
    const kind = kindOf(WALLET_TYPES[type]);
    if (!kind.ok) return kind;
    return accept({ addr: textOf(deriveAddress(network, node, kind.value, isChange)) });
  },
};

/** The values of the enumeration walletrpc.AddressType. */
const WALLET_TYPES = [
  'UNKNOWN',
  'WITNESS_PUBKEY_HASH',
  'NESTED_WITNESS_PUBKEY_HASH',
  'HYBRID_NESTED_WITNESS_PUBKEY_HASH',
  'TAPROOT_PUBKEY',
];

function kindOf(type = ''): Result<AddressKind, GrpcRefusal> {
  if (type.endsWith('TAPROOT_PUBKEY')) return accept('p2tr');
  if (type.includes('NESTED')) return refuse(unknownError('nested addresses are not simulated'));
  return accept('p2wkh');
}

const accountProblem = (account: string): GrpcRefusal | null =>
  account === '' || account === 'default'
    ? null
    : unknownError(`account name '${account}' not found`);
