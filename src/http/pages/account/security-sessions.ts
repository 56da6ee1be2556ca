import { endOtherSessions } from '../../../usecases/accounts/end-other-sessions.ts';
import { linkButton, postForm } from '../kit/controls.ts';
import { html } from '../kit/html.ts';
import { type Page, redirectTo, refusePage, showPage, type UserPage } from '../kit/page.ts';
import { NOT_FOUND_PROBLEM } from '../kit/page-problem.ts';
import { answerRefusal } from './refusal-texts.ts';

const OTHERS_PATH = '/security/sessions/end-others';

const endOne: UserPage = {
  method: 'POST',
  path: '/security/sessions/:id/end',
  access: 'signed_in',
  handle: async ({ accounts }, { user, params, session }) => {
    const isEnded = await accounts.sessions.endSession(user.id, params.text('id'));
    if (!isEnded) return refusePage(NOT_FOUND_PROBLEM);
    session.keepNotice({ kind: 'done', text: 'That session is ended.' });
    return redirectTo('/security');
  },
};

const askOthers: UserPage = {
  method: 'GET',
  path: OTHERS_PATH,
  access: 'signed_in',
  handle: async (_, { session }) =>
    showPage({
      title: 'Sign out everywhere else',
      section: 'account',
      width: 'narrow',
      main: html`
        <h1>Sign out everywhere else?</h1>
        <p>All other browsers in which you are signed in are signed out at once. Apps that you
          connected and your tokens go on working.</p>
        ${postForm({
          action: OTHERS_PATH,
          csrfToken: session.csrfToken(),
          fields: null,
          submit: { label: 'Sign out everywhere else', look: 'danger' },
          others: linkButton('Leave it', '/security'),
        })}`,
    }),
};

const endOthers: UserPage = {
  method: 'POST',
  path: OTHERS_PATH,
  access: 'signed_in',
  handle: async ({ accounts }, { user, raw, session }) => {
    const browser = accounts.browsers.userBrowser(raw.request);
    const renewed = await endOtherSessions(accounts, user.id, browser);
    if (!renewed.ok) return answerRefusal(renewed.refusal, () => redirectTo('/sign-in'));
    accounts.browsers.begin(raw.request, { opened: renewed.value });
    session.keepNotice({ kind: 'done', text: 'You are signed out everywhere else.' });
    return redirectTo('/security');
  },
};

export const securitySessionPages: readonly Page[] = [endOne, askOthers, endOthers];
