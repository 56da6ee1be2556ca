import { DOCUMENTED_SERVER } from '../src/app/commands/openapi.ts';
import { ROUTES } from '../src/app/http/routes.ts';
import { renderOpenapi } from '../src/web/openapi.ts';

/** `openapi.json`: the document of the routes as they are. */
export const renderOpenapiFile = (): Promise<string> => renderOpenapi(ROUTES, DOCUMENTED_SERVER);
