import { addressOfNamed } from '../../contacts/pages/named-address.ts';
import { type Html, html } from '../../i18n/html.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { RequestParty } from '../request-store.ts';
import type { RequestPageDeps } from './request-page-deps.ts';

/** The lightning address of a user; null once they have given it up. */
export const addressOf = (
  { addressDomain }: Pick<RequestPageDeps, 'addressDomain'>,
  { addressName }: RequestParty,
): string | null => (addressName === null ? null : `${addressName}@${addressDomain()}`);

/**
 * Reads which of the given users are in the reader's contacts, by lightning address, with the names
 * that the reader gave them.
 */
export const readContactNames = (
  deps: Pick<RequestPageDeps, 'addressDomain' | 'contacts'>,
  userId: string,
  parties: readonly RequestParty[],
) => {
  const addresses = parties.map((party) => addressOf(deps, party)).filter((one) => one !== null);
  return deps.contacts.findByTargets(userId, addresses);
};

export type ContactNames = Awaited<ReturnType<typeof readContactNames>>;

/**
 * Shows another user. Names are what people call themselves, so the address, which is theirs alone,
 * comes first. The reader's own name for them takes precedence over the one that they gave.
 */
export function renderParty(
  deps: Pick<RequestPageDeps, 'addressDomain'>,
  { requests: words }: PageTexts,
  contacts: ContactNames,
  party: RequestParty,
): Html {
  const address = addressOf(deps, party);
  const name = (address === null ? null : contacts.get(address)?.name) ?? party.name;
  if (address === null) return html`<bdi>${name ?? words.someone}</bdi>`;
  return addressOfNamed(address, name === null ? null : html`<bdi>${name}</bdi>`);
}
