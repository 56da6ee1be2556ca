import { sat } from '../../base/amount.ts';
import type { PendingChannel } from '../node-management.ts';
import type { LndClient } from './client.ts';
import { refusalFault } from './lnd-answer.ts';
import { channelPointField } from './wire.ts';
import {
  hexField,
  int64Field,
  listField,
  objectField,
  textField,
  uint32Field,
  type WireObject,
} from './wire-fields.ts';

export async function pendingChannels(lnd: LndClient): Promise<readonly PendingChannel[]> {
  const answer = await lnd.get('/v1/channels/pending');
  if (!answer.ok) throw refusalFault('PendingChannels', answer.refusal);
  const all = (name: string) => listField(answer.value, name);
  return [
    ...all('pending_open_channels').map(readOpening),
    ...all('pending_closing_channels').map((entry) => read(entry, 'closing')),
    ...all('waiting_close_channels').map((entry) => read(entry, waitingState(entry))),
    ...all('pending_force_closing_channels').map((entry) => read(entry, 'force_closing')),
  ];
}

const readOpening = (entry: WireObject): PendingChannel => ({
  ...read(entry, 'opening'),
  // LND 0.20 does not say after how many blocks an opening channel becomes active.
  blocksLeft:
    'confirmations_until_active' in entry ? uint32Field(entry, 'confirmations_until_active') : null,
});

/**
 * While no block has the closing transaction, only the status flags of the channel tell whether the
 * peers close the channel together.
 */
const waitingState = (entry: WireObject): PendingChannel['state'] => {
  const flags = textField(objectField(entry, 'channel'), 'chan_status_flags');
  return flags.includes('ChanStatusCoopBroadcasted') ? 'closing' : 'force_closing';
};

function read(entry: WireObject, state: PendingChannel['state']): PendingChannel {
  const channel = objectField(entry, 'channel');
  return {
    state,
    peerPubkey: hexField(channel, 'remote_node_pub', 33),
    channelPoint: channelPointField(channel, 'channel_point'),
    capacitySat: sat(int64Field(channel, 'capacity')),
    localSat: sat(int64Field(channel, 'local_balance')),
    blocksLeft: null,
  };
}
