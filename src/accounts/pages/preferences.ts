import type { Sat } from '../../base/amount.ts';
import { presentZone, TIME_ZONES } from '../../base/time-zone.ts';
import { type Html, html } from '../../texts/html.ts';
import { LANGUAGES } from '../../texts/language.ts';
import {
  type PreferenceRefusal,
  type Preferences,
  type PreferenceTexts,
  readPreferences,
  THEMES,
  UNITS,
} from '../../users/preferences.ts';
import { keepHidesAmounts } from '../../web/pages/browser-amounts.ts';
import { facts } from '../../web/pages/components.ts';
import {
  choiceField,
  linkButton,
  postForm,
  problemSummary,
  selectField,
  textField,
} from '../../web/pages/controls.ts';
import type { Formatters } from '../../web/pages/formatters.ts';
import {
  type Page,
  type PageAnswer,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import type { RequestValues } from '../../web/pages/request-values.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { AccountPageDeps } from './account-page-deps.ts';
import { LANGUAGE_NAMES } from './language-names.ts';
import { type ProvedAct, whenProved } from './when-proved.ts';

const PATH = '/preferences';

/** Names of the fields. */
const FIELDS = {
  language: 'language',
  unit: 'unit',
  currency: 'currency',
  timeZone: 'time_zone',
  theme: 'theme',
  hidesAmounts: 'hides_amounts',
  showsName: 'shows_name',
  confirmAboveSat: 'confirm_above',
} as const;

const show: UserPage<AccountPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const { texts, user } = request;
    const resumed = readResumedForm(request);
    const shown =
      resumed === null ? textsOf(texts.format, user.preferences) : readTyped(texts.format, resumed);
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
    const typed = readTyped(texts.format, form);
    const wanted = readPreferences(typed, deps.rates.currencies);
    if (!wanted.ok) return showForm(deps, request, typed, wanted.refusal);
    const change = async (): Promise<PageAnswer> => {
      await deps.users.changePreferences(user.id, wanted.value);
      // What was chosen last counts, here too.
      const { hidesAmounts } = wanted.value;
      if (hidesAmounts !== user.preferences.hidesAmounts)
        keepHidesAmounts(request.raw.reply, hidesAmounts);
      session.keepNotice({ kind: 'done', text: texts.preferences.done });
      return redirectTo(PATH);
    };
    // Only who proves who they are may be asked less often for that proof.
    const { confirmAboveSat } = wanted.value;
    if (confirmAboveSat <= user.preferences.confirmAboveSat) return await change();
    return await whenProved(deps, request, actOf(texts, confirmAboveSat), change);
  },
};

const actOf = ({ format, frame, preferences: words }: PageTexts, aboveSat: Sat): ProvedAct => ({
  section: 'preferences',
  title: words.title,
  about: facts([[words.confirmAbove, format.amount(aboveSat)]]),
  submit: words.save,
  back: linkButton(frame.cancel, PATH, 'quiet'),
});

export const preferencePages: readonly Page<AccountPageDeps>[] = [show, send];

const readTyped = (format: Formatters, form: RequestValues): PreferenceTexts => ({
  language: form.text(FIELDS.language),
  unit: form.text(FIELDS.unit),
  currency: form.text(FIELDS.currency),
  timeZone: form.text(FIELDS.timeZone),
  theme: form.text(FIELDS.theme),
  hidesAmounts: form.text(FIELDS.hidesAmounts),
  showsName: form.text(FIELDS.showsName),
  confirmAboveSat: format.readDigits(form.text(FIELDS.confirmAboveSat)),
});

const textsOf = (format: Formatters, preferences: Preferences): PreferenceTexts => ({
  language: preferences.language ?? '',
  unit: preferences.unit,
  currency: preferences.currency ?? '',
  timeZone: presentZone(preferences.timeZone ?? '') ?? '',
  theme: preferences.theme,
  hidesAmounts: preferences.hidesAmounts ? 'on' : '',
  showsName: preferences.showsName ? 'on' : '',
  confirmAboveSat: format.digits(preferences.confirmAboveSat),
});

function showForm(
  { rates }: Pick<AccountPageDeps, 'rates'>,
  { session, texts }: UserPageRequest,
  typed: PreferenceTexts,
  refusal: PreferenceRefusal | null,
): ShownPage {
  const words = texts.preferences;
  const problem = refusal === null ? null : words.problems[refusal.field];
  // The others are chosen from lists.
  const isTyped = refusal?.field === 'confirmAboveSat';
  return showPage({
    title: words.title,
    section: 'preferences',
    width: 'narrow',
    status: problem === null ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      <p class="lead">${words.lead}</p>
      ${problemSummary(isTyped ? null : problem)}
      ${postForm({
        action: PATH,
        csrfToken: session.csrfToken(),
        fields: [
          ...fieldsOfLook(texts.preferences, typed),
          currencyField(texts.preferences, typed, rates.currencies),
          ...fieldsOfCare(texts.preferences, typed, isTyped ? problem : null),
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

const fieldsOfCare = (
  words: Words,
  typed: PreferenceTexts,
  problem: string | null,
): readonly Html[] => [
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
  textField({
    name: 'confirm_above',
    label: words.confirmAbove,
    hint: words.confirmAboveHint,
    value: typed.confirmAboveSat,
    inputMode: 'numeric',
    problem: problem ?? undefined,
    hasFocus: problem !== null,
  }),
];
