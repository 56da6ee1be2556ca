import type { MadeLink } from '../usecases/accounts/make-link.ts';
import { printLine } from './print.ts';

/** Tells the operator how he becomes the admin. Only the console shows it, and it works once. */
export function printSetUp({ address, expiresAt }: MadeLink, asJson: boolean): void {
  if (asJson) {
    printLine(JSON.stringify({ set_up_link: address, expires_at: expiresAt.toISOString() }));
    return;
  }
  const lines = [
    '',
    'Nobody manages this service yet. Whoever opens this link within a day becomes its admin:',
    '',
    `  ${address}`,
    '',
  ];
  for (const line of lines) printLine(line);
}
