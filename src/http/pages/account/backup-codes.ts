import { linkButton } from '../kit/controls.ts';
import { html } from '../kit/html.ts';
import { type ShownPage, showPage } from '../kit/page.ts';
import { secretOnce } from '../kit/pieces.ts';
import type { PageTexts } from '../texts/en.ts';

/** Codes that were just made, this one time. */
export const showBackupCodes = (
  { frame }: PageTexts,
  codes: readonly string[],
  lead: string,
): ShownPage =>
  showPage({
    title: 'Your backup codes',
    section: 'account',
    width: 'narrow',
    main: html`
      <h1>Your backup codes</h1>
      <p>${lead} Each of these codes signs you in once in place of one from your app. Print them, or
        keep them in a password manager.</p>
      ${secretOnce(frame, 'Backup codes', codes.join('\n'))}
      <p class="actions">${linkButton('I have kept them', '/security', 'main')}</p>`,
  });
