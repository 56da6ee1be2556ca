import { presentZone, TIME_ZONES } from '../../base/time-zone.ts';
import { type Html, html } from '../../i18n/html.ts';
import { LANGUAGES } from '../../i18n/language.ts';
import {
  type LookPreferences,
  type PreferenceRefusal,
  type PreferenceTexts,
  readPreferences,
  THEMES,
  UNITS,
} from '../../users/preferences.ts';
import { keepHidesAmounts } from '../../web/pages/browser-amounts.ts';
import { choiceField, postForm, problemSummary, selectField } from '../../web/pages/controls.ts';
import {
  type Page,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import type { RequestValues } from '../../web/pages/request-values.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import type { AccountPageDeps } from './account-page-deps.ts';
import { LANGUAGE_NAMES } from './language-names.ts';

const PATH = '/preferences';

/** Names of the fields in the form with a user's preferences. */
const FIELDS = {
  language: 'language',
  unit: 'unit',
  currency: 'currency',
  timeZone: 'time_zone',
  theme: 'theme',
  hidesAmounts: 'hides_amounts',
  showsName: 'shows_name',
} as const;

const show: UserPage<AccountPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const { user } = request;
    const resumed = readResumedForm(request);
    const shown = resumed === null ? textsOf(user.preferences) : readTyped(resumed);
    return showForm(deps, request, shown, null);
  },
};

const send: UserPage<AccountPageDeps> = {
  method: 'POST',
  path: PATH,
  access: 'signed_in',
  resumable: { fields: Object.values(FIELDS) },
  handle: async (deps, request) => {
    const { form, session, texts, user } = request;
    const typed = readTyped(form);
    const wanted = readPreferences(typed, deps.rates.currencies);
    if (!wanted.ok) return showForm(deps, request, typed, wanted.refusal);
    const { confirmAboveSat } = user.preferences;
    await deps.users.changePreferences(user.id, { ...wanted.value, confirmAboveSat });
    // A cookie may hold an earlier choice to hide or show amounts in this browser alone. The last
    // choice counts, so a changed preference replaces the cookie.
    const { hidesAmounts } = wanted.value;
    if (hidesAmounts !== user.preferences.hidesAmounts)
      keepHidesAmounts(request.raw.reply, hidesAmounts);
    session.keepNotice({ kind: 'done', text: texts.preferences.done });
    return redirectTo(PATH);
  },
};

export const preferencePages: readonly Page<AccountPageDeps>[] = [show, send];

const readTyped = (form: RequestValues): PreferenceTexts => ({
  language: form.text(FIELDS.language),
  unit: form.text(FIELDS.unit),
  currency: form.text(FIELDS.currency),
  timeZone: form.text(FIELDS.timeZone),
  theme: form.text(FIELDS.theme),
  hidesAmounts: form.text(FIELDS.hidesAmounts),
  showsName: form.text(FIELDS.showsName),
});

const textsOf = (preferences: LookPreferences): PreferenceTexts => ({
  language: preferences.language ?? '',
  unit: preferences.unit,
  currency: preferences.currency ?? '',
  timeZone: presentZone(preferences.timeZone ?? '') ?? '',
  theme: preferences.theme,
  hidesAmounts: preferences.hidesAmounts ? 'on' : '',
  showsName: preferences.showsName ? 'on' : '',
});

function showForm(
  { rates }: Pick<AccountPageDeps, 'rates'>,
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
          ...fieldsOfPeople(texts.preferences, typed),
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

/** The field for a currency; absent if the operator named no source of prices. */
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

const fieldsOfPeople = (words: Words, typed: PreferenceTexts): readonly Html[] => [
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
  choiceField({
    name: FIELDS.showsName,
    legend: words.people,
    kind: 'several',
    choices: [
      {
        value: 'on',
        label: words.showsName,
        hint: words.showsNameHint,
        isChosen: typed.showsName !== '',
      },
    ],
  }),
];
