import { accept } from '../../base/result.ts';
import { channelBalances } from '../node-balances.ts';
import type { Message, UnaryEndpoint } from './endpoint.ts';
import { satText } from './present-invoice.ts';

export const channelBalanceEndpoint: UnaryEndpoint = {
  name: 'ChannelBalance',
  kind: 'unary',
  method: 'GET',
  path: '/v1/balance/channels',
  answer({ network, node }) {
    const balances = channelBalances(network.state, node.name);
    return accept({
      balance: satText(balances.localMsat),
      pending_open_balance: '0',
      local_balance: amount(balances.localMsat),
      remote_balance: amount(balances.remoteMsat),
      unsettled_local_balance: amount(balances.unsettledLocalMsat),
      unsettled_remote_balance: amount(balances.unsettledRemoteMsat),
      pending_open_local_balance: amount(0n),
      pending_open_remote_balance: amount(0n),
      custom_channel_data: Buffer.from([balances.channelCount, ...zeros(balances), 0]).toString(
        'base64',
      ),
    });
  },
};

const amount = (amountMsat: bigint): Message => ({
  sat: satText(amountMsat),
  msat: amountMsat.toString(),
});

/** LND writes the number of channels and an empty blob for each, then the same for pending ones. */
const zeros = ({ channelCount }: { channelCount: number }): number[] =>
  new Array<number>(channelCount).fill(0);
