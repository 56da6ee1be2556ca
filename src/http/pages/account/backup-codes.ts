import { linkButton } from '../kit/controls.ts';
import { html } from '../kit/html.ts';
import { type ShownPage, showPage } from '../kit/page.ts';
import { secretOnce } from '../kit/pieces.ts';
import type { PageTexts } from '../texts/page-texts.ts';

/** Codes that were just created. They are shown only this once. */
export const showBackupCodes = (
  { frame, securityChanges: { backupCodes: words } }: PageTexts,
  codes: readonly string[],
  lead: string,
): ShownPage =>
  showPage({
    title: words.title,
    section: 'security',
    width: 'narrow',
    main: html`
      <h1>${words.title}</h1>
      <p>${lead} ${words.text}</p>
      ${secretOnce(frame, words.label, codes.join('\n'))}
      <p class="actions">${linkButton(words.saved, '/security', 'main')}</p>`,
  });
