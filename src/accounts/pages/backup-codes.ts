import { html } from '../../i18n/html.ts';
import { secretOnce } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { type ShownPage, showPage } from '../../web/pages/page.ts';
import { SECURITY_PATH } from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';

/** Shows backup codes that were just created. They are not shown again later. */
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
      <p class="actions">${linkButton(words.saved, SECURITY_PATH, 'main')}</p>`,
  });
