import type { Command } from 'commander';
import { printDocument } from '../../cli/print.ts';

/**
 * The server's address in the description of the API, which is that of a service with default
 * settings.
 */
export const DOCUMENTED_SERVER = 'http://127.0.0.1:3000';

export function addOpenapiCommand(program: Command): void {
  program
    .command('openapi')
    .description('print the OpenAPI 3.1 document of the Wallet API')
    .action(async () => {
      // The module is imported only when the command runs, because it imports all routes and would
      // slow down every other command.
      const { renderOpenapi } = await import('../../web/openapi.ts');
      const { ROUTES } = await import('../http/routes.ts');
      const document = await renderOpenapi(ROUTES, DOCUMENTED_SERVER);
      printDocument(document);
    });
}
