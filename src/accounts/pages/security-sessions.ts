import { html } from '../../i18n/html.ts';
import { notFoundPage, type Page, redirectTo, type UserPage } from '../../web/pages/page.ts';
import { SECURITY_PATH } from '../../web/pages/paths.ts';
import { questionPage } from '../../web/pages/question-page.ts';
import { endOtherSessions } from '../end-other-sessions.ts';
import type { AccountPageDeps } from './account-page-deps.ts';
import { answerRefusal } from './answer-refusal.ts';

const OTHERS_PATH = `${SECURITY_PATH}/sessions/end-others`;

const endOne: UserPage<AccountPageDeps> = {
  method: 'POST',
  path: `${SECURITY_PATH}/sessions/:id/end`,
  access: 'signed_in',
  handle: async ({ accounts }, { user, params, session, texts }) => {
    const isEnded = await accounts.sessions.endSession(user.id, params.text('id'));
    if (!isEnded) return notFoundPage();
    session.keepNotice({ kind: 'done', text: texts.security.sessions.ended });
    return redirectTo(SECURITY_PATH);
  },
};

const askOthers: UserPage<AccountPageDeps> = {
  method: 'GET',
  path: OTHERS_PATH,
  access: 'signed_in',
  handle: async (_, request) => {
    const { frame, security } = request.texts;
    const words = security.endingOthers;
    return questionPage(request, {
      section: 'security',
      title: words.title,
      heading: words.heading,
      text: html`<p>${words.text}</p>`,
      action: OTHERS_PATH,
      submit: { label: words.submit },
      back: { label: frame.cancel, path: SECURITY_PATH },
    });
  },
};

const endOthers: UserPage<AccountPageDeps> = {
  method: 'POST',
  path: OTHERS_PATH,
  access: 'signed_in',
  handle: async ({ accounts }, { user, raw, session, texts }) => {
    const browser = accounts.browsers.userBrowser(raw.request);
    const renewed = await endOtherSessions(accounts, user.id, browser);
    if (!renewed.ok) {
      return answerRefusal(texts.refusals, renewed.refusal, () => redirectTo('/sign-in'));
    }
    accounts.browsers.begin(raw.request, { opened: renewed.value });
    session.keepNotice({ kind: 'done', text: texts.security.endingOthers.done });
    return redirectTo(SECURITY_PATH);
  },
};

export const securitySessionPages: readonly Page<AccountPageDeps>[] = [
  endOne,
  askOthers,
  endOthers,
];
