export const preferences = {
  title: 'Preferences',
  lead: 'How your pages look. Nothing here changes what you pay or receive.',
  language: 'Language',
  languageByBrowser: 'As my browser asks',
  unit: 'Unit of amounts',
  unitHint:
    'A sat is the smallest part of a bitcoin on these pages: one hundred-millionth. Some people ' +
    'write the same number with the sign ₿. Fields in which you enter an amount are in sats.',
  units: { sat: 'sat', bip177: 'the sign ₿', btc: 'whole bitcoin (BTC)' },
  currency: 'Value in another currency',
  currencyHint: 'Shown beside amounts, for orientation only.',
  noCurrency: 'None',
  timeZone: 'Time zone',
  timeZoneHint:
    'Days of your activity begin at midnight there. Statements follow from next month on.',
  timeZoneByBrowser: 'That of my browser (statements: UTC)',
  theme: 'Colours',
  themes: { system: 'As my device shows them', light: 'Light', dark: 'Dark' },
  privacy: 'Amounts',
  hidesAmounts: 'Hide amounts on Home and in lists',
  hidesAmountsHint: 'Dots stand in their place, so that people beside you cannot read them.',
  confirmAbove: 'Ask who I am above (sat)',
  confirmAboveHint:
    'When you send more than this, you enter your password again or use your passkey. 0 asks ' +
    'each time.',
  save: 'Save',
  done: 'Your preferences are saved.',
  confirmFirst:
    'Everything is saved except the higher amount. Confirm that it is you, then save it again.',
  problems: {
    language: 'Choose one of the languages.',
    unit: 'Choose one of the units.',
    currency: 'Choose one of the currencies.',
    timeZone: 'Choose one of the time zones.',
    theme: 'Choose one of the colours.',
    confirmAboveSat: 'Enter a whole number of sats.',
  },
};

/** The value of an amount in another currency. */
export const worth = {
  about: (money: string) => `≈ ${money}`,
  /** Of a price that is not fresh. */
  aboutAt: (money: string, time: string) => `≈ ${money} (price of ${time})`,
};
