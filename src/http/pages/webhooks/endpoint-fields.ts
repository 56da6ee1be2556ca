import { MAX_ADDRESS_LENGTH, MAX_WEBHOOK_DESCRIPTION_LENGTH } from '../../../base/limits.ts';
import { EVENT_TYPES } from '../../../webhook/delivery.ts';
import { choiceField, textField } from '../kit/controls.ts';
import { type Content, html } from '../kit/html.ts';
import type { RequestValues } from '../kit/request-values.ts';
import type { PageTexts } from '../texts/en.ts';
import { EVENT_WORDS } from './endpoint-words.ts';

/** What somebody says of an endpoint, as the form has it. */
export interface EndpointFields {
  readonly url: string;
  readonly description: string;
  readonly filterTypes: readonly string[];
}

export const readEndpointFields = (form: RequestValues): EndpointFields => ({
  url: form.text('url').trim(),
  description: form.text('description').trim(),
  filterTypes: form.all('filter_type'),
});

/** Complaints name the field that they are about, as it is called over the API. */
export function endpointFields(
  { frame }: PageTexts,
  fields: EndpointFields,
  complaints: readonly string[],
): Content {
  const problemOf = (name: string): string | undefined => {
    const found = complaints.find((complaint) => complaint.startsWith(`${name} `));
    return found === undefined ? undefined : `The ${NAMES.get(name)}${found.slice(name.length)}.`;
  };
  return [
    textField({
      name: 'url',
      label: 'Address',
      type: 'url',
      value: fields.url,
      isRequired: true,
      maxLength: MAX_ADDRESS_LENGTH,
      problem: problemOf('url'),
      hint: html`Where messages are sent, such as <code>https://shop.example/webhook</code>. It must
        be on the public Internet.`,
    }),
    textField({
      name: 'description',
      label: 'Name',
      value: fields.description,
      optional: frame.optional,
      maxLength: MAX_WEBHOOK_DESCRIPTION_LENGTH,
      problem: problemOf('description'),
      hint: 'What it is for, such as “shop server”.',
    }),
    choiceField({
      name: 'filter_type',
      legend: 'What it is told of',
      kind: 'several',
      problem: problemOf('filter_types') === undefined ? undefined : 'Choose at least one.',
      choices: EVENT_TYPES.map((type) => ({
        value: type,
        isChosen: fields.filterTypes.includes(type),
        label: EVENT_WORDS[type].title,
        hint: html`${EVENT_WORDS[type].meaning} <code>${type}</code>`,
      })),
    }),
  ];
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['url', 'address'],
  ['description', 'name'],
]);
