// Convenience only: every page works without this script.

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

// Longer than a double click takes. Someone whose request got lost can press again.
const ONCE_MS = 5000;

function addComfort(root) {
  // Browsers offer the clipboard only to pages over https and on this machine.
  const copyButtons = navigator.clipboard ? root.querySelectorAll('button[data-copy]') : [];
  for (const button of copyButtons) {
    button.hidden = false;
    const label = button.textContent;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = button.dataset.copied;
      setTimeout(() => {
        button.textContent = label;
      }, 2000);
    });
  }
  for (const time of root.querySelectorAll('time')) {
    const format = time.dataset.show === 'day' ? day : moment;
    time.title = time.textContent;
    time.textContent = format.format(new Date(time.dateTime));
  }
  for (const form of root.querySelectorAll('form[data-once]')) {
    let sentAt = -ONCE_MS;
    form.addEventListener('submit', (event) => {
      if (event.timeStamp - sentAt < ONCE_MS) event.preventDefault();
      else sentAt = event.timeStamp;
    });
  }
  const watched = root.querySelector('[data-watch]');
  if (watched) watchInvoice(root, watched);
}

const LOOK_EACH_SEC = 3;
// The server says when an invoice has expired. Its clock may be a little behind.
const PATIENCE_MS = 10_000;

// Shows how long an invoice can still be paid, and asks whether it was. When something changes, the
// page is fetched anew and its content put in place.
function watchInvoice(root, line) {
  const endsAt = Date.now() + Number(line.dataset.watchSec) * 1000;
  const left = line.querySelector('[data-left]');
  const unwatched = root.querySelectorAll('[data-unwatched]');
  const show = (isHidden) => {
    for (const one of unwatched) one.hidden = isHidden;
  };
  let seconds = 0;
  let isAsking = false;
  const stop = () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
  const look = async () => {
    if (isAsking || document.hidden) return;
    isAsking = true;
    try {
      const answer = await fetch(line.dataset.watch);
      const isGone = answer.status === 404;
      const state = answer.ok ? (await answer.json()).state : 'waiting';
      if (isGone || state !== 'waiting') {
        await showAnew();
        stop();
      }
    } catch {
      // The network is away: the next look may find it again.
    }
    isAsking = false;
  };
  const tick = () => {
    const leftMs = endsAt - Date.now();
    left.textContent = left.dataset.left.replace('{}', clockText(Math.max(0, leftMs)));
    seconds += 1;
    if (seconds % LOOK_EACH_SEC === 0) look();
    if (leftMs < -PATIENCE_MS && !document.hidden) {
      stop();
      show(false);
    }
  };
  const timer = setInterval(tick, 1000);
  document.addEventListener('visibilitychange', look);
  show(true);
  tick();
}

function clockText(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

async function showAnew() {
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const main = page.querySelector('main');
  document.querySelector('main').replaceWith(main);
  document.title = page.title;
  addComfort(main);
  // So that readers of the screen hear it, and the keyboard goes on from here.
  const heading = main.querySelector('h1');
  heading.tabIndex = -1;
  heading.focus();
}

addComfort(document);
