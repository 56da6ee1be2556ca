import type { Command } from 'commander';
import { renderOpenapi } from '../http/openapi.ts';
import { ROUTES } from '../http/routes.ts';
import { printLine } from './print.ts';

/** Where a service without settings listens. */
export const DOCUMENTED_SERVER = 'http://127.0.0.1:3000';

export function addOpenapiCommand(program: Command): void {
  program
    .command('openapi')
    .description('print the OpenAPI 3.1 document of the Wallet API')
    .action(async () => {
      const document = await renderOpenapi(ROUTES, DOCUMENTED_SERVER);
      printLine(document.trimEnd());
    });
}
