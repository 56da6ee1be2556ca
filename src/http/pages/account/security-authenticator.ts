import { removeAuthenticator } from '../../../usecases/accounts/remove-authenticator.ts';
import {
  type AuthenticatorDraft,
  confirmAuthenticator,
  draftAuthenticator,
  renewBackupCodes,
} from '../../../usecases/accounts/set-up-authenticator.ts';
import { qrSvg } from '../../present/qr-picture.ts';
import { linkButton, postForm, problemSummary } from '../kit/controls.ts';
import { html } from '../kit/html.ts';
import {
  type Page,
  type PageAnswer,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../kit/page.ts';
import type { PageDeps } from '../page-deps.ts';
import { showBackupCodes } from './backup-codes.ts';
import { codeField } from './fields.ts';
import { answerRefusal, refusalText } from './refusal-texts.ts';
import { whenConfirmed } from './when-confirmed.ts';

const PATH = '/security/authenticator';
const REMOVE_PATH = '/security/authenticator/remove';
const CODES_PATH = '/security/backup-codes';

const show: UserPage = {
  method: 'GET',
  path: PATH,
  access: 'signed_in',
  handle: (deps, request) => whenConfirmed(deps, request, PATH, () => showDraft(deps, request)),
};

const send: UserPage = {
  method: 'POST',
  path: PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    whenConfirmed(deps, request, PATH, async () => {
      const { user, form } = request;
      const codes = await confirmAuthenticator(deps.accounts, user.id, form.text('code'));
      if (codes.ok) return showBackupCodes(request.texts, codes.value, 'Your app is set up.');
      const { refusal } = codes;
      if (refusal.kind === 'wrong_code') return showDraft(deps, request, refusalText(refusal));
      return answerRefusal(refusal, () => redirectTo('/security'));
    }),
};

const askRemove: UserPage = {
  method: 'GET',
  path: REMOVE_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    whenConfirmed(deps, request, REMOVE_PATH, async () =>
      showQuestion(request, {
        path: REMOVE_PATH,
        title: 'Stop using the app?',
        submit: 'Stop using the app',
        text: 'From then on your password alone signs you in. Your backup codes end too.',
      }),
    ),
};

const remove: UserPage = {
  method: 'POST',
  path: REMOVE_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    whenConfirmed(deps, request, REMOVE_PATH, async () => {
      await removeAuthenticator(deps.accounts, request.user);
      const text = 'You are not asked for codes any more.';
      request.session.keepNotice({ kind: 'done', text });
      return redirectTo('/security');
    }),
};

const askCodes: UserPage = {
  method: 'GET',
  path: CODES_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    whenConfirmed(deps, request, CODES_PATH, async () =>
      showQuestion(request, {
        path: CODES_PATH,
        title: 'New backup codes?',
        submit: 'Make new codes',
        text: 'The codes that you have now stop working.',
      }),
    ),
};

const makeCodes: UserPage = {
  method: 'POST',
  path: CODES_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    whenConfirmed(deps, request, CODES_PATH, async () => {
      const codes = await renewBackupCodes(deps.accounts, request.user.id);
      if (codes.ok)
        return showBackupCodes(request.texts, codes.value, 'Your old codes have ended.');
      return answerRefusal(codes.refusal, () => redirectTo('/security'));
    }),
};

export const securityAuthenticatorPages: readonly Page[] = [
  show,
  send,
  askRemove,
  remove,
  askCodes,
  makeCodes,
];

async function showDraft(
  { accounts }: PageDeps,
  request: UserPageRequest,
  problem: string | null = null,
): Promise<PageAnswer> {
  const draft = await draftAuthenticator(accounts, request.user);
  if (draft.ok) return showForm(request, draft.value, problem);
  return answerRefusal(draft.refusal, () => redirectTo('/security'));
}

const showForm = (
  { session }: UserPageRequest,
  { address, spelled }: AuthenticatorDraft,
  problem: string | null,
): ShownPage =>
  showPage({
    title: 'Set up an authenticator app',
    section: 'account',
    width: 'narrow',
    status: problem === null ? 200 : 400,
    main: html`
      <h1>Set up an authenticator app</h1>
      ${problemSummary(problem)}
      <p>Scan this with your app, or open <a href="${address}">this link</a> on the phone that has
        it.</p>
      <p><img class="qr" src="${pictureOf(address)}" alt="QR code for your authenticator app"
        width="240" height="240"></p>
      <p>If you cannot scan it, type this key: <code>${spelled}</code></p>
      ${postForm({
        action: PATH,
        csrfToken: session.csrfToken(),
        fields: codeField({ label: 'Code', hint: 'The six digits that your app shows now.' }),
        submit: { label: 'Use this app' },
        others: linkButton('Leave it', '/security'),
      })}`,
  });

const pictureOf = (text: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(qrSvg(text)).toString('base64')}`;

interface Question {
  readonly path: string;
  readonly title: string;
  readonly text: string;
  readonly submit: string;
}

const showQuestion = (
  { session }: UserPageRequest,
  { path, title, text, submit }: Question,
): ShownPage =>
  showPage({
    title,
    section: 'account',
    width: 'narrow',
    main: html`
      <h1>${title}</h1>
      <p>${text}</p>
      ${postForm({
        action: path,
        csrfToken: session.csrfToken(),
        fields: null,
        submit: { label: submit, look: 'danger' },
        others: linkButton('Leave it', '/security'),
      })}`,
  });
