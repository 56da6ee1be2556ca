import type { Budget } from '../../authorization/budget.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import { type Content, html } from '../../i18n/html.ts';
import { hostPattern } from '../../web/host-pattern.ts';
import { hiddenField, selectField, textField } from '../../web/pages/controls.ts';
import type { FormatterSet } from '../../web/pages/formatters.ts';
import { type IdempotentForm, readFormId } from '../../web/pages/idempotent-form.ts';
import type { PageRequest } from '../../web/pages/page.ts';
import type { RequestValues } from '../../web/pages/request-values.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import {
  PAIRING_PARAMETERS,
  type PairingRequest,
  readOrigin,
} from '../nwc-keys/pairing-request.ts';
import { NEW_CONNECTION_PATH } from './app-paths.ts';
import {
  askField,
  BUDGET_FIELD_NAMES,
  type BudgetFields,
  type BudgetProblem,
  budgetFields,
  chosenBudget,
  problemText,
  readBudgetFields,
  suggestedBudgetFields,
} from './budget-fields.ts';
import { lifetimeOptions, NEVER, readLifetime } from './lifetimes.ts';

/** What a user chooses on the page where an app that has made its own key asks to be connected. */
export interface PairingFields extends IdempotentForm {
  readonly budget: BudgetFields;
  /** The end of the connection, if the app's request does not determine it. */
  readonly end: string;
  readonly problem?: PairingFieldProblem;
}

export type PairingFieldProblem = BudgetProblem | 'over_most' | 'no_connection_end';

export interface PairingChoice {
  readonly budget: Budget | null;
  readonly expiresAt: Date | null;
}

/**
 * A form field by which a script says that the window that opened this page is still there and can
 * get the answer.
 */
export const OPENER_FIELD = 'opener_waits';
const END_FIELD = 'connection_end';

/** Names of the fields whose values are kept while users prove who they are. */
export const RESUMABLE_PAIRING_FIELDS: readonly string[] = [
  ...PAIRING_PARAMETERS,
  ...BUDGET_FIELD_NAMES,
  END_FIELD,
];

/**
 * The parameters of the app's request, with the website that opened the window. Browsers name that
 * website only in the first request, by the header `Referer`. It counts more than the website that
 * the app names.
 */
export function pairingParameters({ query, raw: { request } }: PageRequest): RequestValues {
  const [referer, named] = [request.headers.referer ?? '', query.text('opener')].map((text) => {
    const origin = readOrigin(text);
    return origin === null || isOfService(request, origin) ? '' : origin;
  });
  const opener = referer || named || '';
  return { ...query, text: (name) => (name === 'opener' ? opener : query.text(name)) };
}

/**
 * Whether an address belongs to this service. No app is served here, so an app with such an address
 * wants to be taken for the service itself.
 */
export const isOfService = (
  { headers }: Pick<PageRequest['raw']['request'], 'headers'>,
  address: string,
): boolean => {
  const url = URL.parse(address);
  return url !== null && hostPattern(url, 'its').test(headers.host ?? '');
};

/** The address of the page with the app's request, including the website that opened the window. */
export function pairingPath(parameters: RequestValues): string {
  const given = PAIRING_PARAMETERS.map((name): [string, string] => [name, parameters.text(name)]);
  const query = new URLSearchParams(given.filter(([, text]) => text !== ''));
  return `${NEW_CONNECTION_PATH}?${query}`;
}

/**
 * Hidden fields that repeat the app's parameters, so that the form grants exactly what the page
 * showed.
 */
export const parameterFields = (parameters: RequestValues): Content =>
  PAIRING_PARAMETERS.map((name) => hiddenField(name, parameters.text(name)));

export const readPairingFields = (form: RequestValues): PairingFields => ({
  formId: readFormId(form),
  budget: { ...readBudgetFields(form), end: NEVER },
  end: form.text(END_FIELD),
});

/** What the form contains at first: what the app asks for, otherwise suggestions. */
export function suggestedPairing(
  format: FormatterSet,
  { most, interval }: PairingRequest,
  balanceSat: bigint,
): Omit<PairingFields, 'formId'> {
  const suggested = suggestedBudgetFields(format, balanceSat);
  const amount = most === null ? suggested.amount : format.digits(most.limitSat);
  const asked = { amount, interval: most?.interval ?? interval ?? suggested.interval };
  return { budget: { ...suggested, ...asked, end: NEVER }, end: YEAR };
}

const YEAR = '365';

/** Reads what the user allows the app. It can be at most what the app asks for. */
export function choosePairing(
  format: FormatterSet,
  asked: PairingRequest,
  { budget: fields, end }: PairingFields,
  now: Date,
): Result<PairingChoice, PairingFieldProblem> {
  const lifetime = asked.expiresAt === null ? readLifetime(end, now, {}) : { at: asked.expiresAt };
  if (lifetime === null) return refuse('no_connection_end');
  if (!asksToSpend(asked)) return accept({ budget: null, expiresAt: lifetime.at });
  const { most } = asked;
  const bound = most === null ? {} : ({ limit: 'some', interval: most.interval } as const);
  const budget = chosenBudget(format, { ...fields, ...bound }, { presentEnd: null }, now);
  if (!budget.ok) return budget;
  const limitSat = budget.value?.limitSat ?? 0n;
  if (most !== null && limitSat > most.limitSat) return refuse('over_most');
  return accept({ budget: budget.value, expiresAt: lifetime.at });
}

export const asksToSpend = ({ scopes }: Pick<PairingRequest, 'scopes'>): boolean =>
  scopes.includes('payments:send');

export function pairingFields(
  texts: PageTexts,
  asked: PairingRequest,
  { budget, end, problem }: PairingFields,
  balanceSat: bigint,
): Content {
  const isOwn = problem === 'over_most' || problem === 'no_connection_end';
  const { problem: _, ...typed } = budget;
  const limit = { ...typed, ...(problem === undefined || isOwn ? {} : { problem }) };
  const spending =
    asked.most === null
      ? budgetFields(texts, limit, { balanceSat, presentEnd: null, isEndless: true })
      : boundField(texts, asked.most, typed, problem);
  const noEnd = problem === 'no_connection_end' ? texts.connections.creating.noEnd : undefined;
  return [
    asksToSpend(asked) ? spending : null,
    asked.expiresAt === null
      ? selectField({
          name: END_FIELD,
          label: texts.connections.creating.end,
          value: end,
          options: lifetimeOptions(texts, {}),
          problem: noEnd,
        })
      : null,
  ];
}

function boundField(
  texts: PageTexts,
  { limitSat, interval }: NonNullable<PairingRequest['most']>,
  { amount, askAbove }: BudgetFields,
  problem: PairingFieldProblem | undefined,
): Content {
  const { budget: words, pairing, format } = texts;
  const most = format.sat(limitSat);
  const wrong = problem === 'over_most' || problem === 'bad_amount';
  return html`
    <fieldset class="field budget">
      <legend>${words.legend}</legend>
      ${textField({
        name: 'amount',
        label: words.amount,
        value: amount,
        unit: 'sat',
        inputMode: 'numeric',
        hint: pairing.most({ amount: most, interval: words.intervals[interval] }),
        problem: wrong ? pairing.overMost({ amount: format.digits(limitSat) }) : undefined,
      })}
      ${askField(texts, askAbove, problem === 'bad_ask' ? problemText(texts, problem) : undefined)}
    </fieldset>`;
}
