import type { Sat } from '../../base/amount.ts';
import { type Content, html } from '../../i18n/html.ts';
import { changeLimits } from '../../outflow/change-outflow.ts';
import type { OutflowLimits } from '../../outflow/outflow-limits.ts';
import type { OutflowView } from '../../outflow/outflow-store.ts';
import type { ProposedLimits } from '../../outflow/propose-limits.ts';
import {
  type LimitProblem,
  type LimitTexts,
  limitTexts,
  maxLimit,
  OUTFLOW_LIMIT_NAMES,
  type OutflowLimitName,
  readTypedLimits,
} from '../../outflow/read-limits.ts';
import { hiddenField, postForm, textField } from '../../web/pages/controls.ts';
import type { Page, UserPageRequest } from '../../web/pages/page.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { type ActionPage, actionPages, again, done, operatorOf } from './action-pages.ts';
import { OUTFLOW_LIMITS_PATH, SAFETY_PATH } from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';

const FIELDS: Readonly<Record<OutflowLimitName, string>> = {
  hourSat: 'hour',
  daySat: 'day',
  netDaySat: 'net_day',
  singleSat: 'single',
  countHour: 'count_hour',
};
const shownName = (name: OutflowLimitName): string => `${FIELDS[name]}_shown`;
/** A field that tells a form that was sent from a page that is opened. */
const SENT = 'sent';

/** The action by which an operator chooses the limits on what leaves. */
const changeOutflowLimits: ActionPage<OutflowView> = {
  path: OUTFLOW_LIMITS_PATH,
  section: 'safety',
  back: SAFETY_PATH,
  isProvedEachTime: true,
  fields: [SENT, ...OUTFLOW_LIMIT_NAMES.flatMap((name) => [FIELDS[name], shownName(name)])],
  find: ({ actions: { outflow } }) => outflow.read(),
  ask: (request, view) => {
    const { title, text, submit } = request.texts.safety.change;
    return { title, text, submit, fields: limitFields(request.texts, view, formOf(request, view)) };
  },
  act: async ({ actions }, request, view) => {
    const words = request.texts.safety.change;
    const form = formOf(request, view);
    if (form.isOutdated) return again(words.outdated);
    const { changes, problems } = readTypedLimits(form.typed, form.shown, view.settings);
    if (Object.keys(problems).length > 0) return again(words.failed);
    if (Object.keys(changes).length === 0) return done(words.unchanged);
    await changeLimits(actions, operatorOf(request), changes);
    return done(words.done);
  },
};

export const outflowLimitPages: readonly Page<OperatorPageDeps>[] =
  actionPages(changeOutflowLimits);

/** The form of the limits, as it is on the page Safety. */
export const limitsForm = (request: UserPageRequest, view: OutflowView): Content =>
  postForm({
    action: OUTFLOW_LIMITS_PATH,
    csrfToken: request.session.csrfToken(),
    fields: limitFields(request.texts, view, presentForm(view)),
    submit: { label: request.texts.safety.change.submit },
  });

/** A button that chooses the limits that are proposed. */
export const proposalForm = (
  { session, texts }: UserPageRequest,
  { hourSat, daySat }: ProposedLimits,
): Content =>
  postForm({
    action: OUTFLOW_LIMITS_PATH,
    csrfToken: session.csrfToken(),
    fields: [
      hiddenField(SENT, 'yes'),
      hiddenField(FIELDS.hourSat, String(hourSat)),
      hiddenField(FIELDS.daySat, String(daySat)),
    ],
    submit: { label: texts.safety.proposed.use },
  });

interface LimitsForm {
  readonly typed: LimitTexts;
  /** The limits when the form was shown first. */
  readonly shown: LimitTexts;
  /** Whether someone else has changed the limits since. */
  readonly isOutdated: boolean;
}

const presentForm = ({ chosen }: OutflowView): LimitsForm => {
  const texts = limitTexts(chosen);
  return { typed: texts, shown: texts, isOutdated: false };
};

/** The form that was sent, now or before the operator confirmed who they are. */
function formOf(request: UserPageRequest, view: OutflowView): LimitsForm {
  const sent = readResumedForm(request) ?? request.form;
  if (sent.text(SENT) === '') return presentForm(view);
  const read = (textOf: (name: OutflowLimitName) => string): LimitTexts => ({
    hourSat: textOf('hourSat'),
    daySat: textOf('daySat'),
    netDaySat: textOf('netDaySat'),
    singleSat: textOf('singleSat'),
    countHour: textOf('countHour'),
  });
  const { readDigits } = request.texts.format;
  const shown = read((name) => sent.text(shownName(name)));
  const present = limitTexts(view.chosen);
  return {
    typed: read((name) => readDigits(sent.text(FIELDS[name]).trim())),
    shown,
    isOutdated: OUTFLOW_LIMIT_NAMES.some((name) => shown[name] !== present[name]),
  };
}

/** The fields of the form; those of a form that is out of date show the present limits. */
function limitFields(texts: PageTexts, view: OutflowView, form: LimitsForm): Content {
  const { typed, shown } = form.isOutdated ? presentForm(view) : form;
  const { problems } = readTypedLimits(typed, shown, view.settings);
  return html`
    ${hiddenField(SENT, 'yes')}
    <div class="field-grid">${OUTFLOW_LIMIT_NAMES.map((name) => {
      const problem = problems[name];
      return html`
        ${hiddenField(shownName(name), shown[name])}
        ${textField({
          name: FIELDS[name],
          label: texts.safety.limits[name],
          hint: hintOf(texts, view.settings, name),
          value: presentText(texts, typed[name]),
          inputMode: 'numeric',
          maxLength: 40,
          ...(name === 'countHour' ? {} : { unit: 'sat' }),
          problem: problem === undefined ? undefined : problemText(texts, view, name, problem),
        })}`;
    })}</div>`;
}

const presentText = ({ format }: PageTexts, text: string): string =>
  /^\d{1,16}$/.test(text) ? format.digits(BigInt(text)) : text;

const hintOf = (texts: PageTexts, settings: OutflowLimits, name: OutflowLimitName): Content => {
  const words = texts.safety.change;
  const most = settings[name];
  const hint = words.hints[name];
  return most === null
    ? hint
    : html`${hint} <strong>${words.setting({ limit: limitText(texts, name, most) })}</strong>`;
};

function problemText(
  texts: PageTexts,
  { settings }: OutflowView,
  name: OutflowLimitName,
  problem: LimitProblem,
): string {
  const { change: words } = texts.safety;
  const most = settings[name];
  return problem === 'above_settings' && most !== null
    ? words.aboveSetting({ limit: limitText(texts, name, most) })
    : words.notNumber({ most: texts.format.digits(maxLimit(name)) });
}

/** A limit with its unit, for running text. */
export const limitText = (
  { format }: PageTexts,
  name: OutflowLimitName,
  limit: Sat | number,
): string => (name === 'countHour' ? format.digits(limit) : format.sat(limit));
