import type { MadeLink } from '../../accounts/make-link.ts';
import { printLine } from '../../cli/print.ts';

/**
 * Tells the operator how to become the admin: by a link that works once and that only the console
 * shows.
 */
export function printSetUp({ address, expiresAt }: MadeLink, asJson: boolean): void {
  if (asJson) {
    printLine(JSON.stringify({ set_up_link: address, expires_at: expiresAt.toISOString() }));
    return;
  }
  const lines = [
    '',
    'This service has no admin yet. The first person to open this link becomes its admin. It is',
    'valid for one day:',
    '',
    `  ${address}`,
    '',
  ];
  for (const line of lines) printLine(line);
}
