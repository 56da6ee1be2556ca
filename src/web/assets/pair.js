// The page on which an app asks for a wallet in a window of its own, and the page that answers it.
// Without this script the app is told by an address to which the browser returns.

// An app that has heard the answer closes the window. If it does not, the address tells it.
const RETURN_AFTER_MS = 3000;

const waits = document.querySelector('input[name="opener_waits"]');
if (waits && window.opener) waits.value = 'yes';

const answered = document.querySelector('[data-pairing]');
if (answered) tell(JSON.parse(answered.dataset.pairing));

if (document.querySelector('[data-pairing-denied]') && window.opener) window.close();

function tell({ message, origin, returnTo }) {
  const { type, ...detail } = message;
  // For apps that show this page in a view of their own.
  window.dispatchEvent(new CustomEvent(type, { detail }));
  if (window.opener && origin) window.opener.postMessage(message, origin);
  if (returnTo) setTimeout(() => location.replace(returnTo), RETURN_AFTER_MS);
}
