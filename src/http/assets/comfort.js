// Convenience only: every page works without this script.

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** Read aloud, as buttons and parts of a page are not read again when their words change. */
const said = document.createElement('p');
said.className = 'unseen';
said.role = 'status';
document.body.append(said);

function say(text) {
  said.textContent = text;
}

function showTimes(root) {
  for (const time of root.querySelectorAll('time')) {
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

// Longer than a double click takes. Someone whose request got lost can press again.
const ONCE_MS = 5000;

function sendOnce(root) {
  for (const form of root.querySelectorAll('form[data-once]')) {
    let sentAt = -ONCE_MS;
    form.addEventListener('submit', (event) => {
      if (event.timeStamp - sentAt < ONCE_MS) event.preventDefault();
      else sentAt = event.timeStamp;
    });
  }
}

function prepare(root) {
  showTimes(root);
  offerCopying(root);
  sendOnce(root);
}

prepare(document);
document.addEventListener('placed', ({ target }) => prepare(target));
document.addEventListener('say', ({ detail }) => say(detail));
