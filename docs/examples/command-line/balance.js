/**
 * A script for the command line. It cannot keep a secret, so it is a public client with PKCE. For a
 * moment it opens a server on this machine, which gets the browser's answer.
 *
 *   satchel client add --user you@example.com --name "Balance script" --public \
 *     --url http://127.0.0.1:9080 --callback http://127.0.0.1:9080/callback
 *   CLIENT_ID=… node balance.js
 *
 * If the script is only for yourself, a personal token is simpler: `satchel token add`.
 */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const { SATCHEL_URL = 'http://127.0.0.1:3000', CLIENT_ID, PORT = '9080' } = process.env;
const { TOKEN_FILE = 'satchel-token.json' } = process.env;
const CALLBACK = `http://127.0.0.1:${PORT}/callback`;

/** One address leads to all others (RFC 8414). */
const satchel = await (await fetch(`${SATCHEL_URL}/.well-known/oauth-authorization-server`)).json();

const { balance } = await readBalance();
console.log(`${balance} sat`);

async function readBalance() {
  const kept = await readTokens();
  const answer = kept === null ? null : await callApi(kept);
  if (answer?.ok) return await answer.json();
  // The access token has expired, or there is none: refresh, otherwise ask the user.
  const tokens = (kept === null ? null : await refresh(kept)) ?? (await askUser());
  await keepTokens(tokens);
  return await (await callApi(tokens)).json();
}

function callApi({ access_token }) {
  return fetch(`${SATCHEL_URL}/balance`, { headers: { authorization: `Bearer ${access_token}` } });
}

/** Null when the user has disconnected the app. */
async function refresh({ refresh_token }) {
  const answer = await askForTokens({ grant_type: 'refresh_token', refresh_token });
  return answer.ok ? await answer.json() : null;
}

async function askUser() {
  const state = randomBytes(16).toString('base64url');
  const verifier = randomBytes(48).toString('base64url');
  const address = new URL(satchel.authorization_endpoint);
  address.search = new URLSearchParams({
    client_id: CLIENT_ID,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'balance:read',
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const server = createServer().listen(Number(PORT), '127.0.0.1');
  await once(server, 'listening');
  console.error(`Open this address in your browser:\n${address}`);
  const code = await waitForCode(server, state);
  server.close();

  const answer = await askForTokens({
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  });
  const body = await answer.json();
  if (!answer.ok) throw new Error(`no tokens: ${body.error_description}`);
  return body;
}

/** Ignores everything else that reaches this port. */
async function waitForCode(server, state) {
  for (;;) {
    const [request, response] = await once(server, 'request');
    const { pathname, searchParams } = new URL(request.url, CALLBACK);
    const isAnswer = pathname === '/callback' && searchParams.get('state') === state;
    response.writeHead(isAnswer ? 200 : 404, { connection: 'close' });
    response.end(isAnswer ? 'You can close this window.' : 'There is nothing here.');
    if (!isAnswer) continue;
    const issuer = searchParams.get('iss') ?? satchel.issuer;
    if (issuer !== satchel.issuer) throw new Error('another server answered');
    const code = searchParams.get('code');
    if (code === null) throw new Error(`not connected: ${searchParams.get('error')}`);
    return code;
  }
}

function askForTokens(fields) {
  return fetch(satchel.token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({ client_id: CLIENT_ID, ...fields }),
  });
}

async function readTokens() {
  try {
    return JSON.parse(await readFile(TOKEN_FILE, 'utf8'));
  } catch {
    return null;
  }
}

/** Readable by this user only, and never half written: the old refresh token is used up. */
async function keepTokens(tokens) {
  await writeFile(`${TOKEN_FILE}.new`, JSON.stringify(tokens), { mode: 0o600 });
  await rename(`${TOKEN_FILE}.new`, TOKEN_FILE);
}
