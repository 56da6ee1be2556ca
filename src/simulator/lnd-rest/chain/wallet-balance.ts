import { accept, refuse } from '../../../base/result.ts';
import { requiredReserveSat, walletBalances } from '../../chain/wallet-view.ts';
import type { UnaryEndpoint } from '../endpoint.ts';

export const walletBalanceEndpoint: UnaryEndpoint = {
  name: 'WalletBalance',
  kind: 'unary',
  method: 'GET',
  path: '/v1/balance/blockchain',
  answer({ network, node, fields }) {
    fields.ignore('account', 'min_confs');
    if (fields.refusal !== null) return refuse(fields.refusal);
    const { confirmedSat, unconfirmedSat, lockedSat } = walletBalances(network, node);
    const confirmed_balance = confirmedSat.toString();
    const unconfirmed_balance = unconfirmedSat.toString();
    return accept({
      total_balance: (confirmedSat + unconfirmedSat).toString(),
      confirmed_balance,
      unconfirmed_balance,
      locked_balance: lockedSat.toString(),
      reserved_balance_anchor_chan: requiredReserveSat(network.state, node.name).toString(),
      account_balance: { default: { confirmed_balance, unconfirmed_balance } },
    });
  },
};
