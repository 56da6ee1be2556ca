import { html } from '../../i18n/html.ts';
import { linkButton, postForm } from '../../web/pages/controls.ts';
import { code } from '../../web/pages/message-tags.ts';
import {
  type Page,
  type PageAnswer,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { SECURITY_PATH } from '../../web/pages/paths.ts';
import { questionPage } from '../../web/pages/question-page.ts';
import { qrSvg } from '../../web/qr-picture.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { removeAuthenticator } from '../remove-authenticator.ts';
import {
  type AuthenticatorDraft,
  confirmAuthenticator,
  draftAuthenticator,
  renewBackupCodes,
} from '../set-up-authenticator.ts';
import type { AccountPageDeps } from './account-page-deps.ts';
import { answerRefusal, refusalText } from './answer-refusal.ts';
import { showBackupCodes } from './backup-codes.ts';
import { codeField } from './fields.ts';
import { type RecentAuthAct, requireRecentAuth } from './require-recent-auth.ts';

const PATH = `${SECURITY_PATH}/authenticator`;
const REMOVE_PATH = `${SECURITY_PATH}/authenticator/remove`;
const CODES_PATH = `${SECURITY_PATH}/backup-codes`;

const show: UserPage<AccountPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    requireRecentAuth(deps, request, actOf(request, PATH, 'setUpApp'), () =>
      showDraft(deps, request),
    ),
};

const send: UserPage<AccountPageDeps> = {
  method: 'POST',
  path: PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    requireRecentAuth(deps, request, actOf(request, PATH, 'setUpApp'), async () => {
      const { user, form, texts } = request;
      const codes = await confirmAuthenticator(deps.accounts, user.id, form.text('code'));
      const { setUpApp } = texts.securityChanges;
      if (codes.ok) return showBackupCodes(texts, codes.value, setUpApp.done);
      const { refusal } = codes;
      if (refusal.kind === 'wrong_code') {
        return showDraft(deps, request, refusalText(texts.refusals, refusal));
      }
      return answerRefusal(texts.refusals, refusal, () => redirectTo(SECURITY_PATH));
    }),
};

const askRemove: UserPage<AccountPageDeps> = {
  method: 'GET',
  path: REMOVE_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    requireRecentAuth(deps, request, actOf(request, REMOVE_PATH, 'stopApp'), async () =>
      showQuestion(request, REMOVE_PATH, request.texts.securityChanges.stopApp),
    ),
};

const remove: UserPage<AccountPageDeps> = {
  method: 'POST',
  path: REMOVE_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    requireRecentAuth(deps, request, actOf(request, REMOVE_PATH, 'stopApp'), async () => {
      await removeAuthenticator(deps.accounts, request.user);
      const text = request.texts.securityChanges.stopApp.done;
      request.session.keepNotice({ kind: 'done', text });
      return redirectTo(SECURITY_PATH);
    }),
};

const askCodes: UserPage<AccountPageDeps> = {
  method: 'GET',
  path: CODES_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    requireRecentAuth(deps, request, actOf(request, CODES_PATH, 'newCodes'), async () =>
      showQuestion(request, CODES_PATH, request.texts.securityChanges.newCodes),
    ),
};

const makeCodes: UserPage<AccountPageDeps> = {
  method: 'POST',
  path: CODES_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    requireRecentAuth(deps, request, actOf(request, CODES_PATH, 'newCodes'), async () => {
      const codes = await renewBackupCodes(deps.accounts, request.user.id);
      const { texts } = request;
      const { newCodes } = texts.securityChanges;
      if (codes.ok) return showBackupCodes(texts, codes.value, newCodes.done);
      return answerRefusal(texts.refusals, codes.refusal, () => redirectTo(SECURITY_PATH));
    }),
};

const actOf = (
  { texts }: UserPageRequest,
  path: string,
  what: 'setUpApp' | 'stopApp' | 'newCodes',
): RecentAuthAct => ({ path, title: texts.securityChanges[what].title });

export const securityAuthenticatorPages: readonly Page<AccountPageDeps>[] = [
  show,
  send,
  askRemove,
  remove,
  askCodes,
  makeCodes,
];

async function showDraft(
  { accounts }: AccountPageDeps,
  request: UserPageRequest,
  problem: string | null = null,
): Promise<PageAnswer> {
  const draft = await draftAuthenticator(accounts, request.user);
  if (draft.ok) return showForm(request, draft.value, problem);
  return answerRefusal(request.texts.refusals, draft.refusal, () => redirectTo(SECURITY_PATH));
}

function showForm(
  { session, texts }: UserPageRequest,
  { address, spelled }: AuthenticatorDraft,
  problem: string | null,
): ShownPage {
  const words = texts.securityChanges.setUpApp;
  return showPage({
    title: words.title,
    section: 'security',
    width: 'narrow',
    status: problem === null ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      <p>${words.scan({ link: (inner) => html`<a href="${address}">${inner}</a>` })}</p>
      <p><img class="qr" src="${pictureOf(address)}" alt="${words.picture}" width="240"
        height="240"></p>
      <p>${words.spelled({ key: spelled, code })}</p>
      ${postForm({
        action: PATH,
        csrfToken: session.csrfToken(),
        fields: codeField(texts.accountFields, {
          hint: words.codeHint,
          problem: problem ?? undefined,
          hasFocus: problem !== null,
        }),
        submit: { label: words.submit },
        others: linkButton(texts.frame.cancel, SECURITY_PATH),
      })}`,
  });
}

const pictureOf = (text: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(qrSvg(text)).toString('base64')}`;

type QuestionWords = PageTexts['securityChanges']['stopApp' | 'newCodes'];

const showQuestion = (
  request: UserPageRequest,
  path: string,
  { title, text, submit }: QuestionWords,
): ShownPage =>
  questionPage(request, {
    section: 'security',
    title,
    text: html`<p>${text}</p>`,
    action: path,
    submit: { label: submit },
    back: { label: request.texts.frame.cancel, path: SECURITY_PATH },
  });
