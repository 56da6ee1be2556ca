import { type Content, html } from '../../i18n/html.ts';
import { emptyState } from '../../web/pages/components.ts';
import { postForm, textField } from '../../web/pages/controls.ts';
import { code } from '../../web/pages/message-tags.ts';
import {
  type Page,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { ADDRESS_PATH } from '../../web/pages/paths.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import { claimAddress } from '../claim-address.ts';
import { MAX_ADDRESS_NAME_CHANGES, MAX_ADDRESS_NAME_LENGTH } from '../limits.ts';
import { addressCard } from './address-card.ts';
import type { AddressPageDeps } from './address-page-deps.ts';
import { payPageSection } from './address-pay-page.ts';
import { zapSection } from './address-zaps.ts';

const FIELD = 'address_name';

const show: UserPage<AddressPageDeps> = {
  method: 'GET',
  path: ADDRESS_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const present = await deps.addressNames.findName(request.user.id);
    const resumed = readResumedForm(request);
    const typed = resumed?.has(FIELD) ? resumed.text(FIELD) : (present ?? '');
    return showForm(deps, request, { present, typed }, null);
  },
};

const send: UserPage<AddressPageDeps> = {
  method: 'POST',
  path: ADDRESS_PATH,
  access: 'signed_in',
  resumable: { fields: [FIELD] },
  handle: async (deps, request) => {
    const { form, session, user, texts } = request;
    const typed = form.text(FIELD);
    const chosen =
      typed.trim() === ''
        ? ({ ok: false, refusal: { kind: 'bad_address_name' } } as const)
        : await claimAddress(deps, { userId: user.id, text: typed, by: 'user' });
    if (!chosen.ok) {
      const present = await deps.addressNames.findName(user.id);
      const problem = texts.address.refused[chosen.refusal.kind];
      return showForm(deps, request, { present, typed }, problem);
    }
    const lightningAddress = `${chosen.value}@${deps.addressDomain()}`;
    const text = texts.address.chosen({ lightningAddress });
    session.keepNotice({ kind: 'done', text });
    return redirectTo(ADDRESS_PATH);
  },
};

export const addressPages: readonly Page<AddressPageDeps>[] = [show, send];

interface Shown {
  /** The address name that the user has now; null if they have none. */
  readonly present: string | null;
  readonly typed: string;
}

async function showForm(
  deps: AddressPageDeps,
  request: UserPageRequest,
  { present, typed }: Shown,
  problem: string | null,
): Promise<ShownPage> {
  const { session, texts } = request;
  const words = texts.address;
  const domain = deps.addressDomain();
  const yours =
    present === null
      ? emptyState(words.none, words.noneHint)
      : await addressCard(deps, texts, present);
  return showPage({
    title: words.title,
    section: 'address',
    width: 'narrow',
    status: problem === null ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      <p class="lead">${words.lead}</p>
      ${yours}
      ${isForPlay(domain) ? html`<p class="hint">${words.playOnly({ domain, code })}</p>` : null}
      ${postForm({
        action: ADDRESS_PATH,
        csrfToken: session.csrfToken(),
        fields: [
          textField({
            name: FIELD,
            label: words.name,
            value: typed,
            hint: hintOf(words, present, domain),
            maxLength: MAX_ADDRESS_NAME_LENGTH,
            isRequired: true,
            problem: problem ?? undefined,
          }),
        ],
        submit: { label: present === null ? words.choose : words.change },
      })}
      ${present === null ? null : await payPageSection(deps, request)}
      ${present === null ? null : await zapSection(deps, request)}`,
  });
}

const hintOf = (
  words: UserPageRequest['texts']['address'],
  present: string | null,
  domain: string,
): Content =>
  present === null
    ? words.nameHint({ domain })
    : `${words.nameHint({ domain })} ${words.changeHint({ changesMax: MAX_ADDRESS_NAME_CHANGES })}`;

/**
 * Whether wallets elsewhere cannot reach addresses of this domain: they require https without a
 * port, and a domain with a dot.
 */
const isForPlay = (domain: string): boolean => /:\d+$/.test(domain) || !/\.[a-z]/.test(domain);
