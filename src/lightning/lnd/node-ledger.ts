import { sat } from '../../base/amount.ts';
import type { NodeLedger, NodeSpend, OwnClose } from '../node-ledger.ts';
import { listMessages } from './chain-wallet.ts';
import { type LndClient, openLndClient } from './client.ts';
import { openChannels } from './info.ts';
import { refusalFault } from './lnd-answer.ts';
import { CHECK_CALL, LEDGER_CALLS, missingRights } from './missing-rights.ts';
import { DEFAULT_LIMITS, type LndNodeOptions } from './node.ts';
import { pendingChannels } from './pending-channels.ts';
import { channelPointField } from './wire.ts';
import {
  flagField,
  hexField,
  int64Field,
  listField,
  objectField,
  textField,
  textList,
  type WireObject,
} from './wire-fields.ts';

/** Opens the records of an LND. Nothing is sent to LND before the first call. */
export function openLndNodeLedger(options: LndNodeOptions): NodeLedger {
  const lnd = openLndClient({ ...options, limits: { ...DEFAULT_LIMITS, ...options.limits } });
  return {
    spends: (fromHeight) => listSpends(lnd, fromHeight),
    sweeps: (fromHeight) => listSweeps(lnd, fromHeight),
    ownCloses: async (isComplete) => [
      ...(await listClosing(lnd)),
      ...(isComplete ? await listClosed(lnd) : []),
    ],
    openings: async () => {
      // A channel that opens in between is in both lists, rather than in none.
      const pending = await pendingChannels(lnd);
      return [...pending, ...(await openChannels(lnd))];
    },
    missingRights: () => missingRights(options, [CHECK_CALL, ...LEDGER_CALLS]),
    close: () => lnd.close(),
  };
}

async function listSpends(lnd: LndClient, from: number): Promise<readonly NodeSpend[]> {
  const messages = await listMessages(lnd, { from, to: null });
  return messages.flatMap((message) => {
    const inputs = listField(message, 'previous_outpoints').map(isOurInput);
    if (!inputs.includes(true)) return [];
    const paid = listField(message, 'output_details').filter(
      (output) => !flagField(output, 'is_our_address'),
    );
    return [
      {
        txid: hexField(message, 'tx_hash', 32),
        paid: paid.map(readPaid),
        isOnlyOurs: !inputs.includes(false),
        label: textField(message, 'label'),
      },
    ];
  });
}

const isOurInput = (message: WireObject): boolean => flagField(message, 'is_our_output');

const readPaid = (message: WireObject): NodeSpend['paid'][number] => {
  const address = textField(message, 'address');
  return {
    index: Number(int64Field(message, 'output_index')),
    amountSat: sat(int64Field(message, 'amount')),
    address: address === '' ? null : address,
  };
};

async function listSweeps(lnd: LndClient, from: number): Promise<ReadonlySet<string>> {
  const answer = await lnd.get(`/v2/wallet/sweeps?start_height=${from}`);
  if (!answer.ok) throw refusalFault('ListSweeps', answer.refusal);
  return new Set(textList(objectField(answer.value, 'transaction_ids'), 'transaction_ids'));
}

/**
 * Lists the channels that our side closes. Only the status flags of a channel tell who began, and
 * whether the peer has agreed.
 */
async function listClosing(lnd: LndClient): Promise<readonly OwnClose[]> {
  const answer = await lnd.get('/v1/channels/pending');
  if (!answer.ok) throw refusalFault('PendingChannels', answer.refusal);
  return listField(answer.value, 'waiting_close_channels').flatMap((entry) => {
    const channel = objectField(entry, 'channel');
    const flags = textField(channel, 'chan_status_flags');
    if (!flags.includes('ChanStatusLocalCloseInitiator')) return [];
    const isForced = !flags.includes('ChanStatusCoopBroadcasted');
    return [{ channelPoint: channelPointField(channel, 'channel_point'), isForced }];
  });
}

async function listClosed(lnd: LndClient): Promise<readonly OwnClose[]> {
  const answer = await lnd.get('/v1/channels/closed?cooperative=true&local_force=true');
  if (!answer.ok) throw refusalFault('ClosedChannels', answer.refusal);
  return listField(answer.value, 'channels').flatMap((channel) => {
    const initiator = channel['close_initiator'];
    if (initiator !== 'INITIATOR_LOCAL' && initiator !== 'INITIATOR_BOTH') return [];
    const isForced = channel['close_type'] !== 'COOPERATIVE_CLOSE';
    return [{ channelPoint: channelPointField(channel, 'channel_point'), isForced }];
  });
}
