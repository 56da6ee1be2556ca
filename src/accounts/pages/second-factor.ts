import { html } from '../../i18n/html.ts';
import type { User } from '../../users/user-store.ts';
import { hiddenField, linkButton, postForm } from '../../web/pages/controls.ts';
import {
  type GuestPage,
  type Page,
  type PageRequest,
  redirectTo,
  refusePage,
  type ShownPage,
  showPage,
} from '../../web/pages/page.ts';
import type { RequestValues } from '../../web/pages/request-values.ts';
import { enterCode } from '../enter-code.ts';
import type { AccountPageDeps } from './account-page-deps.ts';
import { answerRefusal, refusalText } from './answer-refusal.ts';
import { codeField } from './fields.ts';
import { overRate } from './over-rate.ts';
import { allowsPasskeys } from './passkey-form.ts';
import { goOn, halfSignedIn } from './sign-in.ts';

const PATH = '/sign-in/second-factor';

const show: GuestPage<AccountPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'anyone',
  handle: async (deps, request) => {
    const user = halfSignedIn(deps, request);
    if (user === null) return redirectTo('/sign-in');
    const by = isByBackupCode(request.query) ? 'backup' : 'app';
    return await showForm(deps, request, { user, by, problem: null });
  },
};

const send: GuestPage<AccountPageDeps> = {
  method: 'POST',
  path: PATH,
  access: 'anyone',
  handle: async (deps, request) => {
    const { accounts } = deps;
    const browser = accounts.browsers.browserOf(request.raw.request);
    const { session } = browser;
    const user = halfSignedIn(deps, request);
    if (session === null || user === null) return redirectTo('/sign-in');
    const problem = overRate(accounts.addressRates, request, 'guess');
    if (problem !== null) return refusePage(problem);
    const code = request.form.text('code');
    const entered = await enterCode(accounts, { ...browser, session }, code);
    if (entered.ok) return goOn(deps, request, entered.value);
    const by = isByBackupCode(request.form) ? 'backup' : 'app';
    const text = refusalText(request.texts.refusals, entered.refusal);
    const again = await showForm(deps, request, { user, by, problem: text });
    return answerRefusal(request.texts.refusals, entered.refusal, () => again);
  },
};

export const secondFactorPages: readonly Page<AccountPageDeps>[] = [show, send];

/**
 * Whether a backup code was typed, and not a code of the authenticator app: the form has a field of
 * its own for backup codes.
 */
const isByBackupCode = (values: RequestValues): boolean => values.text(BY_FIELD) === BY_BACKUP_CODE;

const BY_FIELD = 'by';
const BY_BACKUP_CODE = 'backup-code';
const BACKUP_CODE_PATH = `${PATH}?${BY_FIELD}=${BY_BACKUP_CODE}`;

interface CodeForm {
  readonly user: User;
  readonly by: 'app' | 'backup';
  readonly problem: string | null;
}

async function showForm(
  { accounts }: AccountPageDeps,
  { session, texts }: PageRequest,
  { user, by, problem }: CodeForm,
): Promise<ShownPage> {
  const { accountFields, signIn } = texts;
  const words = signIn.secondFactor;
  const shared = { problem: problem ?? undefined, hasFocus: true };
  const passkeys = allowsPasskeys(accounts)
    ? await accounts.secondFactors.listPasskeys(user.id)
    : [];
  return showPage({
    title: words.title,
    width: 'narrow',
    status: problem === null ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      ${postForm({
        action: PATH,
        csrfToken: session.csrfToken(),
        fields:
          by === 'app'
            ? codeField(accountFields, { ...shared, hint: words.codeHint })
            : [
                hiddenField(BY_FIELD, BY_BACKUP_CODE),
                codeField(accountFields, {
                  ...shared,
                  label: words.backupCode,
                  hint: words.backupCodeHint,
                  inputMode: 'text',
                  autocomplete: 'off',
                  isVerbatim: true,
                }),
              ],
        submit: { label: words.submit },
        others: [
          by === 'app'
            ? linkButton(words.useBackupCode, BACKUP_CODE_PATH)
            : linkButton(words.useApp, PATH),
          passkeys.length === 0 ? null : linkButton(signIn.usePasskey, '/sign-in/passkey'),
        ],
      })}
      <p><a href="/sign-in">${words.startAgain}</a></p>`,
  });
}
