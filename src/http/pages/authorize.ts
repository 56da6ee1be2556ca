import type { BrowserStep } from '../../access/authorization-server.ts';
import { overRate } from './account/over-rate.ts';
import { browserOf } from './kit/browser.ts';
import { linkButton } from './kit/controls.ts';
import { html } from './kit/html.ts';
import {
  type Page,
  type PageAnswer,
  type PageRequest,
  redirectTo,
  refusePage,
  type ShownPage,
  showPage,
} from './kit/page.ts';

/** The authorization endpoint (RFC 6749, 3.1): here apps send people. */
export const page: Page = {
  method: 'GET',
  path: '/oauth',
  access: 'anyone',
  handle: async ({ authorization, accounts: { addressRates } }, request) => {
    const tooMany = overRate(addressRates, request, 'authorizationRequest');
    if (tooMany !== null) return refusePage(tooMany);
    return takeStep(request, await authorization.begin(browserOf(request)));
  },
};

/** The way back to the app, after the answer. */
export const resumePage: Page = {
  method: 'GET',
  path: '/oauth/:id',
  access: 'anyone',
  handle: async ({ authorization }, request) =>
    takeStep(request, await authorization.resume(browserOf(request), request.params.text('id'))),
};

function takeStep({ raw: { reply } }: PageRequest, step: BrowserStep): PageAnswer {
  for (const cookie of step.cookies) reply.header('set-cookie', cookie);
  return step.kind === 'redirected' ? redirectTo(step.to) : showRefusal(step);
}

/**
 * People read it, and the makers of the app. No one is sent on by it: that is a link. What can be
 * told to the app may quote its request, so those words are not put on a page of ours.
 */
function showRefusal({
  error,
  description,
  backTo,
}: Extract<BrowserStep, { readonly kind: 'refused' }>): ShownPage {
  return showPage({
    title: 'The app asked in a wrong way',
    isQuestion: true,
    width: 'narrow',
    status: 400,
    main: html`
      <p class="eyebrow">Error 400</p>
      <h1>The app asked in a wrong way</h1>
      <p>An app sent you here to connect your wallet, but its request cannot be used. Nothing was
        allowed, and your wallet is as it was.</p>
      <p>For the makers of the app: <code>${error}</code>${
        backTo === null ? `, ${description}` : null
      }.</p>
      ${
        backTo === null
          ? html`<p><a href="/">Go to the start page</a></p>`
          : html`
            <p>You can go back and tell it. Do so only if you know this site:
              <strong>${new URL(backTo).host}</strong></p>
            <p class="actions">
              ${linkButton('Go back to the app', backTo)} ${linkButton('Stay here', '/', 'quiet')}
            </p>`
      }`,
  });
}
