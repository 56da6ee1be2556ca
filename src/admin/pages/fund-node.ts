import { type Content, type Html, html } from '../../i18n/html.ts';
import { copyButton, pageHead, stateWord } from '../../web/pages/components.ts';
import { linkButton, postForm } from '../../web/pages/controls.ts';
import { livePart } from '../../web/pages/live-part.ts';
import {
  notFoundPage,
  type Page,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { qrFigure } from '../../web/pages/qr-figure.ts';
import { bitcoinQrText } from '../../web/qr-picture.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { MIN_CHANNEL_SAT, PROPOSED_CHANNEL_SAT } from '../limits.ts';
import { type FundingAddress, findAddress } from '../manage-node.ts';
import { type ManagedNode, readManagedNode } from '../read-managed-node.ts';
import { walletFacts } from './node-bitcoin-card.ts';
import {
  FUND_NODE_PATH,
  NODE_ADDRESS_PATH,
  NODE_PATH,
  OPEN_CHANNEL_PATH,
} from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';

/**
 * The page with the address to which operators send bitcoin for the node, and with what has
 * arrived. The address is the newest one in the log of operators' actions. Opening the page makes
 * no address, and the page takes no address from its URL, so that no link can show someone else's.
 */
const show: UserPage<OperatorPageDeps> = {
  method: 'GET',
  path: FUND_NODE_PATH,
  access: 'admin',
  handle: async (deps, request) => {
    const { operator, actions } = deps;
    const { texts } = request;
    const words = texts.node.fund;
    if (operator.management === null) return notFoundPage();
    const [funding, managed] = await Promise.all([
      findAddress(actions.actions, actions.node.pubkey),
      readManagedNode(operator.management),
    ]);
    const came = readCame(funding, managed);
    return showPage({
      title: words.title,
      section: 'node',
      width: 'narrow',
      looksAgain: funding !== null,
      main: html`
        ${pageHead(words.title, words.lead)}
        ${
          funding === null
            ? firstCard(request)
            : livePart(
                'funding',
                await fundingCard(deps, request, { funding, managed, came }),
                sayOf(texts, came),
              )
        }
        ${beforeSending(texts, actions.node.network)}
        <p class="actions">${linkButton(words.back, NODE_PATH)}</p>`,
    });
  },
};

export const fundNodePages: readonly Page<OperatorPageDeps>[] = [show];

const firstCard = (request: UserPageRequest): Html => {
  const words = request.texts.node.fund;
  return html`
    <section class="card">
      <p>${words.first}</p>
      ${addressForm(request, words.make, 'main')}
    </section>`;
};

const addressForm = ({ session }: UserPageRequest, label: string, look: 'main' | 'plain'): Html =>
  postForm({
    action: NODE_ADDRESS_PATH,
    csrfToken: session.csrfToken(),
    fields: null,
    isSentOnce: true,
    submit: { label, look },
  });

interface Funding {
  readonly funding: FundingAddress;
  readonly managed: ManagedNode | null;
  readonly came: Came;
}

async function fundingCard(
  { qrPictures }: Pick<OperatorPageDeps, 'qrPictures'>,
  request: UserPageRequest,
  { funding, managed, came }: Funding,
): Promise<Html> {
  const { format, frame, node } = request.texts;
  const { address, madeAt } = funding;
  const words = node.fund;
  const picture = { name: words.qr, instead: words.noQr };
  return html`
    ${noticeOf(request.texts, came)}
    <section class="card invoice">
      ${await qrFigure(qrPictures, bitcoinQrText(address), picture)}
      <p class="address"><code class="wrapped">${address}</code></p>
      <p class="actions">
        ${copyButton({ ...frame, copy: words.copy }, address, 'main')}
        ${linkButton(words.openWallet, `bitcoin:${address}`)}
      </p>
      ${
        came.kind === 'waiting'
          ? html`<p class="split">${stateWord('waiting', words.waiting)}
              <span class="faint">${words.made({ time: format.moment(madeAt) })}</span></p>
              <p class="hint">${words.waitingHint}</p>`
          : null
      }
      ${managed === null ? null : walletFacts(request.texts, managed.wallet)}
      <p class="hint">${words.againHint}</p>
      ${addressForm(request, words.again, 'plain')}
    </section>`;
}

/** What is known about bitcoin that arrived in the node's wallet since the address was made. */
type Came =
  | { readonly kind: 'no_answer' | 'waiting' }
  | { readonly kind: 'coming' | 'arrived'; readonly amountSat: bigint };

/**
 * Compares the sum that the wallet held when the address was made with the present one. Unconfirmed
 * money alone does not prove an arrival, because it can also be the change of a transaction that
 * opens a channel.
 */
function readCame(funding: FundingAddress | null, managed: ManagedNode | null): Came {
  if (managed === null) return { kind: 'no_answer' };
  const { confirmedSat, unconfirmedSat } = managed.wallet;
  const nowSat = confirmedSat + unconfirmedSat;
  const moreSat = nowSat - (funding?.heldSat ?? nowSat);
  if (moreSat <= 0n) return { kind: 'waiting' };
  if (unconfirmedSat === 0n) return { kind: 'arrived', amountSat: moreSat };
  return { kind: 'coming', amountSat: moreSat < unconfirmedSat ? moreSat : unconfirmedSat };
}

function noticeOf(texts: PageTexts, came: Came): Content {
  const { actions, format, node } = texts;
  const words = node.fund;
  switch (came.kind) {
    case 'waiting':
      return null;
    case 'no_answer':
      return html`<p class="notice warn">${words.noAnswer}</p>`;
    case 'coming':
      return html`<p class="notice warn">${words.coming({ amount: format.sat(came.amountSat) })}
        ${words.comingHint}</p>`;
    case 'arrived':
      return html`
        <p class="notice done">${words.arrived({ amount: format.sat(came.amountSat) })}</p>
        <p class="actions">
          ${linkButton(actions.openChannel.title, OPEN_CHANNEL_PATH, 'main')}
        </p>`;
  }
}

/** The sentence that screen readers announce when bitcoin arrives in the node's wallet. */
function sayOf({ format, node: { fund: words } }: PageTexts, came: Came): string | null {
  if (came.kind !== 'coming' && came.kind !== 'arrived') return null;
  return words[came.kind]({ amount: format.sat(came.amountSat) });
}

const beforeSending = (
  { format, node: { fund: words } }: PageTexts,
  network: OperatorPageDeps['actions']['node']['network'],
): Html => html`
  <section class="card">
    <h2>${words.before}</h2>
    <ul class="said-list">
      <li>${words.howMuch({
        least: format.sat(MIN_CHANNEL_SAT),
        good: format.sat(PROPOSED_CHANNEL_SAT),
      })}</li>
      <li>${network === 'bitcoin' ? words.onlyBitcoin : words.onlyTestCoins({ network })}</li>
      <li>${words.risk}</li>
    </ul>
  </section>`;
