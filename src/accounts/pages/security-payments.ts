import { html } from '../../i18n/html.ts';
import { readConfirmAbove } from '../../users/preferences.ts';
import { facts } from '../../web/pages/components.ts';
import { linkButton, postForm, textField } from '../../web/pages/controls.ts';
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
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import type { AccountPageDeps } from './account-page-deps.ts';
import { requireStepUp } from './require-step-up.ts';

export const SECURITY_PAYMENTS_PATH = `${SECURITY_PATH}/payments`;

const FIELD = 'confirm_above';

const show: UserPage<AccountPageDeps> = {
  method: 'GET',
  path: SECURITY_PAYMENTS_PATH,
  access: 'signed_in',
  handle: async (_, request) => {
    const { texts, user } = request;
    const present = texts.format.digits(user.preferences.confirmAboveSat);
    return showForm(request, readResumedForm(request)?.text(FIELD) ?? present, null);
  },
};

const send: UserPage<AccountPageDeps> = {
  method: 'POST',
  path: SECURITY_PAYMENTS_PATH,
  access: 'signed_in',
  resumable: { fields: [FIELD] },
  handle: async (deps, request) => {
    const { form, session, texts, user } = request;
    const words = texts.securityChanges.payments;
    const typed = form.text(FIELD);
    const confirmAboveSat = readConfirmAbove(texts.format.readDigits(typed));
    if (confirmAboveSat === null) return showForm(request, typed, words.wrong);
    const change = async (): Promise<PageAnswer> => {
      await deps.users.changePreferences(user.id, { ...user.preferences, confirmAboveSat });
      session.keepNotice({ kind: 'done', text: words.done });
      return redirectTo(SECURITY_PATH);
    };
    // A user who wants to be asked for a proof at fewer payments than before must give a proof now.
    if (confirmAboveSat <= user.preferences.confirmAboveSat) return await change();
    const act = {
      section: 'security',
      title: words.title,
      about: facts([[words.above, texts.format.amount(confirmAboveSat)]]),
      submit: words.submit,
      back: linkButton(texts.frame.cancel, SECURITY_PAYMENTS_PATH, 'quiet'),
    } as const;
    return await requireStepUp(deps, request, act, change);
  },
};

export const securityPaymentsPages: readonly Page<AccountPageDeps>[] = [show, send];

function showForm(
  { session, texts }: UserPageRequest,
  typed: string,
  problem: string | null,
): ShownPage {
  const words = texts.securityChanges.payments;
  return showPage({
    title: words.title,
    section: 'security',
    width: 'narrow',
    status: problem === null ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      ${postForm({
        action: SECURITY_PAYMENTS_PATH,
        csrfToken: session.csrfToken(),
        fields: textField({
          name: FIELD,
          label: words.label,
          hint: words.hint,
          value: typed,
          inputMode: 'numeric',
          problem: problem ?? undefined,
          hasFocus: true,
        }),
        submit: { label: words.submit },
        others: linkButton(texts.frame.cancel, SECURITY_PATH),
      })}`,
  });
}
