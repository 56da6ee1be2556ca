import { DOCUMENTED_SERVER } from '../src/app/commands/openapi.ts';
import { ROUTES } from '../src/app/http/routes.ts';
import { renderOpenapi } from '../src/web/openapi.ts';

/** Renders `openapi.json` from the present routes. */
export const renderOpenapiFile = (): Promise<string> => renderOpenapi(ROUTES, DOCUMENTED_SERVER);
