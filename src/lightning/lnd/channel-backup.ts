import { formatChannelPoint } from '../channel-point.ts';
import type { ChannelBackup } from '../node-management.ts';
import { NodeFault } from '../node-port.ts';
import type { LndClient } from './client.ts';
import { refusalFault } from './lnd-answer.ts';
import { readChannelPoint } from './wire.ts';
import { bytesField, listField, objectField, type WireObject } from './wire-fields.ts';

export async function channelBackup(lnd: LndClient): Promise<ChannelBackup> {
  const answer = await lnd.get('/v1/channels/backup');
  if (!answer.ok) throw refusalFault('ExportAllChannelBackups', answer.refusal);
  return readBackup(answer.value);
}

/**
 * Yields the channel backup after each change. LND sends nothing, not even headers, before the
 * first change.
 */
export async function* channelBackups(
  lnd: LndClient,
  signal: AbortSignal,
): AsyncGenerator<ChannelBackup> {
  try {
    for await (const answer of lnd.stream({ path: '/v1/channels/backup/subscribe' }, signal)) {
      if (!answer.ok) throw refusalFault('SubscribeChannelBackups', answer.refusal);
      yield readBackup(answer.value);
    }
    throw new NodeFault('LND ended the stream of channel backups');
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/**
 * Reads the backup of all channels, which is a single block of bytes. The channels are sorted, as
 * LND lists them in any order.
 */
function readBackup(snapshot: WireObject): ChannelBackup {
  const all = objectField(snapshot, 'multi_chan_backup');
  const points = listField(all, 'chan_points').map(readChannelPoint).map(formatChannelPoint);
  return { channelPoints: points.toSorted(), bytes: bytesField(all, 'multi_chan_backup') };
}
