import { type Html, html } from '../../i18n/html.ts';
import { postForm } from '../../web/pages/controls.ts';
import {
  type Page,
  redirectTo,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { ADDRESS_PATH } from '../../web/pages/paths.ts';
import type { AddressPageDeps } from './address-page-deps.ts';

const PATH = `${ADDRESS_PATH}/zaps`;
const FIELD = 'takes_zaps';

const send: UserPage<AddressPageDeps> = {
  method: 'POST',
  path: PATH,
  access: 'signed_in',
  handle: async ({ addressNames }, { form, session, user, texts }) => {
    const takesZaps = form.text(FIELD) === 'yes';
    await addressNames.setTakesZaps(user.id, takesZaps);
    const { turnedOn, turnedOff } = texts.address.zaps;
    session.keepNotice({ kind: 'done', text: takesZaps ? turnedOn : turnedOff });
    return redirectTo(ADDRESS_PATH);
  },
};

export const addressZapPages: readonly Page<AddressPageDeps>[] = [send];

/**
 * The part of the page Address on which users choose whether they accept zaps, payments that payers
 * show publicly on Nostr.
 */
export async function zapSection(
  { addressNames }: Pick<AddressPageDeps, 'addressNames'>,
  { session, texts, user }: UserPageRequest,
): Promise<Html> {
  const words = texts.address.zaps;
  if (user.nostrPubkey === null) {
    const needsKey = words.needsKey({ link: (inner) => html`<a href="/profile">${inner}</a>` });
    return html`<h2>${words.title}</h2><p>${words.lead}</p><p>${needsKey}</p>`;
  }
  const takesZaps = await addressNames.findTakesZaps(user.id);
  const submit = takesZaps
    ? ({ label: words.turnOff, look: 'plain', name: FIELD, value: 'no' } as const)
    : ({ label: words.turnOn, look: 'plain', name: FIELD, value: 'yes' } as const);
  return html`
    <h2>${words.title}</h2>
    <p>${words.lead}</p>
    <p>${takesZaps ? words.isOn : words.isOff}</p>
    ${postForm({ action: PATH, csrfToken: session.csrfToken(), fields: null, submit })}`;
}
