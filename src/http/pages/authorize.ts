import type { BrowserStep } from '../../access/authorization-server.ts';
import { overRate } from './account/over-rate.ts';
import { browserOf } from './kit/browser.ts';
import {
  type Page,
  type PageAnswer,
  type PageRequest,
  redirectTo,
  refusePage,
} from './kit/page.ts';

/** The authorization endpoint (RFC 6749, 3.1): here apps send people. */
export const page: Page = {
  method: 'GET',
  path: '/oauth',
  access: 'anyone',
  handle: async ({ authorization, accounts: { addressRates } }, request) => {
    const tooMany = overRate(addressRates, request, 'question');
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
  if (step.kind === 'redirected') return redirectTo(step.to);
  return refusePage({
    status: 400,
    title: 'The app asked in a wrong way',
    message:
      `You were not sent on, and nothing was allowed. For the makers of the app: ` +
      `${step.error}, ${step.description}.`,
  });
}
