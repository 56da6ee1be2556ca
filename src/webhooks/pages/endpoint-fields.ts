import { MAX_ADDRESS_LENGTH } from '../../base/limits.ts';
import { type Content, html } from '../../i18n/html.ts';
import { choiceField, textField } from '../../web/pages/controls.ts';
import { code } from '../../web/pages/message-tags.ts';
import type { RequestValues } from '../../web/pages/request-values.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { EVENT_TYPES } from '../delivery.ts';
import type { EndpointProblem, EndpointValidationError } from '../endpoint-validation.ts';
import { MAX_WEBHOOK_DESCRIPTION_LENGTH } from '../limits.ts';

/** The fields of the form for an endpoint, as the user filled them in. */
export interface EndpointFields {
  readonly url: string;
  readonly description: string;
  readonly filterTypes: readonly string[];
}

export const ENDPOINT_FIELD_NAMES: readonly string[] = ['url', 'description', 'filter_type'];

export const readEndpointFields = (form: RequestValues): EndpointFields => ({
  url: form.text('url').trim(),
  description: form.text('description').trim(),
  filterTypes: form.all('filter_type'),
});

export function endpointFields(
  { frame, webhooks }: PageTexts,
  fields: EndpointFields,
  complaints: readonly EndpointValidationError[],
): Content {
  const words = webhooks.fields;
  const problemOf = (name: keyof EndpointFields): string | undefined => {
    const found = complaints.find(({ problem }) => fieldOf(problem) === name);
    return found === undefined ? undefined : words.problems[found.problem];
  };
  return [
    textField({
      name: 'url',
      label: words.url,
      type: 'url',
      value: fields.url,
      isRequired: true,
      maxLength: MAX_ADDRESS_LENGTH,
      problem: problemOf('url'),
      hint: words.urlHint({ code }),
    }),
    textField({
      name: 'description',
      label: words.name,
      value: fields.description,
      optional: frame.optional,
      maxLength: MAX_WEBHOOK_DESCRIPTION_LENGTH,
      problem: problemOf('description'),
      hint: words.nameHint,
    }),
    choiceField({
      name: 'filter_type',
      legend: words.events,
      kind: 'several',
      problem: problemOf('filterTypes'),
      choices: EVENT_TYPES.map((type) => ({
        value: type,
        isChosen: fields.filterTypes.includes(type),
        label: webhooks.events[type].title,
        hint: html`${webhooks.events[type].meaning} <code>${type}</code>`,
      })),
    }),
  ];
}

function fieldOf(problem: EndpointProblem): keyof EndpointFields {
  if (problem === 'description_too_long') return 'description';
  return problem === 'no_types' || problem === 'unknown_types' ? 'filterTypes' : 'url';
}
