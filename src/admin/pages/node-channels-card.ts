import { type Content, type Html, html } from '../../i18n/html.ts';
import { formatChannelPoint } from '../../lightning/channel-point.ts';
import type { PendingChannel } from '../../lightning/node-management.ts';
import type { NodeChannel } from '../../lightning/node-port.ts';
import { card, stateWord, table } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { code } from '../../web/pages/message-tags.ts';
import { drawBar } from '../../web/pages/stacked-bar.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { BLOCK_SEC, SHOWN_CHANNELS } from '../limits.ts';
import { CHANNEL_BACKUP_PATH, closeChannelPath } from './operate-paths.ts';
import { shortDurationText } from './short-duration-text.ts';

/** Lists the channels of the node. `pending` is null for a node that operators run themselves. */
export function nodeChannelsCard(
  texts: PageTexts,
  channels: readonly NodeChannel[],
  pending: readonly PendingChannel[] | null,
): Html {
  const words = texts.node.channels;
  const { digits } = texts.format;
  const isManaged = pending !== null;
  const cut = { shown: digits(SHOWN_CHANNELS), all: digits(channels.length), code };
  const rows = [
    ...(pending ?? []).map((channel) => pendingRow(texts, channel)),
    ...channels.slice(0, SHOWN_CHANNELS).map((channel) => openRow(texts, channel, isManaged)),
  ];
  return card(
    words.title,
    html`
      ${channels.length > SHOWN_CHANNELS ? html`<p>${words.some(cut)}</p>` : null}
      ${channels.length === 0 ? html`<p class="faint">${words.none}</p>` : null}
      ${
        rows.length === 0
          ? null
          : table({
              caption: words.caption,
              columns: [
                { name: words.peer },
                { name: words.state },
                { name: words.ours, isFigure: true },
                { name: words.theirs, isFigure: true },
                ...(isManaged ? [{ name: words.action }] : []),
              ],
              rows,
            })
      }
      ${isManaged ? null : html`<p class="hint">${words.elsewhere({ code })}</p>`}`,
  );
}

function openRow(texts: PageTexts, channel: NodeChannel, isManaged: boolean): readonly Content[] {
  const words = texts.node.channels;
  const { amount } = texts.format;
  const closePath = closeChannelPath(formatChannelPoint(channel.channelPoint));
  return [
    peerCell(channel.peerPubkey, sides(texts, channel)),
    channel.isActive ? stateWord('good', words.active) : stateWord('waiting', words.inactive),
    amount(channel.localSat),
    amount(channel.remoteSat),
    ...(isManaged ? [linkButton(words.close, closePath)] : []),
  ];
}

function pendingRow(texts: PageTexts, channel: PendingChannel): readonly Content[] {
  const words = texts.node.channels;
  const { amount } = texts.format;
  return [
    peerCell(channel.peerPubkey),
    html`<div class="stacked">${stateWord('going', words.states[channel.state])}
      <p class="hint">${whatIsLeft(texts, channel)}</p></div>`,
    amount(channel.localSat),
    '–',
    '–',
  ];
}

/** Says what an opening or closing channel is waiting for. */
function whatIsLeft(texts: PageTexts, { state, blocksLeft }: PendingChannel): string {
  const words = texts.node.channels;
  if (state !== 'opening') return words.comesBack[state];
  if (blocksLeft === null) return words.waitsForBlock;
  const time = shortDurationText(texts, blocksLeft * BLOCK_SEC);
  return words.blocksLeft({ count: blocksLeft, time });
}

const peerCell = (pubkey: string, more: Content = null): Html =>
  html`<div class="channel"><code>${pubkey}</code>${more}</div>`;

/**
 * Shows the balances of both sides of a channel. The rest of the capacity, which belongs to neither
 * balance, is reserved or in pending HTLCs.
 */
function sides({ format, node }: PageTexts, channel: NodeChannel): Html {
  const { ours, theirs } = node.channels;
  const { capacitySat, localSat, remoteSat } = channel;
  const part = (name: string, look: 'ours' | 'theirs', value: bigint) => {
    const shown = format.sat(value);
    return { name, look, value, shown };
  };
  const parts = [part(ours, 'ours', localSat), part(theirs, 'theirs', remoteSat)];
  const title = parts.map(({ name, shown }) => `${name}: ${shown}`).join(', ');
  return drawBar({ title, whole: capacitySat, parts });
}

/** Says when the backup of the channels was stored, and offers the file for download. */
export function channelBackupCard(texts: PageTexts, kept: { readonly keptAt: Date } | null): Html {
  const words = texts.node.channels;
  return card(
    texts.actions.channelBackup.title,
    html`
      <p class="hint">${words.backup}</p>
      ${
        kept === null
          ? html`<p>${stateWord('waiting', words.notKept)}</p>`
          : html`<p>${words.kept({ time: texts.format.moment(kept.keptAt) })}</p>`
      }
      <p class="actions">${linkButton(words.getBackup, CHANNEL_BACKUP_PATH)}</p>`,
  );
}
