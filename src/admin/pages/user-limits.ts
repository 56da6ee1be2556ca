import { requireRecentAuth } from '../../accounts/pages/require-recent-auth.ts';
import {
  type ByLimit,
  byLimit,
  LIMIT_NAMES,
  type LimitName,
  type LimitSettings,
} from '../../authorization/user-limits.ts';
import { MAX_BUDGET_SAT } from '../../base/limits.ts';
import { type Html, html } from '../../i18n/html.ts';
import {
  checkUserLimits,
  setUserLimits,
  type TypedLimits,
} from '../../ledger/limits/set-user-limits.ts';
import { accountName } from '../../users/account-name.ts';
import type { User } from '../../users/user-store.ts';
import {
  choice,
  linkButton,
  postForm,
  problemSummary,
  textField,
} from '../../web/pages/controls.ts';
import {
  type Page,
  type PageAnswer,
  redirectTo,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import type { RequestValues } from '../../web/pages/request-values.ts';
import { formResumePath, readResumedForm } from '../../web/pages/resumed-form.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { operatorOf } from './action-pages.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';
import { USERS_PATH } from './user-list.ts';
import { withOpenUser } from './with-user.ts';

/** The path of the limits of one user: how much they may hold here, and send per day. */
const LIMITS_PATH = `${USERS_PATH}/:id/limits`;

export const limitsPath = ({ id }: Pick<User, 'id'>): string => `${USERS_PATH}/${id}/limits`;

const CHOICE_NAMES: ByLimit<string> = { maxBalance: 'max_balance', maxSendDay: 'max_send_day' };
const amountName = (limit: LimitName): string => `${CHOICE_NAMES[limit]}_sat`;
const shownName = (limit: LimitName): string => `${CHOICE_NAMES[limit]}_shown`;
const FIELD_NAMES = LIMIT_NAMES.flatMap((limit) => [
  CHOICE_NAMES[limit],
  amountName(limit),
  shownName(limit),
]);

const show: UserPage<OperatorPageDeps> = {
  method: 'GET',
  path: LIMITS_PATH,
  access: 'admin',
  handle: (deps, request) =>
    withOpenUser(deps, request, async (user) => {
      const settings = await deps.operatorStores.userLimits.readLimitSettings(user.id);
      const resumed = readResumedForm(request);
      if (resumed === null) return showForm(request, user, presentForm(request, settings));
      const typed = readFields(request.texts, resumed);
      return showForm(request, user, { settings, typed, shown: readShown(resumed), problem: null });
    }),
};

const change: UserPage<OperatorPageDeps> = {
  method: 'POST',
  path: LIMITS_PATH,
  access: 'admin',
  resumable: { fields: FIELD_NAMES },
  handle: (deps, request) =>
    withOpenUser(deps, request, async (user) => {
      const typed = readFields(request.texts, request.form);
      const wanted = byLimit((name) => limitOf(typed[name]));
      const shown = readShown(request.form);
      const checked = checkUserLimits(wanted);
      const problem = checked.ok ? findNotChosen(typed, shown) : checked.refusal.field;
      if (problem !== null) {
        const settings = await deps.operatorStores.userLimits.readLimitSettings(user.id);
        return showForm(request, user, { settings, typed, shown, problem });
      }
      const { form, session, texts } = request;
      const path = formResumePath(session, limitsPath(user), form, FIELD_NAMES);
      const act = { path, title: texts.users.limits.title };
      return requireRecentAuth(deps, request, act, () => setLimits(deps, request, user, wanted));
    }),
};

export const userLimitPages: readonly Page<OperatorPageDeps>[] = [show, change];

/**
 * Sets the limits of a user, as the command `user set` does. Only limits that were changed in the
 * form are set.
 */
async function setLimits(
  { clock, random, operatorStores: { userLimits } }: OperatorPageDeps,
  request: UserPageRequest,
  user: User,
  wanted: TypedLimits,
): Promise<PageAnswer> {
  const { session, texts, form } = request;
  const by = operatorOf(request);
  const input = { userId: user.id, by, shown: readShown(form), ...wanted };
  const set = await setUserLimits({ userLimits, clock, random }, input);
  if (!set.ok) {
    const settings = await userLimits.readLimitSettings(user.id);
    return showForm(request, user, { ...presentForm(request, settings), problem: 'changed' });
  }
  session.keepNotice({ kind: 'done', text: texts.users.limits.done({ email: accountName(user) }) });
  return redirectTo(`${USERS_PATH}/${user.id}`);
}

/** A limit of a user, as the fields of the form show it. */
interface LimitField {
  readonly choice: string;
  readonly amount: string;
}

type LimitFields = ByLimit<LimitField>;

const readFields = ({ format }: PageTexts, form: RequestValues): LimitFields =>
  byLimit((limit) => ({
    choice: form.text(CHOICE_NAMES[limit]),
    amount: format.readDigits(form.text(amountName(limit))),
  }));

const readShown = (form: RequestValues): ByLimit<string> =>
  byLimit((limit) => form.text(shownName(limit)));

const presentForm = ({ texts }: UserPageRequest, settings: LimitSettings): LimitForm => ({
  settings,
  typed: presentFields(texts, settings),
  shown: byLimit((limit) => String(settings[limit])),
  problem: null,
});

const presentFields = ({ format }: PageTexts, settings: LimitSettings): LimitFields =>
  byLimit((limit) => {
    const own = settings[limit];
    return typeof own === 'string'
      ? { choice: own, amount: '' }
      : { choice: 'own', amount: format.digits(own) };
  });

/** The limit that was filled into the form, in the notation of the command `user set`. */
const limitOf = ({ choice: chosen, amount }: LimitField): string =>
  chosen === 'own' ? amount : chosen;

/**
 * Finds a limit for which a number was typed although another choice than "own limit" is marked, so
 * that the number would be lost.
 */
function findNotChosen(typed: LimitFields, shown: ByLimit<string>): LimitName | null {
  const isLost = (limit: LimitName): boolean => {
    const { choice: chosen, amount } = typed[limit];
    return chosen !== 'own' && amount !== '' && amount !== shown[limit];
  };
  return LIMIT_NAMES.find(isLost) ?? null;
}

interface LimitForm {
  readonly settings: LimitSettings;
  readonly typed: LimitFields;
  /**
   * The limits when the form was first shown, in the notation of the command `user set`. They tell
   * whether someone else has changed a limit since.
   */
  readonly shown: ByLimit<string>;
  /**
   * The limit that cannot be read, or `changed` if someone else has changed the limits meanwhile;
   * null if there is no problem.
   */
  readonly problem: LimitName | 'changed' | null;
}

const statusOf = ({ problem }: LimitForm) =>
  problem === null ? 200 : problem === 'changed' ? 409 : 400;

function showForm(request: UserPageRequest, user: User, form: LimitForm): PageAnswer {
  const { frame, users } = request.texts;
  const words = users.limits;
  return showPage({
    title: words.title,
    section: 'users',
    width: 'narrow',
    status: statusOf(form),
    main: html`
      <h1>${words.heading({ email: accountName(user) })}</h1>
      ${problemSummary(problemText(words, form.problem))}
      <section class="card">
        <p>${words.text}</p>
        ${postForm({
          action: limitsPath(user),
          csrfToken: request.session.csrfToken(),
          fields: LIMIT_NAMES.map((limit) => limitFields(request.texts, limit, form)),
          submit: { label: words.submit },
          others: linkButton(frame.cancel, `${USERS_PATH}/${user.id}`, 'quiet'),
        })}
      </section>`,
  });
}

function problemText(
  words: PageTexts['users']['limits'],
  problem: LimitForm['problem'],
): string | null {
  if (problem === null) return null;
  return problem === 'changed' ? words.changed : words.failed;
}

const problemOf = (
  { format, users: { limits: words } }: PageTexts,
  { choice: chosen }: LimitField,
): string =>
  chosen === 'own' ? words.badAmount({ most: format.digits(MAX_BUDGET_SAT) }) : words.notChosen;

function limitFields(
  texts: PageTexts,
  limit: LimitName,
  { settings, typed, shown, problem }: LimitForm,
): Html {
  const { format, users } = texts;
  const words = users.limits;
  const name = CHOICE_NAMES[limit];
  const { choice: chosen, amount } = typed[limit];
  const fallback = settings.defaults[`${limit}Sat`];
  const fallbackText = fallback === null ? words.noLimit : format.sat(fallback);
  return html`
    <input type="hidden" name="${shownName(limit)}" value="${shown[limit]}">
    <fieldset class="field budget">
      <legend>${words[limit].legend}</legend>
      <p class="hint">${words[limit].hint}</p>
      ${choice(name, 'one', {
        value: 'default',
        label: words.choices.default({ limit: fallbackText }),
        isChosen: chosen === 'default',
      })}
      ${choice(name, 'one', { value: 'own', label: words.choices.own, isChosen: chosen === 'own' })}
      <div class="within">
        ${textField({
          name: amountName(limit),
          label: words.amount,
          value: amount,
          unit: 'sat',
          inputMode: 'numeric',
          problem: problem === limit ? problemOf(texts, typed[limit]) : undefined,
        })}
      </div>
      ${choice(name, 'one', {
        value: 'none',
        label: words.choices.none,
        isChosen: chosen === 'none',
      })}
    </fieldset>`;
}
