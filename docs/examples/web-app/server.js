/**
 * A web app with its own server: it connects a wallet, makes invoices for it, and is told by a
 * webhook when they are paid. The secret of the app and the tokens of its users stay on the server;
 * a browser only ever holds a session cookie.
 *
 *   satchel client add --user you@example.com --name "Example shop" \
 *     --url http://localhost:8080 --callback http://localhost:8080/callback
 *   CLIENT_ID=… CLIENT_SECRET=… node server.js
 *
 * In a clone of the repository the first command is `node bin/satchel.js client add …`. To get
 * webhooks on the same machine, start Satchel with SATCHEL_WEBHOOK_ALLOW=127.0.0.0/8. On the
 * simulated network, `satchel sim pay INVOICE` pays an invoice.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
// Checks the signature, with Node alone.
import { verifyWebhook } from '../webhooks/verify.ts';

const { SATCHEL_URL = 'http://127.0.0.1:3000', PORT = '8080' } = process.env;
const { CLIENT_ID, CLIENT_SECRET } = process.env;
const CALLBACK = `http://localhost:${PORT}/callback`;
const WEBHOOKS = process.env.WEBHOOK_URL ?? `http://127.0.0.1:${PORT}/webhook`;
const SCOPE = 'account:read balance:read invoices:create invoices:read';

/** One address leads to all others (RFC 8414). */
const satchel = await fetchJson(`${SATCHEL_URL}/.well-known/oauth-authorization-server`);

/** What we know of a browser, by its cookie. A real app keeps this in its database. */
const sessions = new Map();
/** Secrets that sign deliveries, by the last part of the address to which they come. */
const secrets = new Map();
/** Payment hashes of invoices that were paid. A real app keeps both in its database, too. */
const paid = new Set();

const PAGES = {
  'GET /': showWallet,
  'GET /connect': sendToSatchel,
  'GET /callback': takeAnswer,
  'POST /invoice': makeInvoice,
  'GET /invoice': showInvoice,
  'POST /disconnect': disconnect,
};

createServer(async (request, response) => {
  const url = new URL(request.url, CALLBACK);
  const page = PAGES[`${request.method} ${url.pathname}`];
  try {
    const [, hook] = /^\/webhook\/([\w-]+)$/.exec(url.pathname) ?? [];
    if (hook !== undefined) return await takeDelivery({ hook, request, response });
    const session = openSession(request, response);
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
  await askForDeliveries(session);
  redirect(response, '/');
}

/** Satchel will tell each payment to this address, signed with the secret of this endpoint. */
async function askForDeliveries(session) {
  const hook = randomBytes(16).toString('base64url');
  try {
    const endpoint = await callApi(session, 'POST', '/webhook_endpoints', {
      url: `${WEBHOOKS}/${hook}`,
      filter_types: ['invoice.incoming.settled'],
    });
    secrets.set(hook, endpoint.endpoint_secret);
    session.endpoint = endpoint.id;
  } catch (error) {
    // Without webhooks, the page of an invoice asks Satchel.
    console.log(`no webhooks: ${error.message}`);
  }
}

async function makeInvoice({ session, response }) {
  const order = { amount: 21, description: 'A coffee' };
  const invoice = await callApi(session, 'POST', '/invoices', order);
  session.invoice = { hash: invoice.payment_hash, bolt11: invoice.payment_request };
  redirect(response, '/invoice');
}

/** The page asks again every two seconds. A webhook has told it by then, or Satchel is asked. */
async function showInvoice({ session, response }) {
  if (session.invoice === undefined) return redirect(response, '/');
  const { hash, bolt11 } = session.invoice;
  if (session.endpoint === undefined && !paid.has(hash)) {
    const { settled } = await callApi(session, 'GET', `/invoices/${hash}`);
    if (settled) paid.add(hash);
  }
  const back = '<a href="/">Back</a>';
  if (paid.has(hash)) return respond(response, 200, `<p>Paid. Thank you!</p>${back}`);
  response.setHeader('refresh', '2');
  respond(response, 200, `<p>Pay this: <code>${asText(bolt11)}</code></p>${back}`);
}

/** Anybody can send something to this address: only what is signed counts. */
async function takeDelivery({ hook, request, response }) {
  const body = await readBody(request);
  const secret = secrets.get(hook);
  const id = secret === undefined ? null : verifyWebhook(secret, request.headers, body);
  if (id === null) return respond(response, 401, 'This is not genuine.');
  // The same message may come twice, which changes nothing here.
  paid.add(JSON.parse(body.toString()).payment_hash);
  response.writeHead(204).end();
}

async function readBody(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Ends all tokens of this app for this user (RFC 7009), and what was sent to it. */
async function disconnect({ session, response }) {
  const { endpoint, tokens } = session;
  if (endpoint !== undefined) {
    // The user may have disconnected the app meanwhile.
    await callApi(session, 'DELETE', `/webhook_endpoints/${endpoint}`).catch(() => undefined);
  }
  await callAsApp(satchel.revocation_endpoint, { token: tokens.refresh_token });
  session.tokens = undefined;
  session.endpoint = undefined;
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
