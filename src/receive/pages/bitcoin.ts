import { WEB_GRANT } from '../../authorization/caller.ts';
import { sat } from '../../base/amount.ts';
import { MINUTE_MS } from '../../base/durations.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { bitcoinUri } from '../../onchain/bitcoin-uri.ts';
import { confirmationsFor } from '../../onchain/confirmation-steps.ts';
import { getAddress } from '../../onchain/get-address.ts';
import type { Onchain, OnchainRules } from '../../onchain/look-at-chain.ts';
import { watchWallet } from '../../web/live/live.ts';
import { card, copyButton, shareButton, stateWord } from '../../web/pages/components.ts';
import { linkButton, postForm } from '../../web/pages/controls.ts';
import { durationText } from '../../web/pages/duration-text.ts';
import { livePart } from '../../web/pages/live-part.ts';
import {
  notFoundPage,
  type Page,
  redirectTo,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { qrFigure } from '../../web/pages/qr-figure.ts';
import { bitcoinQrText } from '../../web/qr-picture.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { type Arrival, type Arrivals, arrivalsList, readArrivals, sumOf } from './arrivals.ts';
import type { ReceivePageDeps } from './receive-page-deps.ts';
import { BITCOIN_PATH } from './receive-paths.ts';

/**
 * The page of a user's bitcoin address. It shows the address until it is paid, and then what came
 * to it.
 */
const show: UserPage<ReceivePageDeps> = {
  method: 'GET',
  path: BITCOIN_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const { onchain } = deps;
    if (onchain === null) return notFoundPage();
    const { texts, user } = request;
    // The page subscribes to changes before it reads, so that it misses no deposit.
    const live = await watchWallet(deps, request);
    const arrivals = await readArrivals(deps, onchain, user.id);
    const { unused, latest } = arrivals;
    const content =
      unused === null
        ? renderPaid(texts, arrivals, onchain)
        : await renderWaiting(deps, texts, { ...arrivals, unused }, onchain);
    const isPaid = unused === null && latest.length > 0;
    return showPage({
      title: titleOf(texts, arrivals),
      section: 'receive',
      width: 'narrow',
      live,
      main: html`
        ${livePart('bitcoin', content, isPaid ? sayOf(texts, arrivals) : null)}
        ${livePart('next', unused === null ? nextForm(request, isPaid) : html``)}`,
    });
  },
};

/**
 * Makes an address when a form is sent. Opening a link makes none, because browsers open links in
 * advance.
 */
const make: UserPage<ReceivePageDeps> = {
  method: 'POST',
  path: BITCOIN_PATH,
  access: 'signed_in',
  resumable: { fields: [], at: () => BITCOIN_PATH },
  handle: async (deps, { user }) => {
    if (deps.onchain === null) return notFoundPage();
    await makeAddress(deps, deps.onchain, user.id);
    return redirectTo(BITCOIN_PATH);
  },
};

export const bitcoinPages: readonly Page<ReceivePageDeps>[] = [show, make];

export const makeAddress = (
  deps: Pick<ReceivePageDeps, 'clock' | 'deposits'>,
  { chainWallet }: Onchain,
  userId: string,
): Promise<string> => getAddress({ ...deps, chainWallet }, { userId, grantId: WEB_GRANT });

/** The part of the page Receive that offers a bitcoin address. */
export const bitcoinOffer = (
  request: Pick<UserPageRequest, 'session' | 'texts'>,
  { rules }: Onchain,
): Html => {
  const { session, texts } = request;
  const words = texts.bitcoin;
  return card(
    words.title,
    html`
      <p>${words.offer({ time: usualTime(texts, rules) })}</p>
      ${postForm({
        action: BITCOIN_PATH,
        csrfToken: session.csrfToken(),
        isSentOnce: true,
        fields: null,
        submit: { label: words.show, look: 'plain' },
      })}`,
  );
};

/** The time that the confirmations of a small deposit usually take, in words. */
export const usualTime = (texts: PageTexts, { confirmations }: OnchainRules): string =>
  timeOf(texts, confirmationsFor(confirmations, sat(0n)));

const timeOf = ({ format }: PageTexts, blocks: number): string =>
  durationText(format.locale, blocks * BLOCK_MS);

const BLOCK_MS = 10 * MINUTE_MS;

const nextForm = ({ session, texts: { bitcoin: words } }: UserPageRequest, isPaid: boolean) => html`
  ${postForm({
    action: BITCOIN_PATH,
    csrfToken: session.csrfToken(),
    isSentOnce: true,
    fields: null,
    submit: isPaid ? { label: words.another, look: 'plain' } : { label: words.show },
  })}`;

async function renderWaiting(
  deps: Pick<ReceivePageDeps, 'qrPictures'>,
  texts: PageTexts,
  { unused, open }: Arrivals & { readonly unused: string },
  { rules }: Onchain,
): Promise<Html> {
  const { bitcoin: words, frame } = texts;
  const picture = { name: words.qr, instead: words.noQr };
  return html`
    <h1>${words.title}</h1>
    <p>${words.lead}</p>
    ${open.length === 0 ? null : card(words.earlier, arrivalsList(texts, open))}
    <section class="card invoice">
      ${await qrFigure(deps.qrPictures, bitcoinQrText(unused), picture)}
      <p class="chain-address"><code aria-label="${words.address}">${inGroups(unused)}</code></p>
      <p class="actions">
        ${copyButton({ ...frame, copy: words.copy }, unused, 'main')}
        ${shareButton(frame, unused)}
        ${linkButton(words.open, bitcoinUri(unused))}
      </p>
      <p>${stateWord('waiting', words.state)}</p>
      <p class="actions" data-unwatched>${linkButton(words.check, BITCOIN_PATH)}</p>
    </section>
    ${goodToKnow(texts, rules)}`;
}

/**
 * Shows an address in groups of characters, because people compare it by eye. A copied address has
 * no gaps.
 */
const inGroups = (address: string): readonly Html[] =>
  (address.match(/.{1,4}/g) ?? []).map((group) => html`<span>${group}</span><wbr>`);

function renderPaid(texts: PageTexts, arrivals: Arrivals, { rules }: Onchain): Html {
  const { bitcoin: words } = texts;
  const { latest } = arrivals;
  if (latest.length === 0) {
    return html`
      <h1>${words.title}</h1>
      <p>${words.offer({ time: usualTime(texts, rules) })}</p>
      ${goodToKnow(texts, rules)}`;
  }
  const isOpen = latest.some(({ progress }) => progress !== null);
  const earlier = arrivals.open.filter((one) => !latest.includes(one));
  return html`
    ${
      isOpen
        ? html`<h1 data-focus>${words.onWay.title}</h1>`
        : html`<h1 class="paid" data-focus>${words.arrived.title}</h1>`
    }
    <p class="lead">${leadOf(texts, arrivals)}</p>
    <section class="card">
      ${arrivalsList(texts, latest)}
      ${moreTo(texts, latest)}
    </section>
    ${earlier.length === 0 ? null : card(words.earlier, arrivalsList(texts, earlier))}
    <p class="actions" data-unwatched>${linkButton(words.check, BITCOIN_PATH)}</p>`;
}

/**
 * If too little for a credit was paid to an address, shows the address once more, so that the
 * missing part can be sent there. Shows nothing in other cases.
 */
function moreTo({ bitcoin: words, frame }: PageTexts, latest: readonly Arrival[]): Content {
  const short = latest.find(({ progress }) => progress !== null && progress.missingSat > 0n);
  if (short === undefined) return null;
  const { address } = short.deposit;
  return html`
    <p class="chain-address"><code aria-label="${words.address}">${inGroups(address)}</code></p>
    <p class="actions">${copyButton({ ...frame, copy: words.copy }, address)}</p>`;
}

function leadOf({ bitcoin: words, format }: PageTexts, { latest }: Arrivals): string {
  const open = latest.filter(({ progress }) => progress !== null);
  const shown = open.length === 0 ? latest : open;
  const amount = format.sat(sumOf(shown.map(({ deposit }) => deposit)));
  const missingSat = open[0]?.progress?.missingSat ?? 0n;
  if (open.length === 0) return words.arrived.lead({ amount });
  return missingSat === 0n
    ? words.onWay.lead({ amount })
    : words.onWay.tooLittle({ amount, missing: format.sat(missingSat) });
}

function titleOf({ bitcoin: words }: PageTexts, { unused, latest }: Arrivals): string {
  if (unused !== null || latest.length === 0) return words.title;
  const isOpen = latest.some(({ progress }) => progress !== null);
  return isOpen ? words.onWay.title : words.arrived.title;
}

const sayOf = (texts: PageTexts, arrivals: Arrivals): string =>
  `${titleOf(texts, arrivals)}. ${leadOf(texts, arrivals)}`;

const goodToKnow = (texts: PageTexts, { confirmations, minReceiveSat }: OnchainRules): Html => {
  const { bitcoin, format } = texts;
  const words = bitcoin.good;
  const [first, ...more] = confirmations;
  const blocks = first?.confirmations ?? 1;
  return card(
    words.title,
    html`
      <ul class="notes">
        <li>${words.seen}</li>
        <li>${words.blocks({ blocks, time: timeOf(texts, blocks) })}
          ${more.map((step) =>
            words.more({
              amount: format.sat(step.fromSat),
              blocks: step.confirmations,
              time: timeOf(texts, step.confirmations),
            }),
          )}</li>
        <li>${words.minimum({ amount: format.sat(minReceiveSat) })}</li>
        <li>${words.fee}</li>
        <li>${words.next}</li>
      </ul>`,
  );
};
