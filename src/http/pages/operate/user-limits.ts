import type { LimitSettings, OwnLimit } from '../../../access/user-limits.ts';
import type { User } from '../../../account/user-store.ts';
import { MAX_BUDGET_SAT } from '../../../base/limits.ts';
import {
  checkUserLimits,
  setUserLimits,
  type TypedLimits,
} from '../../../usecases/accounts/set-user-limits.ts';
import { USERS_PATH } from '../account/user-list.ts';
import { whenConfirmed } from '../account/when-confirmed.ts';
import { choice, linkButton, postForm, problemSummary, textField } from '../kit/controls.ts';
import { type Html, html } from '../kit/html.ts';
import { pathOfKept, readKept } from '../kit/kept-form.ts';
import {
  type Page,
  type PageAnswer,
  redirectTo,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../kit/page.ts';
import type { RequestValues } from '../kit/request-values.ts';
import type { PageDeps } from '../page-deps.ts';
import type { PageTexts } from '../texts/page-texts.ts';
import { withOpenUser } from './with-user.ts';

/** Limits of custody of one user: how much they may have here, and send per day. */
const LIMITS_PATH = `${USERS_PATH}/:id/limits`;

export const limitsPath = ({ id }: Pick<User, 'id'>): string => `${USERS_PATH}/${id}/limits`;

const show: UserPage = {
  method: 'GET',
  path: LIMITS_PATH,
  access: 'admin',
  handle: (deps, request) =>
    withOpenUser(deps, request, async (user) => {
      const settings = await deps.oversight.userLimits.readLimitSettings(user.id);
      const kept = readKept(request);
      const typed =
        kept === null ? presentFields(request.texts, settings) : readFields(request.texts, kept);
      return showForm(request, user, { settings, typed, problem: null });
    }),
};

const change: UserPage = {
  method: 'POST',
  path: LIMITS_PATH,
  access: 'admin',
  handle: (deps, request) =>
    withOpenUser(deps, request, async (user) => {
      const typed = readFields(request.texts, request.form);
      const wanted = {
        maxBalance: limitOf(typed.maxBalance),
        maxSendDay: limitOf(typed.maxSendDay),
      };
      const checked = checkUserLimits(wanted);
      if (!checked.ok) {
        const settings = await deps.oversight.userLimits.readLimitSettings(user.id);
        return showForm(request, user, { settings, typed, problem: checked.refusal.field });
      }
      const back = pathOfKept(request.session, limitsPath(user), request.form, FIELD_NAMES);
      return whenConfirmed(deps, request, back, () => setLimits(deps, request, user, wanted));
    }),
};

export const userLimitPages: readonly Page[] = [show, change];

/** The same as the command `user set`. */
async function setLimits(
  { clock, random, oversight: { userLimits } }: PageDeps,
  { user: admin, session, texts }: UserPageRequest,
  user: User,
  wanted: TypedLimits,
): Promise<PageAnswer> {
  const by = { adminId: admin.id };
  await setUserLimits({ userLimits, clock, random }, { userId: user.id, by, ...wanted });
  session.keepNotice({ kind: 'done', text: texts.users.limits.done(user.email) });
  return redirectTo(`${USERS_PATH}/${user.id}`);
}

/** One limit as the form has it. */
interface LimitField {
  readonly choice: string;
  readonly amount: string;
}

type LimitFields = Readonly<Record<keyof TypedLimits, LimitField>>;

const NAMES = { maxBalance: 'max_balance', maxSendDay: 'max_send_day' } as const;
const amountName = (field: keyof TypedLimits) => `${NAMES[field]}_sat` as const;
const FIELD_NAMES = [
  ...[NAMES.maxBalance, NAMES.maxSendDay],
  ...[amountName('maxBalance'), amountName('maxSendDay')],
];

function readFields({ figures }: PageTexts, form: RequestValues): LimitFields {
  const read = (field: keyof TypedLimits): LimitField => ({
    choice: form.text(NAMES[field]),
    amount: figures.readDigits(form.text(amountName(field))),
  });
  return { maxBalance: read('maxBalance'), maxSendDay: read('maxSendDay') };
}

function presentFields({ figures }: PageTexts, settings: LimitSettings): LimitFields {
  const present = (limit: OwnLimit): LimitField =>
    typeof limit === 'string'
      ? { choice: limit, amount: '' }
      : { choice: 'own', amount: figures.digits(limit) };
  return { maxBalance: present(settings.maxBalance), maxSendDay: present(settings.maxSendDay) };
}

/** As `user set` reads it. */
const limitOf = ({ choice: chosen, amount }: LimitField): string =>
  chosen === 'own' ? amount : chosen;

interface LimitForm {
  readonly settings: LimitSettings;
  readonly typed: LimitFields;
  /** The one that cannot be read. */
  readonly problem: keyof TypedLimits | null;
}

function showForm(request: UserPageRequest, user: User, form: LimitForm): PageAnswer {
  const { frame, users } = request.texts;
  const words = users.limits;
  return showPage({
    title: words.title,
    section: 'users',
    width: 'narrow',
    status: form.problem === null ? 200 : 400,
    main: html`
      <h1>${words.heading(user.email)}</h1>
      ${problemSummary(form.problem === null ? null : words.failed)}
      <section class="card">
        <p>${words.text}</p>
        ${postForm({
          action: limitsPath(user),
          csrfToken: request.session.csrfToken(),
          fields: [
            limitFields(request.texts, 'maxBalance', form),
            limitFields(request.texts, 'maxSendDay', form),
          ],
          submit: { label: words.submit },
          others: linkButton(frame.cancel, `${USERS_PATH}/${user.id}`, 'quiet'),
        })}
      </section>`,
  });
}

function limitFields(
  { figures, users: { limits: words } }: PageTexts,
  field: keyof TypedLimits,
  { settings, typed, problem }: LimitForm,
): Html {
  const name = NAMES[field];
  const { choice: chosen, amount } = typed[field];
  const fallback = settings.defaults[field === 'maxBalance' ? 'maxBalanceSat' : 'maxSendDaySat'];
  const fallbackText = fallback === null ? words.noLimit : figures.sat(fallback);
  const isWrong = problem === field;
  return html`
    <fieldset class="field budget">
      <legend>${words[field].legend}</legend>
      <p class="hint">${words[field].hint}</p>
      ${choice(name, 'one', {
        value: 'default',
        label: words.choices.default(fallbackText),
        isChosen: chosen === 'default',
      })}
      ${choice(name, 'one', { value: 'own', label: words.choices.own, isChosen: chosen === 'own' })}
      <div class="within">
        ${textField({
          name: amountName(field),
          label: words.amount,
          value: amount,
          unit: 'sat',
          inputMode: 'numeric',
          problem: isWrong ? words.badAmount(figures.digits(MAX_BUDGET_SAT)) : undefined,
        })}
      </div>
      ${choice(name, 'one', {
        value: 'none',
        label: words.choices.none,
        isChosen: chosen === 'none',
      })}
    </fieldset>`;
}
