import { accept } from '../../base/result.ts';
import { farEnd, shareSat } from '../chain/channels.ts';
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
    const pending = [...network.state.opening.values()].filter(({ ends }) =>
      ends.includes(node.name),
    );
    const pendingLocalSat = sum(pending.map((channel) => shareSat(channel, node.name)));
    const pendingRemoteSat = sum(
      pending.map((channel) => shareSat(channel, farEnd(channel, node.name))),
    );
    return accept({
      balance: satText(balances.localMsat),
      pending_open_balance: pendingLocalSat.toString(),
      local_balance: amount(balances.localMsat),
      remote_balance: amount(balances.remoteMsat),
      unsettled_local_balance: amount(balances.unsettledLocalMsat),
      unsettled_remote_balance: amount(balances.unsettledRemoteMsat),
      pending_open_local_balance: amount(pendingLocalSat * 1000n),
      pending_open_remote_balance: amount(pendingRemoteSat * 1000n),
      custom_channel_data: Buffer.from([
        ...blobs(balances.channelCount),
        ...blobs(pending.length),
      ]).toString('base64'),
    });
  },
};

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);

const amount = (amountMsat: bigint): Message => ({
  sat: satText(amountMsat),
  msat: amountMsat.toString(),
});

/**
 * The custom channel data, in which LND writes the number of open channels and an empty blob for
 * each, then the same for pending channels.
 */
const blobs = (count: number): number[] => [count, ...new Array<number>(count).fill(0)];
