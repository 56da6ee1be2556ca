import { DOCUMENTED_SERVER } from '../src/cli/openapi.ts';
import { renderOpenapi } from '../src/http/openapi.ts';
import { ROUTES } from '../src/http/routes.ts';

/** `openapi.json`: the document of the routes as they are. */
export const renderOpenapiFile = (): Promise<string> => renderOpenapi(ROUTES, DOCUMENTED_SERVER);
