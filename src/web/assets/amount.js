// Shows what an amount is in the other unit while it is typed. Without this script, the next page
// shows it. It reads and rounds as the server does: see formatters.ts and src/fiat/rate.ts.

const SAT_PER_BTC = 100_000_000n;
const { lang } = document.documentElement;

const GROUPED =
  lang === 'en' ? /^\d{1,3}([ ,\u00a0\u202f]\d{3})+$/ : /^\d{1,3}([ .\u00a0\u202f]\d{3})+$/;

function readDigits(text) {
  const trimmed = text.trim();
  return GROUPED.test(trimmed) ? trimmed.replaceAll(/\D/g, '') : trimmed;
}

/** In hundredths; null for what is no amount of money. */
function readMoney(text) {
  const [, whole = '', parts = ''] = /^(.+?)(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  const digits = readDigits(whole);
  return /^\d{1,13}$/.test(digits) ? BigInt(`${digits}${parts.padEnd(2, '0')}`) : null;
}

/** Null for what is no whole number of sats. */
function readSats(text) {
  const digits = readDigits(text);
  return /^\d{1,16}$/.test(digits) ? BigInt(digits) : null;
}

const divideHalfUp = (value, divisor) => (value + divisor / 2n) / divisor;

function moneyText(cents, currency) {
  const digits = String(cents).padStart(3, '0');
  return new Intl.NumberFormat(lang, { style: 'currency', currency })
    .formatToParts(`${digits.slice(0, -2)}.${digits.slice(-2)}`)
    .map(({ type, value }) => (type === 'currency' && value === '$' ? 'US$' : value))
    .join('');
}

/** Empty where there is nothing to show. */
function otherAmount(text, unit, { about, least, currency, centsPerBtc }) {
  const price = BigInt(centsPerBtc);
  if (unit === currency) {
    const cents = readMoney(text);
    if (cents === null) return '';
    const sats = divideHalfUp(cents * SAT_PER_BTC, price);
    return about.replace('{}', `${new Intl.NumberFormat(lang).format(sats)} sat`);
  }
  const sats = readSats(text);
  if (sats === null) return '';
  const cents = divideHalfUp(sats * price, SAT_PER_BTC);
  return cents === 0n && sats > 0n
    ? least.replace('{}', moneyText(1n, currency))
    : about.replace('{}', moneyText(cents, currency));
}

for (const line of document.querySelectorAll('[data-other-unit]')) {
  const field = line.closest('.field');
  const [input, unit] = [field.querySelector('input'), field.querySelector('select')];
  const show = () => {
    const other = otherAmount(input.value, unit.value, line.dataset);
    line.textContent = other === '' ? '' : line.dataset.otherUnit.replace('{}', other);
  };
  input.addEventListener('input', show);
  unit.addEventListener('change', show);
  // Other fields begin with it from then on.
  unit.addEventListener('change', () => {
    // biome-ignore lint/suspicious/noDocumentCookie: what is to replace it exists over https only
    document.cookie = `amount_unit=${unit.value}; Path=/; Max-Age=31536000; SameSite=Lax`;
  });
  show();
}
