import {
  LANGUAGES,
  type PreferenceRefusal,
  type Preferences,
  type PreferenceTexts,
  THEMES,
  UNITS,
} from '../../../account/preferences.ts';
import { presentZone, TIME_ZONES } from '../../../base/time-zone.ts';
import { changePreferences } from '../../../usecases/accounts/change-preferences.ts';
import { choiceField, postForm, problemSummary, selectField, textField } from '../kit/controls.ts';
import type { Figures } from '../kit/figures.ts';
import { type Html, html } from '../kit/html.ts';
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
import { LANGUAGE_NAMES } from './language-names.ts';
import { CONFIRM_PATH } from './when-confirmed.ts';

const PATH = '/preferences';

const show: UserPage = {
  method: 'GET',
  path: PATH,
  access: 'signed_in',
  handle: async (deps, request) =>
    showForm(deps, request, textsOf(request.texts.figures, request.user.preferences), null),
};

const send: UserPage = {
  method: 'POST',
  path: PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const { form, session, user } = request;
    const typed: PreferenceTexts = {
      language: form.text('language'),
      unit: form.text('unit'),
      currency: form.text('currency'),
      timeZone: form.text('time_zone'),
      theme: form.text('theme'),
      hidesAmounts: form.text('hides_amounts'),
      confirmAboveSat: request.texts.figures.readDigits(form.text('confirm_above')),
    };
    const changed = await changePreferences(deps, user, {
      texts: typed,
      currencies: deps.rates.currencies,
      isConfirmed: session.isConfirmed(deps.clock.now()),
    });
    return changed.ok
      ? afterChange(request, changed.value.isLimitKept)
      : showForm(deps, request, typed, changed.refusal);
  },
};

export const preferencePages: readonly Page[] = [show, send];

function afterChange({ session, texts }: UserPageRequest, isLimitKept: boolean): PageAnswer {
  const words = texts.preferences;
  if (!isLimitKept) {
    session.keepNotice({ kind: 'done', text: words.done });
    return redirectTo(PATH);
  }
  session.keepNotice({ kind: 'problem', text: words.confirmFirst });
  session.rememberReturn(PATH);
  return redirectTo(CONFIRM_PATH);
}

const textsOf = (figures: Figures, preferences: Preferences): PreferenceTexts => ({
  language: preferences.language ?? '',
  unit: preferences.unit,
  currency: preferences.currency ?? '',
  timeZone: presentZone(preferences.timeZone ?? '') ?? '',
  theme: preferences.theme,
  hidesAmounts: preferences.hidesAmounts ? 'on' : '',
  confirmAboveSat: figures.digits(preferences.confirmAboveSat),
});

function showForm(
  { rates }: Pick<PageDeps, 'rates'>,
  { session, texts }: UserPageRequest,
  typed: PreferenceTexts,
  refusal: PreferenceRefusal | null,
): ShownPage {
  const words = texts.preferences;
  const problem = refusal === null ? null : words.problems[refusal.field];
  return showPage({
    title: words.title,
    section: 'preferences',
    width: 'narrow',
    status: problem === null ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      <p class="lead">${words.lead}</p>
      ${problemSummary(problem)}
      ${postForm({
        action: PATH,
        csrfToken: session.csrfToken(),
        fields: [
          ...fieldsOfLook(texts.preferences, typed),
          currencyField(texts.preferences, typed, rates.currencies),
          ...fieldsOfCare(texts.preferences, typed),
        ],
        submit: { label: words.save },
      })}`,
  });
}

type Words = UserPageRequest['texts']['preferences'];

const fieldsOfLook = (words: Words, typed: PreferenceTexts): readonly Html[] => [
  selectField({
    name: 'language',
    label: words.language,
    value: typed.language,
    options: [
      ['', words.languageByBrowser],
      ...LANGUAGES.map((language) => [language, LANGUAGE_NAMES[language]] as const),
    ],
  }),
  choiceField({
    name: 'unit',
    legend: words.unit,
    hint: words.unitHint,
    kind: 'one',
    choices: UNITS.map((unit) => ({
      value: unit,
      label: words.units[unit],
      isChosen: unit === typed.unit,
    })),
  }),
  choiceField({
    name: 'theme',
    legend: words.theme,
    kind: 'one',
    choices: THEMES.map((theme) => ({
      value: theme,
      label: words.themes[theme],
      isChosen: theme === typed.theme,
    })),
  }),
  selectField({
    name: 'time_zone',
    label: words.timeZone,
    hint: words.timeZoneHint,
    value: typed.timeZone,
    options: [
      ['', words.timeZoneByBrowser],
      ...TIME_ZONES.map((zone) => [zone, zone.replaceAll('_', ' ')] as const),
    ],
  }),
];

/** Nothing where the operator named no source of prices. */
const currencyField = (
  words: Words,
  { currency }: PreferenceTexts,
  currencies: readonly string[],
): Html | null =>
  currencies.length === 0
    ? null
    : selectField({
        name: 'currency',
        label: words.currency,
        hint: words.currencyHint,
        value: currency,
        options: [['', words.noCurrency], ...currencies.map((code) => [code, code] as const)],
      });

const fieldsOfCare = (words: Words, typed: PreferenceTexts): readonly Html[] => [
  choiceField({
    name: 'hides_amounts',
    legend: words.privacy,
    kind: 'several',
    choices: [
      {
        value: 'on',
        label: words.hidesAmounts,
        hint: words.hidesAmountsHint,
        isChosen: typed.hidesAmounts !== '',
      },
    ],
  }),
  textField({
    name: 'confirm_above',
    label: words.confirmAbove,
    hint: words.confirmAboveHint,
    value: typed.confirmAboveSat,
    inputMode: 'numeric',
  }),
];
