// Convenience only: every page works without this script.

// As the server writes them: in English, days stand before months.
const { lang } = document.documentElement;
const locale = lang === 'en' ? 'en-GB' : lang;
const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });

/** Read aloud, as buttons and parts of a page are not read again when their words change. */
const said = document.createElement('p');
said.className = 'unseen';
said.role = 'status';
document.body.append(said);

function say(text) {
  said.textContent = text;
}

function showTimes(root) {
  // Those that stand under a day of the page stay in its time zone.
  for (const time of root.querySelectorAll('time:not([data-show="given"])')) {
    const format = time.dataset.show === 'day' ? day : moment;
    time.title = time.textContent;
    time.textContent = format.format(new Date(time.dateTime));
  }
}

// Browsers offer the clipboard only to pages over https and on this machine.
function offerCopying(root) {
  if (!navigator.clipboard) return;
  for (const button of root.querySelectorAll('button[data-copy]')) {
    button.hidden = false;
    const label = button.textContent;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = button.dataset.copied;
      say(button.dataset.copied);
      setTimeout(() => {
        button.textContent = label;
      }, 2000);
    });
  }
}

// What is pasted while the field is empty sends it, as by the keyboard: nothing is left to type then.
function offerPasting(root) {
  if (!navigator.clipboard?.readText) return;
  for (const button of root.querySelectorAll('button[data-paste]')) {
    const field = document.getElementById(button.dataset.paste);
    button.hidden = false;
    button.addEventListener('click', async () => {
      // People may refuse it, and then paste as ever.
      const text = await navigator.clipboard.readText().catch(() => '');
      const wasEmpty = field.value.trim() === '';
      field.focus();
      if (text.trim() === '') return;
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      if (wasEmpty) field.form.requestSubmit();
    });
  }
}

function offerSharing(root) {
  if (!navigator.share) return;
  for (const button of root.querySelectorAll('button[data-share]')) {
    button.hidden = false;
    const { share: text } = button.dataset;
    const shared = text === '' ? { url: location.href } : { text };
    // People may change their mind, which is no error.
    button.addEventListener('click', () => navigator.share(shared).catch(() => undefined));
  }
}

function offerPrinting(root) {
  for (const button of root.querySelectorAll('button[data-print]')) {
    button.hidden = false;
    button.addEventListener('click', () => print());
  }
}

// Browsers lend the camera only to pages over https and on this machine.
function offerScanning(root) {
  if (!navigator.mediaDevices?.getUserMedia) return;
  for (const link of root.querySelectorAll('a[data-scan]')) link.hidden = false;
}

// Says how long something is still valid, and at the end that the page is out of date.
function countDown(root) {
  for (const left of root.querySelectorAll('[data-left]')) {
    const endsAt = Date.now() + Number(left.dataset.leftSec) * 1000;
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
      left.textContent = left.dataset.left.replace('{}', clockText(seconds));
      if (seconds === 0) document.dispatchEvent(new CustomEvent('stale'));
      if (seconds === 0 || !left.isConnected) clearInterval(timer);
    };
    const timer = setInterval(tick, 1000);
    tick();
  }
}

function clockText(seconds) {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return `${inUnit(Math.floor(hours / 24), 'day')}${moreHours(hours % 24)}`;
  if (hours > 0) return `${hours} h ${minutes % 60} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

const inUnit = (count, unit) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);

const moreHours = (hours) => (hours === 0 ? '' : ` ${inUnit(hours, 'hour')}`);

// Longer than a double click takes. Someone whose request got lost can press again.
const ONCE_MS = 5000;

function sendOnce(root) {
  for (const form of root.querySelectorAll('form[data-once]')) {
    let sentAt = -ONCE_MS;
    form.addEventListener('lost', () => {
      sentAt = -ONCE_MS;
    });
    form.addEventListener('submit', (event) => {
      if (event.timeStamp - sentAt < ONCE_MS) event.preventDefault();
      else sentAt = event.timeStamp;
    });
  }
}

// Someone who types into a field that belongs to a choice has made that choice.
function chooseByTyping(root) {
  for (const within of root.querySelectorAll('.choice + .within')) {
    within.addEventListener('input', () => {
      within.previousElementSibling.querySelector('input').checked = true;
    });
  }
}

// A typing mistake cannot be seen behind dots. Managers of passwords want them when it is sent.
function offerRevealing(root) {
  for (const button of root.querySelectorAll('button[data-reveal]')) {
    const field = document.getElementById(button.dataset.reveal);
    const show = (isShown) => {
      field.type = isShown ? 'text' : 'password';
      button.setAttribute('aria-pressed', String(isShown));
    };
    button.hidden = false;
    button.addEventListener('click', () => show(field.type === 'password'));
    field.form.addEventListener('submit', () => show(false));
  }
}

// Invoices count bytes: a letter with an accent takes more than one.
function countLetters(root) {
  for (const left of root.querySelectorAll('[data-letters-left]')) {
    const field = left.closest('.field').querySelector('input');
    const { most, lettersLeft, lettersOver } = left.dataset;
    field.addEventListener('input', () => {
      const count = most - new TextEncoder().encode(field.value.trim()).length;
      left.hidden = count > 100;
      left.textContent = (count < 0 ? lettersOver : lettersLeft).replace('{}', Math.abs(count));
    });
  }
}

/** The form that was sent last from this page, which is still here. */
let sentForm = null;

/** Beside the button, and read aloud. */
function sayAtForm(form, text) {
  const line = form.querySelector('.unreached') ?? document.createElement('p');
  line.className = 'mistake unreached';
  line.role = 'alert';
  line.textContent = text;
  form.append(line);
}

// Without a network a form stays where it is: browsers would put a page of their own in its place.
function holdWithoutNetwork() {
  document.addEventListener(
    'submit',
    (event) => {
      const { target: form } = event;
      if (navigator.onLine === false) {
        event.preventDefault();
        event.stopImmediatePropagation();
        sayAtForm(form, document.body.dataset.unsent);
      } else {
        form.querySelector('.unreached')?.remove();
        sentForm = form;
      }
    },
    { capture: true },
  );
  // The worker could not reach the service with what this page sent.
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (data !== 'lost' || sentForm === null) return;
    sentForm.dispatchEvent(new CustomEvent('lost'));
    sayAtForm(sentForm, document.body.dataset.lost);
  });
  addEventListener('online', () => {
    for (const line of document.querySelectorAll('.unreached')) line.remove();
  });
}

const LOOK_MS = 5000;

// On the page that stands in place of one that could not be loaded: that one comes by itself.
function returnWithNetwork() {
  if (!document.querySelector('[data-offline]')) return;
  const look = () =>
    fetch('/manifest.webmanifest', { cache: 'no-store' }).then(
      () => location.reload(),
      () => undefined,
    );
  addEventListener('online', look);
  setInterval(look, LOOK_MS);
}

// Browsers give up the picture of one page turning into the next when a third one is asked for.
function allowQuickTurns() {
  const forget = ({ viewTransition: turn }) => {
    for (const end of [turn?.ready, turn?.finished, turn?.updateCallbackDone]) {
      end?.catch(() => undefined);
    }
  };
  addEventListener('pageswap', forget);
  addEventListener('pagereveal', forget);
}

// Browsers join the lines of what is pasted into an input, so the field of one line is a larger one.
// Enter sends it, and so does what is pasted while it is empty: nothing is left to type then.
function sendLines(root) {
  for (const field of root.querySelectorAll('textarea[data-line]')) {
    field.addEventListener('paste', () => {
      if (field.value.trim() !== '') return;
      field.addEventListener('input', () => field.form.requestSubmit(), { once: true });
    });
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      field.form.requestSubmit();
    });
  }
}

function prepare(root) {
  showTimes(root);
  offerCopying(root);
  offerPasting(root);
  offerSharing(root);
  offerPrinting(root);
  offerScanning(root);
  countDown(root);
  sendOnce(root);
  chooseByTyping(root);
  sendLines(root);
  offerRevealing(root);
  countLetters(root);
}

/** Lists are in the time zone of this browser from the next page on, unless another was chosen. */
function tellTimeZone() {
  const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);
  // biome-ignore lint/suspicious/noDocumentCookie: what is to replace it exists over https only
  document.cookie = `time_zone=${zone}; Path=/; Max-Age=31536000; SameSite=Lax`;
}

/** On phones the tabs of a place are wider than the page: the present one is in sight. */
function showPresentTab() {
  const tab = document.querySelector('.tabs [aria-current]');
  const row = tab?.closest('ul');
  if (row) row.scrollLeft += tab.getBoundingClientRect().right - row.getBoundingClientRect().right;
}

prepare(document);
holdWithoutNetwork();
returnWithNetwork();
allowQuickTurns();
tellTimeZone();
showPresentTab();
document.addEventListener('placed', ({ target }) => prepare(target));
document.addEventListener('say', ({ detail }) => say(detail));

// Keeps the assets and one page for times without a network. Browsers allow it over https only.
navigator.serviceWorker?.register('/worker.js').catch(() => undefined);
