import { addressOfNamed, namedAddress } from '../../contacts/pages/named-address.ts';
import { keyEnds } from '../../contacts/pages/shown-target.ts';
import { type Html, html } from '../../i18n/html.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { SendPayee, WalletHere } from '../read-send-draft.ts';

type Words = PageTexts['send']['payee'];

/**
 * Shows a payee. Names are set apart from the words around them, because others chose them and they
 * may contain any text.
 */
export function renderPayee(words: Words, payee: SendPayee): Html {
  switch (payee.kind) {
    case 'named':
      return payee.here === null
        ? namedAddress(payee.contact?.name ?? null, payee.name)
        : html`
            ${namedAddress(payee.contact?.name ?? null, payee.name)}<br>
            <span class="faint">${hereWords(words, payee.here)}</span>`;
    case 'here':
      return renderHere(words, payee.here);
    case 'chain':
      return payee.here === null
        ? html`<code>${payee.address}</code>`
        : html`
            <code>${payee.address}</code><br>
            <span class="faint">${hereWords(words, payee.here)}</span>`;
    case 'node':
      return renderNode(words, payee);
  }
}

/** Shows a wallet of this service. The address comes first, because owners may choose any name. */
const renderHere = (words: Words, here: WalletHere): Html => {
  const said = html`<bdi>${hereWords(words, here)}</bdi>`;
  return here.address === null ? said : addressOfNamed(here.address, said);
};

const hereWords = (words: Words, { name, isOwn }: WalletHere): string => {
  if (isOwn) return words.ownWallet;
  return name === null ? words.someoneHere : words.here({ name });
};

/**
 * Shows a node. A node may give itself any name, even that of a contact, so a contact's name is
 * followed by the node's key.
 */
function renderNode(
  words: Words,
  { alias, pubkey, contact }: Extract<SendPayee, { kind: 'node' }>,
): Html {
  const key = keyEnds(pubkey);
  return contact === null
    ? html`
        <bdi>${alias ?? words.unnamed}</bdi><br>
        <code>${key}</code>`
    : namedAddress(contact.name, key);
}
