import { OPERATOR_GRANT, WEB_GRANT } from '../../authorization/caller.ts';
import { type Html, html } from '../../i18n/html.ts';
import { ADDRESS_GRANT } from '../../invoices/invoice-store.ts';
import {
  hiddenField,
  linkButton,
  type SelectOption,
  selectField,
  submitButton,
  textField,
} from '../../web/pages/controls.ts';
import { icon } from '../../web/pages/icons.ts';
import { ACTIVITY_PATH } from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { Spender } from '../activity-store.ts';
import { MAX_SEARCH_LENGTH } from '../limits.ts';
import {
  type ActivityQueryInput,
  addressOfInput,
  type InputProblem,
  isSearched,
  SHOWN,
} from './activity-query.ts';
import { nameOfSpender } from './spender-name.ts';

const DIRECTIONS = [
  ['both', 'all'],
  ['incoming', 'incoming'],
  ['outgoing', 'outgoing'],
] as const;

/**
 * Links that choose between incoming and outgoing entries, because most people look for one
 * direction only.
 */
export const directionFilter = (
  words: PageTexts['activity'],
  input: ActivityQueryInput,
): Html => html`
  <nav class="filters" aria-label="${words.filters}">${DIRECTIONS.map(([direction, name]) => {
    const mark = direction === input.direction ? html` aria-current="true"` : null;
    const address = addressOfInput({ ...input, direction, before: null });
    return html`<a href="${address}"${mark}>${words[name]}</a>`;
  })}</nav>`;

export interface FilterForm {
  readonly input: ActivityQueryInput;
  readonly problems: ReadonlySet<InputProblem>;
  readonly offered: readonly Spender[];
}

/**
 * The form with the filters. It is sent by GET, so that the browser's Back button works and a
 * filtered list can be bookmarked.
 */
export function activityFilters(texts: PageTexts, form: FilterForm): Html {
  const words = texts.activity;
  const { input } = form;
  const shown = SHOWN[input.direction];
  return html`
    <details class="finder"${isSearched(input) ? html` open` : null}>
      <summary>${icon('search')}${words.search}</summary>
      <form class="card" method="get" action="${ACTIVITY_PATH}" role="search">
        ${shown === '' ? null : hiddenField('show', shown)}
        ${textField({
          name: 'q',
          label: words.text,
          hint: words.searchHint,
          value: input.text,
          maxLength: MAX_SEARCH_LENGTH,
        })}
        <div class="more-filters">${narrowFields(texts, form)}</div>
        <p class="actions">
          ${submitButton({ label: words.show, look: 'plain' })}
          ${isSearched(input) ? linkButton(words.clear, ACTIVITY_PATH, 'quiet') : null}
        </p>
      </form>
    </details>`;
}

function narrowFields(texts: PageTexts, { input, problems, offered }: FilterForm): Html {
  const words = texts.activity;
  const dayProblem = (name: 'from' | 'to') => (problems.has(name) ? words.badDay : undefined);
  return html`
    ${selectField({
      name: 'state',
      label: words.state,
      value: input.state === 'all' ? '' : input.state,
      options: (['all', 'settled', 'waiting', 'pending', 'failed'] as const).map((state) => [
        state === 'all' ? '' : state,
        words.states[state],
      ]),
    })}
    ${selectField({
      name: 'app',
      label: words.app,
      value: input.grantId ?? '',
      options: spenderOptions(texts, offered),
    })}
    ${textField({
      name: 'from',
      type: 'date',
      label: words.from,
      value: input.from,
      problem: dayProblem('from'),
    })}
    ${textField({
      name: 'to',
      type: 'date',
      label: words.to,
      value: input.to,
      problem: dayProblem('to'),
    })}
    ${textField({
      name: 'min',
      label: words.minAmount,
      value: input.minAmount,
      inputMode: 'numeric',
      unit: 'sat',
      problem: problems.has('minAmount') ? words.badAmount : undefined,
    })}`;
}

const spenderOptions = (
  { activity, records: { spenders: words } }: PageTexts,
  offered: readonly Spender[],
): readonly SelectOption[] => [
  ['', activity.allApps],
  [WEB_GRANT, words.you],
  [ADDRESS_GRANT, words.address],
  [OPERATOR_GRANT, words.operator],
  ...offered.map((spender): SelectOption => [spender.grantId, nameOfSpender(words, spender)]),
];
