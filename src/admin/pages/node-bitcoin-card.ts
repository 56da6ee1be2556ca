import { type Content, type Html, html } from '../../i18n/html.ts';
import type { WalletBalance } from '../../lightning/node-management.ts';
import { card, facts, stateWord } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { ManagedNode } from '../read-managed-node.ts';
import { FUND_NODE_PATH, OPEN_CHANNEL_PATH } from './operate-paths.ts';

/**
 * Shows the bitcoin that the node holds outside of channels. `managed` is null while the node does
 * not answer.
 */
export function nodeBitcoinCard(texts: PageTexts, managed: ManagedNode | null): Html {
  const words = texts.node.bitcoin;
  return card(
    words.title,
    managed === null
      ? html`<p>${stateWord('bad', texts.node.info.noAnswer)}</p>`
      : html`
          <p class="hint">${words.lead}</p>
          ${walletFacts(texts, managed.wallet)}
          <p class="actions">
            ${linkButton(texts.node.fund.title, FUND_NODE_PATH)}
            ${
              managed.wallet.confirmedSat === 0n
                ? null
                : linkButton(texts.actions.openChannel.title, OPEN_CHANNEL_PATH)
            }
          </p>`,
  );
}

/**
 * Lists the sums in the node's wallet, each with the reason why it cannot be spent, if it cannot.
 */
export function walletFacts(texts: PageTexts, wallet: WalletBalance): Html {
  const words = texts.node.bitcoin;
  const { amount } = texts.format;
  const { confirmedSat, unconfirmedSat, reservedSat, lockedSat } = wallet;
  const row = (name: string, value: bigint, hint: string): readonly [string, Content] => [
    name,
    html`${amount(value)} <p class="hint">${hint}</p>`,
  ];
  return facts([
    [words.confirmed, amount(confirmedSat)],
    ...(reservedSat > 0n ? [row(words.reserved, reservedSat, words.whyReserved)] : []),
    ...(unconfirmedSat > 0n ? [row(words.unconfirmed, unconfirmedSat, words.whyUnconfirmed)] : []),
    ...(lockedSat > 0n ? [row(words.locked, lockedSat, words.whyLocked)] : []),
  ]);
}
