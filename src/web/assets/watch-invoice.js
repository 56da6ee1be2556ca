// The page of an invoice for payers: without this script it says how to look again.

const LOOK_EACH_SEC = 3;
// The server says when an invoice has expired. Its clock may be a little behind.
const GRACE_MS = 10_000;

// Asks whether an invoice was paid. When something changes, the
// page is fetched anew and its content put in place.
function watchInvoice(root, line) {
  const endsAt = Date.now() + Number(line.dataset.watchSec) * 1000;
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
    seconds += 1;
    if (seconds % LOOK_EACH_SEC === 0) look();
    if (leftMs < -GRACE_MS && !document.hidden) {
      stop();
      show(false);
    }
  };
  const timer = setInterval(tick, 1000);
  document.addEventListener('visibilitychange', look);
  show(true);
  tick();
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
