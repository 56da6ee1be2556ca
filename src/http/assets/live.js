// Keeps the marked parts of a page as they are now. Without it, pages say how to look again.

let address = document.body.dataset.live;
const LOOK_MS = 10_000;

let isAsking = false;
let isStale = false;

/** Asks for this page once more, and puts the parts that have changed into their places. */
async function refresh() {
  isStale = true;
  if (isAsking) return;
  isAsking = true;
  try {
    while (isStale) {
      isStale = false;
      const answer = await fetch(location.href, { cache: 'no-store', redirect: 'error' });
      if (answer.ok) swap(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    }
  } catch {
    // The next event or look tries again.
  }
  isAsking = false;
}

function swap(fresh) {
  address = fresh.body.dataset.live ?? address;
  document.title = fresh.title;
  for (const part of document.querySelectorAll('[data-part]')) {
    const next = fresh.getElementById(part.id);
    if (next === null || next.dataset.part === part.dataset.part) continue;
    const hadFocus = part.contains(document.activeElement);
    const placed = document.adoptNode(next);
    for (const one of placed.querySelectorAll('[data-unwatched]')) one.hidden = true;
    part.replaceWith(placed);
    placed.dispatchEvent(new CustomEvent('placed', { bubbles: true }));
    tellOf(placed, hadFocus);
  }
}

/** What matters is read aloud, and where the focus was lost, it goes to the new heading. */
function tellOf(part, hadFocus) {
  const heading = part.querySelector('[data-focus]');
  if (heading !== null && (hadFocus || document.activeElement === document.body)) {
    heading.tabIndex = -1;
    heading.focus();
  }
  const { say } = part.dataset;
  if (say) document.dispatchEvent(new CustomEvent('say', { detail: say }));
}

let events = null;
let timer = null;

function open() {
  if (events !== null || document.visibilityState !== 'visible') return;
  events = new EventSource(address);
  events.addEventListener('change', refresh);
  events.addEventListener('error', () => {
    // It comes back by itself unless it was refused.
    if (events?.readyState === EventSource.CLOSED) timer ??= setInterval(lookIfSeen, LOOK_MS);
  });
}

function close() {
  events?.close();
  events = null;
  clearInterval(timer);
  timer = null;
}

function lookIfSeen() {
  if (document.visibilityState === 'visible') refresh();
}

document.addEventListener('stale', refresh);

// Browsers open few connections to one host, so only the tab in front has one. When it opens, it
// hears at once of what it missed.
if (address) {
  // What people press to look again is of no use here.
  for (const one of document.querySelectorAll('[data-unwatched]')) one.hidden = true;
  open();
  addEventListener('pagehide', close);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) open();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') open();
    else close();
  });
}
