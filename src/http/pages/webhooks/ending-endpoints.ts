import type { Endpoint } from '../../../webhook/endpoint.ts';
import { type Html, html } from '../kit/html.ts';
import { nameOf } from './endpoint-words.ts';

/** What is told nothing more once the grant is revoked that made it; null when there is none. */
export const endingEndpoints = (endpoints: readonly Endpoint[]): Html | null => {
  const ending = endpoints.filter(({ disabled }) => disabled === null);
  if (ending.length === 0) return null;
  return html`
    <p>It made these webhook endpoints, and they end with it. What settles afterwards is not sent to
      them:</p>
    <ul>${ending.map((endpoint) => html`<li>${nameOf(endpoint)}${addressOf(endpoint)}</li>`)}</ul>`;
};

/** Where it leads, if its name does not say that. */
const addressOf = ({ description, url }: Endpoint): string =>
  description === '' ? '' : ` (${URL.parse(url)?.host ?? url})`;
