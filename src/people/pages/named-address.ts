import { type Html, html } from '../../texts/html.ts';

/** A name may be anything, so the address, which is what is paid, always stands beside it. */
export const namedAddress = (name: string | null, address: string): Html =>
  name === null ? html`<bdi>${address}</bdi>` : html`<bdi>${name}</bdi> · <bdi>${address}</bdi>`;
