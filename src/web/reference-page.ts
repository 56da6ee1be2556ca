import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { type PackedDocument, packDocument } from './packed-document.ts';

/**
 * The page of the API reference at `/docs`, its one script, and what the browser may load for it.
 */
export interface ReferencePage {
  readonly html: string;
  readonly script: PackedDocument;
  readonly contentSecurityPolicy: string;
}

export interface ReferenceDeps {
  readonly referencePage: () => Promise<ReferencePage>;
}

const CONFIGURATION = {
  url: '/openapi.json',
  // Without a proxy, the reference page sends its requests only to this service, and no other
  // server learns of them.
  proxyUrl: '',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'token' },
  defaultOpenAllTags: true,
};

/**
 * The only inline script of the page. The content security policy names its hash, so browsers run
 * no other.
 */
const INLINE = `Scalar.createApiReference('#app', ${JSON.stringify(CONFIGURATION)})`;

/** Styles of the page. The variable tells the renderer the height of the page's own header. */
const STYLE = `
  :root { --scalar-custom-header-height: 44px }
  body { margin: 0 }
  .back {
    position: sticky; top: 0; z-index: 10; box-sizing: border-box; height: 44px; padding: 12px 20px;
    border-bottom: 1px solid var(--scalar-border-color, #ddd);
    background: var(--scalar-background-1, #fff); font: 15px/20px system-ui, sans-serif;
  }
  .wait { margin: 0; padding: 20px; font: 15px/24px system-ui, sans-serif }
  .back a { color: var(--scalar-color-1, #333) }
`;

/**
 * Writes the page; `home` is the address at which the wallet's pages begin, with quotes and
 * brackets already escaped.
 */
const page = (home: string): string => `<!doctype html>
<html lang="en">
  <head>
    <title>Satchel API</title>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,">
    <style>${STYLE}</style>
  </head>
  <body>
    <nav class="back"><a href="${home}">← Back to the wallet</a></nav>
    <div id="app">
      <p class="wait">The reference is being drawn, which takes some seconds.
        <noscript>It needs JavaScript, which does not run here.</noscript>
        The same as a file: <a href="/openapi.json">openapi.json</a>.</p>
    </div>
    <script src="/docs/reference.js"></script>
    <script>${INLINE}</script>
  </body>
</html>
`;

/**
 * What the browser may load for the page. Styles may be inline, because the script of the reference
 * sets them.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${hash('sha256', INLINE, 'base64')}'`,
  "style-src 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Makes the page only when it is first asked for, because most processes never need its three
 * megabytes.
 */
export const renderReferencePage = async (home: string): Promise<ReferencePage> => ({
  html: page(home),
  script: await packDocument(await readFile(findReferenceScript(), 'utf8')),
  contentSecurityPolicy: CONTENT_SECURITY_POLICY,
});

export const REFERENCE_SCRIPT = 'reference-script.js';

/**
 * Finds the script that renders the API reference, one file for browsers. `npm run build` puts it
 * beside this module, so that installations need not have the package that contains it; a clone of
 * the repository has that package.
 */
export function findReferenceScript(): URL {
  const built = new URL(REFERENCE_SCRIPT, import.meta.url);
  if (existsSync(built)) return built;
  const found = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference');
  return new URL('js/standalone.js', pathToFileURL(found));
}
