import { type Html, html } from '../../../pages/html.ts';

export const address = {
  title: 'Lightning address',
  lead:
    'A Lightning address looks like an e-mail address. Anyone can send you money with it, as ' +
    'often as they want, from any Lightning wallet.',
  yours: 'Your address',
  none: 'You have no address yet.',
  noneHint: 'Choose a name below. You can use it right away.',
  qr: (lightningAddress: string) => `QR code of ${lightningAddress}`,
  noQr: 'The QR code cannot be drawn right now. Reload the page in a moment.',
  payPage: 'Public payment page',
  printSheet: 'Sheet to print',
  print: {
    title: 'Sheet to print',
    heading: 'Pay with Lightning',
    instruction: 'Scan the code with a Lightning wallet, or type the address into it.',
    howTo: 'Print this page with your browser. This line is not printed.',
    back: 'Go back',
  },
  name: 'Name',
  nameHint: (domain: string) =>
    `Your address will be this name, followed by @${domain}. Use small letters and digits, and ` +
    'a dot, hyphen or underscore between them.',
  playOnly: (domain: string): Html => html`Wallets outside of this service cannot find addresses at
    <code>${domain}</code>. They work between the users of this service only, for example while you
    try it out.`,
  choose: 'Choose this name',
  change: 'Change address',
  changeHint: (changesMax: number) =>
    `You can change it ${changesMax} times a year. No one can pay you at the old address after ` +
    'that. It stays reserved for you: no one else can ever have it.',
  signUpHint:
    'Anyone can send you money at this address, as often as they want. You can also choose it ' +
    'later.',
  lost:
    'Your account is ready. Only the Lightning address was taken by someone else a moment ago: ' +
    'choose another one.',
  chosen: (lightningAddress: string) => `Your Lightning address is ${lightningAddress}.`,
  zaps: {
    title: 'Zaps',
    lead:
      'A zap is a payment to your address that its payer shows on Nostr, a public network. ' +
      'We then publish a receipt there: everyone can see who paid you, how much, and what they ' +
      'wrote. All other payments stay private.',
    needsKey: html`To accept zaps, put your Nostr public key on your
      <a href="/profile">profile</a>.`,
    isOn: 'You accept zaps.',
    isOff: 'You do not accept zaps. People can still pay you at your address.',
    turnOn: 'Accept zaps',
    turnOff: 'Stop accepting zaps',
    turnedOn: 'You accept zaps now.',
    turnedOff: 'You do not accept zaps any more.',
  },
  refused: {
    bad_address_name:
      'Use up to 64 small letters and digits. Between them you can use a dot, hyphen or ' +
      'underscore.',
    reserved_address_name: 'This name is reserved. Choose another one.',
    address_name_taken: 'This name is taken. Choose another one.',
    too_many_name_changes: 'You have changed your address too often this year.',
  },
};
