import type { Passkey } from '../../../access/passkey.ts';
import type { Session } from '../../../access/session.ts';
import { linkButton, postForm } from '../kit/controls.ts';
import { moment } from '../kit/figures.ts';
import { type Content, type Html, html } from '../kit/html.ts';
import { type Page, showPage, type UserPage, type UserPageRequest } from '../kit/page.ts';
import { card, facts, stateWord, table } from '../kit/pieces.ts';
import { accountTabs } from './account-tabs.ts';
import { deviceName } from './device-name.ts';

const show: UserPage = {
  method: 'GET',
  path: '/security',
  access: 'signed_in',
  handle: async ({ accounts, clock }, request) => {
    const { id, email } = request.user;
    const { secondFactors, sessions, browsers } = accounts;
    const authenticator = await secondFactors.findAuthenticator(id);
    const hasApp = (authenticator?.confirmedAt ?? null) !== null;
    const codesLeft = hasApp ? await secondFactors.countBackupCodes(id) : 0;
    const passkeys = await secondFactors.listPasskeys(id);
    const open = await sessions.listSessions(id, clock.now());
    const present = browsers.browserOf(request.raw.request).session?.id ?? '';
    return showPage({
      title: 'Security',
      section: 'account',
      main: html`
        ${accountTabs('/security')}
        <h1>Security</h1>
        ${signInCard(email)}
        ${authenticatorCard(hasApp, codesLeft)}
        ${passkeysCard(passkeys)}
        ${sessionsCard(open, present, request)}`,
    });
  },
};

export const securityPages: readonly Page[] = [show];

const signInCard = (email: string): Html =>
  card(
    'Signing in',
    html`
      ${facts([['E-mail address', email]])}
      <p class="actions">
        ${linkButton('Change password', '/security/password')}
        ${linkButton('Change e-mail address', '/security/email')}
      </p>`,
  );

const authenticatorCard = (hasApp: boolean, codesLeft: number): Html =>
  card(
    'Authenticator app',
    hasApp
      ? html`
        <p>${stateWord('good', 'In use')}</p>
        <p>After your password you are asked for a code of your app. ${codesLeft} backup
          code${codesLeft === 1 ? ' is' : 's are'} left for the day when you do not have it.</p>
        <p class="actions">
          ${linkButton('New backup codes', '/security/backup-codes')}
          ${linkButton('Stop using the app', '/security/authenticator/remove')}
        </p>`
      : html`
        <p>${stateWord('ended', 'Not in use')}</p>
        <p>With an app on your phone that makes codes, your password alone opens nothing.</p>
        <p class="actions">${linkButton('Set up an app', '/security/authenticator')}</p>`,
  );

const passkeysCard = (passkeys: readonly Passkey[]): Html =>
  card(
    'Passkeys',
    html`
      <p>A passkey signs you in with your finger, face or PIN. It cannot be guessed, and no false
        site can get it out of you.</p>
      ${passkeys.length === 0 ? null : passkeyTable(passkeys)}
      <p class="actions">${linkButton('Add a passkey', '/security/passkeys/new')}</p>`,
  );

const passkeyTable = (passkeys: readonly Passkey[]): Html =>
  table({
    caption: 'Your passkeys',
    columns: [{ name: 'Name' }, { name: 'Added' }, { name: 'Last used' }, { name: 'Action' }],
    rows: passkeys.map(({ id, name, createdAt, lastUsedAt }) => [
      name,
      moment(createdAt),
      lastUsedAt === null ? 'Never' : moment(lastUsedAt),
      html`<a href="/security/passkeys/${id}/remove"
        >Remove<span class="unseen"> ${name}</span></a>`,
    ]),
  });

const sessionsCard = (
  open: readonly Session[],
  present: string,
  { session }: UserPageRequest,
): Html =>
  card(
    'Where you are signed in',
    html`
      ${table({
        caption: 'Your sessions',
        columns: [
          { name: 'Browser' },
          { name: 'Address' },
          { name: 'Since' },
          { name: 'Last used' },
          { name: 'Action' },
        ],
        rows: open.map((one) => [
          deviceName(one.device),
          one.address,
          moment(one.createdAt),
          moment(one.lastSeenAt),
          one.id === present ? stateWord('good', 'This one') : endButton(one, session.csrfToken()),
        ]),
      })}
      ${
        open.length > 1
          ? html`<p class="actions">
              ${linkButton('Sign out everywhere else', '/security/sessions/end-others')}
            </p>`
          : null
      }`,
  );

const endButton = ({ id }: Session, csrfToken: string): Content =>
  postForm({
    action: `/security/sessions/${id}/end`,
    csrfToken,
    fields: null,
    submit: { label: 'Sign out', look: 'plain' },
  });
