import { type Content, type Html, html } from '../../i18n/html.ts';
import type { Tag } from '../../i18n/message.ts';
import { card, facts, stateWord, table } from '../../web/pages/components.ts';
import { linkButton, postForm } from '../../web/pages/controls.ts';
import { type Page, showPage, type UserPage, type UserPageRequest } from '../../web/pages/page.ts';
import { SECURITY_PATH } from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { Passkey } from '../passkey.ts';
import type { Session } from '../session.ts';
import type { AccountPageDeps } from './account-page-deps.ts';
import { deviceName } from './device-name.ts';
import { allowsPasskeys } from './passkey-form.ts';
import { emailTitle } from './security-email.ts';
import { SECURITY_PAYMENTS_PATH } from './security-payments.ts';

const show: UserPage<AccountPageDeps> = {
  method: 'GET',
  path: SECURITY_PATH,
  access: 'signed_in',
  handle: async ({ accounts, clock }, request) => {
    const { id } = request.user;
    const { secondFactors, sessions, browsers } = accounts;
    const authenticator = await secondFactors.findAuthenticator(id);
    const hasApp = (authenticator?.confirmedAt ?? null) !== null;
    const codesLeft = hasApp ? await secondFactors.countBackupCodes(id) : 0;
    const passkeys = await secondFactors.listPasskeys(id);
    const open = await sessions.listSessions(id, clock.now());
    const present = browsers.browserOf(request.raw.request).session?.id ?? '';
    const { security: words } = request.texts;
    return showPage({
      title: words.title,
      section: 'security',
      main: html`
        <h1>${words.title}</h1>
        ${signInCard(request)}
        ${paymentsCard(request)}
        ${authenticatorCard(words.authenticator, hasApp, codesLeft)}
        ${passkeysCard(request.texts, passkeys, allowsPasskeys(accounts))}
        ${sessionsCard(request, open, present)}`,
    });
  },
};

export const securityPages: readonly Page<AccountPageDeps>[] = [show];

type Words = PageTexts['security'];

const signInCard = ({ user, texts }: UserPageRequest): Html =>
  card(
    texts.security.signingIn,
    html`
      ${facts([[texts.accountFields.email, user.email ?? '–']])}
      <p class="actions">
        ${linkButton(texts.securityChanges.password.title, `${SECURITY_PATH}/password`)}
        ${linkButton(emailTitle(texts, user), `${SECURITY_PATH}/email`)}
      </p>`,
  );

const paymentsCard = ({ user, texts }: UserPageRequest): Html => {
  const words = texts.securityChanges.payments;
  return card(
    words.title,
    html`
      ${facts([[words.above, texts.format.amount(user.preferences.confirmAboveSat)]])}
      <p class="actions">${linkButton(words.change, SECURITY_PAYMENTS_PATH)}</p>`,
  );
};

const authenticatorCard = (
  words: Words['authenticator'],
  hasApp: boolean,
  codesLeft: number,
): Html =>
  card(
    words.heading,
    hasApp
      ? html`
        <p>${stateWord('good', words.inUse)}</p>
        <p>${words.on({ codesLeft })}</p>
        <p class="actions">
          ${linkButton(words.newCodes, `${SECURITY_PATH}/backup-codes`)}
          ${linkButton(words.stop, `${SECURITY_PATH}/authenticator/remove`)}
        </p>`
      : html`
        <p>${stateWord('ended', words.notInUse)}</p>
        <p>${words.off}</p>
        <p class="actions">${linkButton(words.setUp, `${SECURITY_PATH}/authenticator`)}</p>`,
  );

const passkeysCard = (
  texts: PageTexts,
  passkeys: readonly Passkey[],
  areAllowed: boolean,
): Html => {
  const words = texts.security.passkeys;
  return card(
    words.heading,
    html`
      <p>${words.text}</p>
      ${passkeys.length === 0 ? null : passkeyTable(texts, passkeys)}
      ${
        areAllowed
          ? html`<p class="actions">${linkButton(words.add, `${SECURITY_PATH}/passkeys/new`)}</p>`
          : html`<p class="hint">${words.notHere}</p>`
      }`,
  );
};

const passkeyTable = (
  { format, security: { passkeys: words } }: PageTexts,
  passkeys: readonly Passkey[],
): Html =>
  table({
    caption: words.caption,
    columns: [
      { name: words.name },
      { name: words.added },
      { name: words.lastUsed },
      { name: words.action },
    ],
    rows: passkeys.map(({ id, name, createdAt, lastUsedAt }) => [
      name,
      format.moment(createdAt),
      lastUsedAt === null ? words.never : format.moment(lastUsedAt),
      html`<a href="${SECURITY_PATH}/passkeys/${id}/remove">${words.remove({ name, unseen })}</a>`,
    ]),
  });

/**
 * Text for screen readers alone, whose users cannot see to which row of the list a button belongs.
 */
const unseen: Tag = (inner) => html`<span class="unseen">${inner}</span>`;

function sessionsCard(
  { session, texts }: UserPageRequest,
  open: readonly Session[],
  present: string,
): Html {
  const { sessions: words, device } = texts.security;
  const csrfToken = session.csrfToken();
  return card(
    words.heading,
    html`
      ${table({
        caption: words.caption,
        columns: [
          { name: words.browser },
          { name: words.address },
          { name: words.since },
          { name: words.lastUsed },
          { name: words.action },
        ],
        rows: open.map((one) => [
          deviceName(device, one.device),
          one.address,
          texts.format.moment(one.createdAt),
          texts.format.moment(one.lastSeenAt),
          one.id === present
            ? stateWord('good', words.present)
            : endButton(words.end, one, csrfToken),
        ]),
      })}
      ${
        open.length > 1
          ? html`<p class="actions">
              ${linkButton(words.endOthers, `${SECURITY_PATH}/sessions/end-others`)}
            </p>`
          : null
      }`,
  );
}

const endButton = (label: string, { id }: Session, csrfToken: string): Content =>
  postForm({
    action: `${SECURITY_PATH}/sessions/${id}/end`,
    csrfToken,
    fields: null,
    submit: { label, look: 'plain' },
  });
