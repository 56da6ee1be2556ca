// The button that allows something says up to which limit, as the form stands. Without this script
// it says only that it allows.

const { lang } = document.documentElement;

// As the server reads it: see formatters.ts.
const GROUPED =
  lang === 'en' ? /^\d{1,3}([ ,\u00a0\u202f]\d{3})+$/ : /^\d{1,3}([ .\u00a0\u202f]\d{3})+$/;

function readDigits(text) {
  const trimmed = text.trim();
  return GROUPED.test(trimmed) ? trimmed.replaceAll(/\D/g, '') : trimmed;
}

for (const { dataset, firstElementChild: button } of document.querySelectorAll(
  '[data-allow-none]',
)) {
  const { form, textContent: plain } = button;
  const { limit, amount, interval } = form.elements;
  const show = () => {
    const digits = readDigits(amount.value);
    const template = dataset[`allow${capital(interval?.value ?? dataset.interval)}`];
    const isNone = limit?.value === 'none';
    const isLimit = /^\d{1,16}$/.test(digits) && BigInt(digits) > 0n && template !== undefined;
    if (isNone) button.textContent = dataset.allowNone;
    else if (isLimit) button.textContent = template.replace('{}', amountText(digits));
    else button.textContent = plain;
  };
  form.addEventListener('input', show);
  form.addEventListener('change', show);
  // Browsers fill in again what was chosen before someone left the page.
  addEventListener('pageshow', show);
  show();
}

function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function amountText(digits) {
  return new Intl.NumberFormat(lang).format(BigInt(digits));
}
