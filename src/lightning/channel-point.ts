import type { ChannelPoint } from './node-management.ts';

/**
 * Writes the funding output of a channel as `txid:index`, like block explorers and LND's own tools.
 */
export const formatChannelPoint = ({ txid, outputIndex }: ChannelPoint): string =>
  `${txid}:${outputIndex}`;

/** Reads the funding output of a channel, written as `txid:index`; null for any other text. */
export function parseChannelPoint(text: string): ChannelPoint | null {
  const [, txid, index] = /^([0-9a-f]{64}):(0|[1-9][0-9]{0,9})$/i.exec(text) ?? [];
  if (txid === undefined || index === undefined) return null;
  const outputIndex = Number(index);
  return outputIndex > 0xffff_ffff ? null : { txid: txid.toLowerCase(), outputIndex };
}
