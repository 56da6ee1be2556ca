import { type Html, html } from '../../i18n/html.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { Endpoint } from '../endpoint.ts';
import { nameOf } from './endpoint-words.ts';

/**
 * A list of the endpoints that end with the app or token that created them; null when there are
 * none.
 */
export const endingEndpoints = (
  { webhooks }: PageTexts,
  endpoints: readonly Endpoint[],
): Html | null => {
  const ending = endpoints.filter(({ disabled }) => disabled === null);
  if (ending.length === 0) return null;
  return html`
    <p>${webhooks.ending}</p>
    <ul>${ending.map((endpoint) => html`<li>${nameOf(endpoint)}${addressOf(endpoint)}</li>`)}</ul>`;
};

/**
 * The host of an endpoint, shown beside its name; nothing where the endpoint has no name and its
 * URL is shown.
 */
const addressOf = ({ description, url }: Endpoint): string =>
  description === '' ? '' : ` (${URL.parse(url)?.host ?? url})`;
