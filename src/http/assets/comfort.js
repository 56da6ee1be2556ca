// Convenience only: every page works without this script.

// Browsers offer the clipboard only to pages over https and on this machine.
const copyButtons = navigator.clipboard ? document.querySelectorAll('button[data-copy]') : [];
const said = document.createElement('p');
said.className = 'unseen';
said.role = 'status';
if (copyButtons.length > 0) document.body.append(said);

for (const button of copyButtons) {
  button.hidden = false;
  const label = button.textContent;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.copied;
    // Said aloud too: the button is not read again when its own words change.
    said.textContent = button.dataset.copied;
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
for (const time of document.querySelectorAll('time')) {
  const format = time.dataset.show === 'day' ? day : moment;
  time.title = time.textContent;
  time.textContent = format.format(new Date(time.dateTime));
}
