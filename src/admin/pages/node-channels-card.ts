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
import type { ManagedNode } from '../read-managed-node.ts';
import { CHANNEL_BACKUP_PATH, closeChannelPath } from './operate-paths.ts';
import { shortDurationText } from './short-duration-text.ts';

/** What is known beside the open channels of a node that we run. */
export interface ManagedChannels {
  /** Null while the node does not answer. */
  readonly managed: ManagedNode | null;
  /** Null before the first one. */
  readonly kept: { readonly keptAt: Date } | null;
}

/** `ours` is null for a node whose channels others open and close. */
export function nodeChannelsCard(
  texts: PageTexts,
  channels: readonly NodeChannel[],
  ours: ManagedChannels | null,
): Html {
  const words = texts.node.channels;
  const { digits } = texts.format;
  const pending = ours?.managed?.pending ?? [];
  const isManaged = ours !== null;
  const cut = { shown: digits(SHOWN_CHANNELS), all: digits(channels.length), code };
  const rows = [
    ...pending.map((channel) => pendingRow(texts, channel)),
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
      ${ours === null ? elsewhere(texts) : backupPart(texts, ours)}`,
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
    ...(isManaged ? [html`<a href="${closePath}">${words.close}</a>`] : []),
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

/** What a channel waits for that opens or closes. */
function whatIsLeft(texts: PageTexts, { state, blocksLeft }: PendingChannel): string {
  const words = texts.node.channels;
  if (state !== 'opening') return words.comesBack[state];
  if (blocksLeft === null) return words.waitsForBlock;
  const time = shortDurationText(texts, blocksLeft * BLOCK_SEC);
  return words.blocksLeft({ count: blocksLeft, time });
}

const peerCell = (pubkey: string, more: Content = null): Html =>
  html`<div class="channel"><code>${pubkey}</code>${more}</div>`;

/** Both sides of a channel; what belongs to neither is reserved or on its way. */
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

const elsewhere = ({ node: { channels: words } }: PageTexts): Html =>
  html`<p class="hint">${words.elsewhere({ code })}</p>`;

const backupPart = (texts: PageTexts, { kept }: ManagedChannels): Html => {
  const words = texts.node.channels;
  return html`
    <h3>${texts.actions.channelBackup.title}</h3>
    <p class="hint">${words.backup}</p>
    <p class="split">${
      kept === null
        ? stateWord('waiting', words.notKept)
        : html`<span>${words.kept({ time: texts.format.moment(kept.keptAt) })}</span>`
    }</p>
    <p class="actions">${linkButton(words.getBackup, CHANNEL_BACKUP_PATH)}</p>`;
};
