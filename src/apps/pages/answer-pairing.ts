import { type Content, html } from '../../i18n/html.ts';
import { copyButton, quotedText } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import {
  type PageAnswer,
  redirectTo,
  showPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { writeConnectionUri } from '../nwc-keys/connection-uri.ts';
import type { PairedWallet } from '../nwc-keys/pair-app.ts';
import type { PairingRequest } from '../nwc-keys/pairing-request.ts';
import { appPath } from './app-paths.ts';
import { OPENER_FIELD } from './pairing-fields.ts';
import { nameOfApp } from './show-pairing.ts';

/**
 * Sends the result to an app that asked to be connected. The app waits either in the window that
 * opened this page, or at a return address that it named. The result contains no secret, because
 * the app has kept its private key.
 */
export function answerPairing(
  request: UserPageRequest,
  asked: PairingRequest,
  wallet: PairedWallet,
): PageAnswer {
  const returnTo = asked.returnTo === null ? null : returnAddress(asked.returnTo, asked, wallet);
  const isWaiting = hasOpener(request);
  if (!isWaiting && returnTo !== null) return redirectTo(returnTo);
  const { texts } = request;
  const words = texts.pairing.connected;
  const origin = asked.returnTo === null ? asked.opener : new URL(asked.returnTo).origin;
  const told = { message: successMessage(asked, wallet), origin, returnTo };
  const isTold = returnTo !== null || (isWaiting && origin !== null);
  const title = words.title({ name: nameOfApp(texts, asked) });
  return showPage({
    title,
    isQuestion: true,
    width: 'narrow',
    scripts: ['pair.js'],
    main: html`
      <div class="question" data-pairing="${JSON.stringify(told)}">
        <h1>${title}</h1>
        ${isTold ? html`<p class="lead">${words.text}</p>` : byHand(request, wallet)}
        <p class="actions">
          ${returnTo === null ? null : linkButton(texts.consent.refused.back, returnTo, 'main')}
          ${linkButton(texts.connectedApps.title, appPath(wallet.appGrantId))}
        </p>
      </div>`,
  });
}

/**
 * Lets the app know that the user said no, by returning to it without a result. The app must not
 * take a missing result for consent.
 */
export function answerDenial(
  request: UserPageRequest,
  { returnTo }: Pick<PairingRequest, 'returnTo'>,
): PageAnswer {
  if (!hasOpener(request) && returnTo !== null) return redirectTo(returnTo);
  const { consent, pairing, problems } = request.texts;
  return showPage({
    title: pairing.denied.title,
    isQuestion: true,
    width: 'narrow',
    scripts: ['pair.js'],
    main: html`
      <div class="question" data-pairing-denied>
        <h1>${pairing.denied.title}</h1>
        <p class="lead">${pairing.denied.text}</p>
        <p class="actions">${
          returnTo === null
            ? linkButton(problems.toStart, '/')
            : linkButton(consent.refused.back, returnTo)
        }</p>
      </div>`,
  });
}

const hasOpener = ({ form }: UserPageRequest): boolean => form.text(OPENER_FIELD) === 'yes';

/**
 * The message that tells the app of the new connection, in the form that `@getalby/sdk` and NWC-08
 * read.
 */
const successMessage = (
  { state }: PairingRequest,
  { walletPubkey, relays, lud16 }: PairedWallet,
) => ({
  type: 'nwc:success',
  relayUrl: relays[0],
  relayUrls: relays,
  walletPubkey,
  ...(lud16 === null ? {} : { lud16 }),
  ...(state === null ? {} : { state }),
});

/**
 * The address that returns to the app. It has the parameters of Alby Hub (relay, pubkey) and those
 * of NWC-08.
 */
function returnAddress(
  returnTo: string,
  { state }: PairingRequest,
  { walletPubkey, relays, lud16 }: PairedWallet,
): string {
  const address = new URL(returnTo);
  const query = address.searchParams;
  for (const relay of relays) query.append('relay', relay);
  if (relays[0] !== undefined) query.append('relay_url', relays[0]);
  query.append('pubkey', walletPubkey);
  query.append('wallet_pubkey', walletPubkey);
  if (lud16 !== null) query.append('lud16', lud16);
  if (state !== null) query.append('state', state);
  return address.href;
}

/** Shows what the user has to copy into the app, if the app waits for no answer. */
function byHand({ texts }: UserPageRequest, wallet: PairedWallet): Content {
  const { connections, frame, pairing } = texts;
  const link = writeConnectionUri({ ...wallet, secret: null });
  return html`
    <p class="lead">${pairing.connected.text}</p>
    <section class="card">
      <p>${pairing.connected.byHand}</p>
      ${quotedText(connections.secret.label, link)}
      <p class="actions">${copyButton(frame, link)}</p>
    </section>`;
}
