/**
 * A web app with its own server. The secret of the app and the tokens of its users stay on the
 * server; a browser only ever holds a session cookie.
 *
 *   satchel client add --user you@example.com --name "Example shop" \
 *     --url http://localhost:8080 --callback http://localhost:8080/callback
 *   CLIENT_ID=… CLIENT_SECRET=… node server.js
 */
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

const { SATCHEL_URL = 'http://127.0.0.1:3000', PORT = '8080' } = process.env;
const { CLIENT_ID, CLIENT_SECRET } = process.env;
const CALLBACK = `http://localhost:${PORT}/callback`;
const SCOPE = 'account:read balance:read invoices:create';

/** One address leads to all others (RFC 8414). */
const satchel = await fetchJson(`${SATCHEL_URL}/.well-known/oauth-authorization-server`);

/** What we know of a browser, by its cookie. A real app keeps this in its database. */
const sessions = new Map();

const PAGES = {
  'GET /': showWallet,
  'GET /connect': sendToSatchel,
  'GET /callback': takeAnswer,
  'POST /invoice': makeInvoice,
  'POST /disconnect': disconnect,
};

createServer(async (request, response) => {
  const url = new URL(request.url, CALLBACK);
  const page = PAGES[`${request.method} ${url.pathname}`];
  const session = openSession(request, response);
  try {
    if (page === undefined) respond(response, 404, 'There is nothing here.');
    else await page({ url, session, response });
  } catch (error) {
    respond(response, 502, asText(error.message));
  }
}).listen(Number(PORT), '127.0.0.1', () => console.log(`open http://localhost:${PORT}`));

async function showWallet({ session, response }) {
  if (session.tokens === undefined) {
    return respond(response, 200, '<a href="/connect">Connect your wallet</a>');
  }
  const { balance } = await callApi(session, 'GET', '/balance');
  const { lightning_address: address, keysend_pubkey: pubkey } = await callApi(
    ...[session, 'GET', '/user/value4value'],
  );
  respond(
    response,
    200,
    `<p>Balance: ${asText(balance)} sat</p><p>Pay to: ${asText(address ?? pubkey)}</p>
    <form method="post" action="/invoice"><button>Make an invoice for 21 sat</button></form>
    <form method="post" action="/disconnect"><button>Disconnect</button></form>`,
  );
}

/** Step 1: the browser goes to Satchel, where the user sees what the app asks for. */
function sendToSatchel({ session, response }) {
  session.state = randomBytes(16).toString('base64url');
  session.verifier = randomBytes(48).toString('base64url');
  const address = new URL(satchel.authorization_endpoint);
  address.search = new URLSearchParams({
    client_id: CLIENT_ID,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: SCOPE,
    state: session.state,
    // Apps without a secret must use PKCE, and it is good for all others too.
    code_challenge: createHash('sha256').update(session.verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  redirect(response, address.href);
}

/** Step 2: the browser comes back, with a code for this session and from this Satchel only. */
async function takeAnswer({ url, session, response }) {
  const answer = Object.fromEntries(url.searchParams);
  const { state, verifier } = session;
  session.state = undefined;
  // Satchel names itself in the answer to an app that asked for it.
  const { iss = satchel.issuer } = answer;
  if (state === undefined || answer.state !== state || iss !== satchel.issuer) {
    return respond(response, 400, 'This answer does not match a request of ours.');
  }
  if (answer.error !== undefined)
    return respond(response, 200, `Not connected: ${asText(answer.error)}`);
  session.tokens = await askForTokens({
    grant_type: 'authorization_code',
    code: answer.code,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  });
  redirect(response, '/');
}

async function makeInvoice({ session, response }) {
  const order = { amount: 21, description: 'A coffee' };
  const { payment_request: bolt11 } = await callApi(session, 'POST', '/invoices', order);
  respond(response, 200, `<p>Pay this: <code>${asText(bolt11)}</code></p><a href="/">Back</a>`);
}

/** Ends all tokens of this app for this user (RFC 7009). */
async function disconnect({ session, response }) {
  await callAsApp(satchel.revocation_endpoint, { token: session.tokens.refresh_token });
  session.tokens = undefined;
  redirect(response, '/');
}

/** Calls the API for a user. An expired token is refreshed, once. */
async function callApi(session, method, path, body) {
  const call = () =>
    fetch(SATCHEL_URL + path, {
      method,
      headers: {
        authorization: `Bearer ${session.tokens.access_token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  let answer = await call();
  if (answer.status === 401) {
    await refresh(session);
    answer = await call();
  }
  if (!answer.ok) throw new Error(`Satchel answered ${answer.status}: ${await answer.text()}`);
  return await answer.json();
}

/** A refresh token works once, so simultaneous calls wait for one refresh. */
function refresh(session) {
  const { refresh_token } = session.tokens;
  session.refreshing ??= askForTokens({ grant_type: 'refresh_token', refresh_token })
    .then((tokens) => {
      session.tokens = tokens;
    })
    .catch((error) => {
      // The user disconnected the app: ask them again.
      session.tokens = undefined;
      throw error;
    })
    .finally(() => {
      session.refreshing = undefined;
    });
  return session.refreshing;
}

async function askForTokens(fields) {
  const answer = await callAsApp(satchel.token_endpoint, fields);
  const body = await answer.json();
  if (!answer.ok) throw new Error(`no tokens: ${body.error_description}`);
  return body;
}

function callAsApp(address, fields) {
  return fetch(address, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}` },
    body: new URLSearchParams(fields),
  });
}

async function fetchJson(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return await answer.json();
}

function openSession(request, response) {
  const [, known] = /shop_session=([\w-]+)/.exec(request.headers.cookie ?? '') ?? [];
  if (known !== undefined && sessions.has(known)) return sessions.get(known);
  const id = randomBytes(32).toString('base64url');
  sessions.set(id, {});
  response.setHeader('set-cookie', `shop_session=${id}; HttpOnly; SameSite=Lax; Path=/`);
  return sessions.get(id);
}

function respond(response, status, html) {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><title>Example shop</title>${html}`);
}

/** Text from outside never becomes markup. */
const asText = (value) => String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function redirect(response, address) {
  response.writeHead(303, { location: address });
  response.end();
}
