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
    'A payment of more than this is made only once you have entered your password or used your ' +
    'passkey for it. What you send without that within 24 hours is added up, so that many small ' +
    'payments ask too. 0 asks each time.',
  save: 'Save',
  done: 'Your preferences are saved.',
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
