// Lets the browser show notices while no page is open (Push API), and keeps the service informed
// when the browser's subscription changes.

const root = document.querySelector('#push');
const form = document.querySelector('#push-form');

/** What this browser was last subscribed as, and for whom; null if it is not. */
const MARK = 'push';
/** How long a browser may take. Without its push service, some never answer. */
const ANSWER_MS = 15_000;

/** Waits for what the browser answers, but not for ever. */
const answered = (promise) => {
  const late = new Promise((_, reject) => {
    setTimeout(() => reject(new DOMException('no answer', 'TimeoutError')), ANSWER_MS);
  });
  return Promise.race([promise, late]);
};

const show = (name) => {
  for (const state of root.querySelectorAll('[data-push-state]')) {
    state.hidden = state.dataset.pushState !== name;
  }
  form.hidden = !['ask', 'failed', 'silent'].includes(name);
};

const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

const toText = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const senderKey = root?.dataset.senderKey;

const readMark = () => JSON.parse(localStorage.getItem(MARK) ?? 'null');
const writeMark = (endpoint) =>
  localStorage.setItem(MARK, JSON.stringify({ owner: root.dataset.owner, endpoint }));

/** Subscribes, after ending a subscription that was made for another key of the service. */
async function subscribe(registration) {
  const present = await registration.pushManager.getSubscription();
  if (present !== null) {
    if (toText(present.options.applicationServerKey) === senderKey) return present;
    await present.unsubscribe();
  }
  const options = { userVisibleOnly: true, applicationServerKey: toBytes(senderKey) };
  return await answered(registration.pushManager.subscribe(options));
}

const fieldsOf = (subscription) => ({
  endpoint: subscription.endpoint,
  p256dh: toText(subscription.getKey('p256dh')),
  auth: toText(subscription.getKey('auth')),
  sender_key: toText(subscription.options.applicationServerKey),
});

/** Ends the subscription, so that the next person with this browser gets no messages. */
async function forget(registration) {
  localStorage.removeItem(MARK);
  await (await registration.pushManager.getSubscription())?.unsubscribe();
}

/**
 * Reports the subscription of a browser that was subscribed before. It ends if the user has removed
 * this browser from the list, or if someone else has signed in.
 */
async function renew(registration, mark) {
  if (mark.owner !== root.dataset.owner) return await forget(registration);
  const subscription = await subscribe(registration);
  const body = new URLSearchParams({
    ...Object.fromEntries(new FormData(form)),
    ...fieldsOf(subscription),
    earlier: mark.endpoint,
  });
  const answer = await fetch(root.dataset.renew, { method: 'POST', body });
  if (!answer.ok) return;
  const { isKept } = await answer.json();
  if (isKept) writeMark(subscription.endpoint);
  else await forget(registration);
}

async function begin() {
  const registration = await answered(navigator.serviceWorker.ready);
  const mark = readMark();
  if (mark !== null && Notification.permission === 'granted') {
    await renew(registration, mark).catch(() => undefined);
  }
  const isOn = readMark() !== null && Notification.permission === 'granted';
  show(Notification.permission === 'denied' ? 'blocked' : isOn ? 'on' : 'ask');

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    show('asking');
    try {
      if ((await Notification.requestPermission()) !== 'granted') {
        show(Notification.permission === 'denied' ? 'blocked' : 'failed');
        return;
      }
      const subscription = await subscribe(registration);
      for (const [name, value] of Object.entries(fieldsOf(subscription))) {
        form.elements[name].value = value;
      }
      writeMark(subscription.endpoint);
      form.submit();
    } catch (error) {
      show(error.name === 'TimeoutError' ? 'silent' : 'failed');
    }
  });
}

if (root !== null) {
  const isPossible =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  // Apple's phones and tablets allow it only to a page that was opened from the Home Screen.
  const isAppleTab = navigator.standalone === false;
  if (isPossible) begin().catch(() => show('unable'));
  else show(isAppleTab ? 'homeScreen' : 'unable');
}
