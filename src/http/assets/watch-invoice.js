// The page of an invoice for payers: without this script it says how to look again.

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
  main.dispatchEvent(new CustomEvent('placed', { bubbles: true }));
  // So that readers of the screen hear it, and the keyboard goes on from here.
  const heading = main.querySelector('h1');
  heading.tabIndex = -1;
  heading.focus();
}

const watched = document.querySelector('[data-watch]');
if (watched) watchInvoice(document, watched);
document.addEventListener('placed', ({ target }) => {
  const next = target.querySelector('[data-watch]');
  if (next) watchInvoice(target, next);
});
