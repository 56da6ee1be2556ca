import { Type } from 'typebox';
import { sat, satToNumber } from '../../base/amount.ts';
import { wholeNumber } from '../../web/amount-schema.ts';
import { answerJson, answerRefused, protectedRoute } from '../../web/route.ts';
import { bitcoinUri } from '../bitcoin-uri.ts';
import { confirmationsFor } from '../confirmation-steps.ts';
import { getAddress } from '../get-address.ts';
import { NO_ADDRESSES, type OnchainRouteDeps } from './onchain-route-deps.ts';

const addressSchema = Type.Object(
  {
    address: Type.String({ description: 'A bitcoin address of this wallet.' }),
    uri: Type.String({ description: 'The address as a link (BIP 321), for a QR code.' }),
    confirmations: wholeNumber('How many blocks have to confirm the smallest deposit.'),
    minimum: wholeNumber('Smallest sum at this address that is credited, in sat.'),
  },
  { $id: 'BitcoinAddress', additionalProperties: false },
);

export const route = protectedRoute({
  method: 'GET',
  path: '/onchain/address',
  access: 'invoices:create',
  operationId: 'getBitcoinAddress',
  summary: 'Get bitcoin address',
  description:
    'Returns the bitcoin address at which this wallet receives. It stays the same until it was ' +
    'paid, and remains valid after that.',
  success: 'The address.',
  tag: 'Onchain',
  response: addressSchema,
  errors: { 404: 'This service has no bitcoin addresses.' },
  handle: async (deps: OnchainRouteDeps, { caller }) => {
    if (deps.onchain === null) return answerRefused(NO_ADDRESSES);
    const { rules, chainWallet } = deps.onchain;
    const address = await getAddress({ ...deps, chainWallet }, caller);
    return answerJson({
      address,
      uri: bitcoinUri(address),
      confirmations: confirmationsFor(rules.confirmations, sat(0n)),
      minimum: satToNumber(rules.minReceiveSat),
    });
  },
});
