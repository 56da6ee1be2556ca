/**
 * An app without a server: static files only. It cannot keep a secret, so it is a public client
 * with PKCE. Its tokens live in this tab and disappear with it.
 *
 *   satchel client add --user you@example.com --name "Example tip jar" --public --s256-only \
 *     --url http://localhost:8081 --callback http://localhost:8081/
 *
 * Serve this folder at that address. Open it once with `#https://wallet.example,CLIENT_ID` at the
 * end of the address (or write both here).
 */
const [SATCHEL_URL, CLIENT_ID] = readSettings();
const CALLBACK = `${location.origin}/`;
const SCOPE = 'balance:read invoices:create';

/** One address leads to all others (RFC 8414). */
const satchel = await (await fetch(`${SATCHEL_URL}/.well-known/oauth-authorization-server`)).json();

let refreshing = null;
const element = (id) => document.getElementById(id);
element('connect').addEventListener('click', connect);
element('invoice').addEventListener('click', askForTip);
element('disconnect').addEventListener('click', disconnect);

await takeAnswer();
await show();

async function show() {
  const isConnected = tokens() !== null;
  element('connect').hidden = isConnected;
  element('invoice').hidden = !isConnected;
  element('disconnect').hidden = !isConnected;
  if (!isConnected) {
    say('Not connected');
    return;
  }
  try {
    const { balance } = await callApi('GET', '/balance');
    say(`Balance: ${balance} sat`);
  } catch (error) {
    say(error.message);
  }
}

/** Step 1: this tab goes to Satchel, where the user sees what the app asks for. */
async function connect() {
  const state = randomText(16);
  const verifier = randomText(48);
  sessionStorage.setItem('request', JSON.stringify({ state, verifier }));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const address = new URL(satchel.authorization_endpoint);
  address.search = new URLSearchParams({
    client_id: CLIENT_ID,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: SCOPE,
    state,
    code_challenge: toBase64Url(new Uint8Array(hash)),
    code_challenge_method: 'S256',
  });
  location.assign(address);
}

/** Step 2: this tab comes back. First of all, the code is removed from the address. */
async function takeAnswer() {
  const answer = Object.fromEntries(new URLSearchParams(location.search));
  if (answer.state === undefined) return;
  history.replaceState(null, '', location.pathname);
  const request = JSON.parse(sessionStorage.getItem('request') ?? 'null');
  sessionStorage.removeItem('request');
  const { iss = satchel.issuer } = answer;
  if (answer.state !== request?.state || iss !== satchel.issuer) return;
  if (answer.code === undefined) return;
  await askForTokens({
    grant_type: 'authorization_code',
    code: answer.code,
    redirect_uri: CALLBACK,
    code_verifier: request.verifier,
  });
}

async function askForTip() {
  const { payment_request: bolt11 } = await callApi('POST', '/invoices', { amount: 21 });
  element('bolt11').textContent = bolt11;
}

/** Ends all tokens of this app for this user (RFC 7009). */
async function disconnect() {
  await callAsApp(satchel.revocation_endpoint, { token: tokens().refresh_token });
  sessionStorage.removeItem('tokens');
  await show();
}

/** Calls the API. An expired token is refreshed, once. */
async function callApi(method, path, body) {
  const call = () =>
    fetch(SATCHEL_URL + path, {
      method,
      headers: {
        authorization: `Bearer ${tokens().access_token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  let answer = await call();
  if (answer.status === 401) {
    await refresh();
    answer = await call();
  }
  if (!answer.ok) throw new Error(`Satchel answered ${answer.status}: ${await answer.text()}`);
  return await answer.json();
}

/** A refresh token works once, so simultaneous calls wait for one refresh. */
function refresh() {
  const { refresh_token } = tokens();
  refreshing ??= askForTokens({ grant_type: 'refresh_token', refresh_token })
    .catch((error) => {
      // The user disconnected the app: ask them again.
      sessionStorage.removeItem('tokens');
      throw error;
    })
    .finally(() => {
      refreshing = null;
    });
  return refreshing;
}

async function askForTokens(fields) {
  const answer = await callAsApp(satchel.token_endpoint, fields);
  const body = await answer.json();
  if (!answer.ok) throw new Error(`no tokens: ${body.error_description}`);
  sessionStorage.setItem('tokens', JSON.stringify(body));
}

function callAsApp(address, fields) {
  return fetch(address, {
    method: 'POST',
    body: new URLSearchParams({ client_id: CLIENT_ID, ...fields }),
  });
}

function tokens() {
  return JSON.parse(sessionStorage.getItem('tokens') ?? 'null');
}

function say(text) {
  element('state').textContent = text;
}

function readSettings() {
  if (location.hash.includes(',')) {
    sessionStorage.setItem('settings', location.hash.slice(1));
    history.replaceState(null, '', location.pathname);
  }
  return (sessionStorage.getItem('settings') ?? 'http://127.0.0.1:3000,CLIENT_ID').split(',');
}

function randomText(bytes) {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(bytes)));
}

function toBase64Url(bytes) {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
