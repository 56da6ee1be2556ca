import type { NamedContact } from '../../people/contact-store.ts';
import { type Html, html } from '../../texts/html.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { SendPayee, WalletHere } from '../read-send-draft.ts';

type Words = PageTexts['send']['payee'];

/** Who is paid. Names are words of others: they stay apart from what stands beside them. */
export function renderPayee(words: Words, payee: SendPayee): Html {
  switch (payee.kind) {
    case 'named':
      return payee.here === null
        ? namedPayee(payee.contact, payee.name)
        : html`
            ${namedPayee(payee.contact, payee.name)}<br>
            <span class="faint">${hereWords(words, payee.here)}</span>`;
    case 'here':
      return html`<bdi>${hereWords(words, payee.here)}</bdi>`;
    case 'node':
      return html`
        <bdi>${payee.alias ?? words.unnamed}</bdi><br>
        <code>${keyEnds(payee.pubkey)}</code>`;
  }
}

/** Beside the name that the reader keeps, the address always stands: it is what is paid. */
export const namedPayee = (contact: Pick<NamedContact, 'name'> | null, address: string): Html =>
  contact === null
    ? html`<bdi>${address}</bdi>`
    : html`<bdi>${contact.name}</bdi> · <bdi>${address}</bdi>`;

const hereWords = (words: Words, { name, isOwn }: WalletHere): string => {
  if (isOwn) return words.ownWallet;
  return name === null ? words.someoneHere : words.here({ name });
};

const keyEnds = (pubkey: string): string => `${pubkey.slice(0, 8)}…${pubkey.slice(-8)}`;
