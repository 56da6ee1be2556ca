// Keeps the marked parts of a page as they are now. Without it, pages say how to look again.

let address = document.body.dataset.live;
// What a form answered cannot be asked for again: its parts are on another page, too.
const { liveAt, looksAgain } = document.body.dataset;
const LOOK_MS = 10_000;
const SOON_MS = 500;

let isAsking = false;
let isStale = false;
let again = null;

/** Asks for this page once more, and puts the parts that have changed into their places. */
async function refresh() {
  isStale = true;
  if (isAsking) return;
  isAsking = true;
  try {
    while (isStale) {
      isStale = false;
      const options = { cache: 'no-store', redirect: 'manual' };
      const answer = await fetch(liveAt ?? location.href, options);
      // It leads to signing in.
      if (answer.type === 'opaqueredirect') return leave();
      // Who may no longer see it keeps nothing of it on the screen.
      if (answer.status === 404 && looksAgain !== undefined) return leave();
      if (answer.ok) swap(new DOMParser().parseFromString(await answer.text(), 'text/html'));
      else askLater();
    }
  } catch {
    askLater();
  }
  isAsking = false;
}

/** There was an event, and no further one may come. */
function askLater() {
  if (again !== null) return;
  again = setTimeout(() => {
    again = null;
    if (isWatching) refresh();
  }, LOOK_MS);
}

function swap(fresh) {
  const parts = [...document.querySelectorAll('[data-part]')];
  // Signed out in another tab: nothing of this page stays on the screen.
  if (parts.every(({ id }) => fresh.getElementById(id) === null)) return leave();
  address = fresh.body.dataset.live ?? address;
  if (liveAt === undefined) document.title = fresh.title;
  for (const part of parts) {
    const next = fresh.getElementById(part.id);
    if (next === null || next.dataset.part === part.dataset.part) continue;
    const hadFocus = part.contains(document.activeElement);
    const placed = document.adoptNode(next);
    keepOpen(part, placed);
    for (const one of placed.querySelectorAll('[data-unwatched]')) one.hidden = true;
    part.replaceWith(placed);
    placed.dispatchEvent(new CustomEvent('placed', { bubbles: true }));
    tellOf(placed, hadFocus);
  }
}

/** What someone has unfolded stays so, wherever it stands now; in its place if it has changed. */
function keepOpen(part, placed) {
  const known = [...part.querySelectorAll('details')];
  const fresh = [...placed.querySelectorAll('details')];
  for (const [place, one] of known.entries()) {
    if (!one.open) continue;
    const same = fresh.find(({ textContent }) => textContent === one.textContent);
    const next = same ?? (fresh.length === known.length ? fresh[place] : undefined);
    if (next) next.open = true;
  }
}

const leave = () => (liveAt === undefined ? location.reload() : location.assign(liveAt));

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

// A browser keeps six connections to one host, and each stream holds one. A few live tabs leave
// room for pages; the others look now and then.
const SLOTS = ['live 1', 'live 2', 'live 3'];

/** Answers what frees the slot again; null when all are taken. */
async function takeSlot() {
  if (!navigator.locks) return () => undefined;
  for (const slot of SLOTS) {
    const free = await new Promise((resolve) => {
      navigator.locks.request(slot, { ifAvailable: true }, (lock) =>
        lock === null ? resolve(null) : new Promise((end) => resolve(end)),
      );
    });
    if (free !== null) return free;
  }
  return null;
}

/** As of which change the page stands: its own asking may be what the next event tells of. */
const shownMark = () => new URL(address, location.href).searchParams.get('seen');

let isWatching = false;
let hasRested = false;
let events = null;
let freeSlot = null;
let timer = null;

async function watch() {
  if (isWatching || document.visibilityState !== 'visible') return;
  isWatching = true;
  if (looksAgain !== undefined) return look();
  const free = await takeSlot();
  if (!isWatching) free?.();
  else if (free === null) timer = setInterval(refresh, LOOK_MS);
  else listen(free);
}

/** Without a stream: it asks while it is in sight, and at once when it comes back. */
function look() {
  if (hasRested) refresh();
  lookAfter(looksAgain === 'soon' ? SOON_MS : LOOK_MS);
}

/** Where an answer is near, it looks soon, and then more and more seldom. */
function lookAfter(waitMs) {
  timer = setTimeout(() => {
    refresh();
    lookAfter(Math.min(2 * waitMs, LOOK_MS));
  }, waitMs);
}

function listen(free) {
  freeSlot = free;
  events = new EventSource(address);
  events.addEventListener('change', ({ lastEventId }) => {
    if (lastEventId !== shownMark()) refresh();
  });
  events.addEventListener('error', () => {
    // It comes back by itself unless it was refused.
    if (events?.readyState !== EventSource.CLOSED) return;
    timer ??= setInterval(refresh, LOOK_MS);
    refresh();
  });
}

function rest() {
  isWatching = false;
  hasRested = true;
  events?.close();
  freeSlot?.();
  clearInterval(timer);
  events = null;
  freeSlot = null;
  timer = null;
}

document.addEventListener('stale', refresh);

if ((address || looksAgain !== undefined) && document.querySelector('[data-part]')) {
  // What people press to look again is of no use here.
  for (const one of document.querySelectorAll('[data-unwatched]')) one.hidden = true;
  watch();
  addEventListener('pagehide', rest);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) watch();
  });
  addEventListener('online', () => {
    if (isWatching) refresh();
  });
  // A tab that comes to the front hears at once of what it has missed.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') watch();
    else rest();
  });
}
