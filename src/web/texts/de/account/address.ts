import { type Html, html } from '../../../pages/html.ts';

export const address = {
  title: 'Lightning-Adresse',
  lead:
    'Eine Lightning-Adresse sieht aus wie eine E-Mail-Adresse. Alle können dir damit Geld ' +
    'senden, so oft sie wollen und aus jeder Lightning-Wallet.',
  yours: 'Deine Adresse',
  none: 'Du hast noch keine Adresse.',
  noneHint: 'Wähle unten einen Namen. Du kannst die Adresse sofort benutzen.',
  qr: (lightningAddress: string) => `QR-Code von ${lightningAddress}`,
  noQr: 'Der QR-Code kann gerade nicht gezeichnet werden. Lade die Seite gleich noch einmal.',
  payPage: 'Öffentliche Bezahlseite',
  printSheet: 'Blatt zum Ausdrucken',
  print: {
    title: 'Blatt zum Ausdrucken',
    heading: 'Mit Lightning bezahlen',
    instruction: 'Scanne den Code mit einer Lightning-Wallet oder tippe die Adresse dort ein.',
    howTo: 'Druck diese Seite mit deinem Browser aus. Diese Zeile wird nicht mitgedruckt.',
    back: 'Zurück',
  },
  name: 'Name',
  nameHint: (domain: string) =>
    `Deine Adresse besteht aus diesem Namen, gefolgt von @${domain}. Benutze Kleinbuchstaben ` +
    'von a bis z und Ziffern. Dazwischen kannst du Punkt, Bindestrich oder Unterstrich setzen.',
  playOnly: (domain: string): Html => html`Wallets außerhalb dieses Dienstes finden keine Adressen
    bei <code>${domain}</code>. Sie funktionieren nur zwischen den Nutzern dieses Dienstes, etwa
    solange du ihn ausprobierst.`,
  choose: 'Diesen Namen nehmen',
  change: 'Adresse ändern',
  changeHint: (changesMax: number) =>
    `Du kannst sie ${changesMax}-mal im Jahr ändern. An die alte Adresse kann dir danach ` +
    'niemand mehr Geld senden. Sie bleibt für dich reserviert: Niemand sonst kann sie je ' +
    'bekommen.',
  signUpHint:
    'An diese Adresse können dir alle Geld senden, so oft sie wollen. Du kannst sie auch ' +
    'später wählen.',
  lost:
    'Dein Konto ist fertig. Nur die Lightning-Adresse hat eben jemand anderes genommen: Wähle ' +
    'eine andere.',
  chosen: (lightningAddress: string) => `Deine Lightning-Adresse ist ${lightningAddress}.`,
  zaps: {
    title: 'Zaps',
    lead:
      'Ein Zap ist eine Zahlung an deine Adresse, die der Absender auf Nostr zeigt, einem ' +
      'öffentlichen Netzwerk. Wir veröffentlichen dort dann eine Quittung: Alle können sehen, ' +
      'wer dir Geld gesendet hat, wie viel, und was dazu geschrieben wurde. Alle anderen ' +
      'Zahlungen bleiben privat.',
    needsKey: html`Um Zaps anzunehmen, trag deinen öffentlichen Nostr-Schlüssel in dein
      <a href="/profile">Profil</a> ein.`,
    isOn: 'Du nimmst Zaps an.',
    isOff: 'Du nimmst keine Zaps an. An deine Adresse kann man dir trotzdem Geld senden.',
    turnOn: 'Zaps annehmen',
    turnOff: 'Keine Zaps mehr annehmen',
    turnedOn: 'Du nimmst jetzt Zaps an.',
    turnedOff: 'Du nimmst keine Zaps mehr an.',
  },
  refused: {
    bad_address_name:
      'Benutze höchstens 64 Kleinbuchstaben von a bis z und Ziffern. Dazwischen sind Punkt, ' +
      'Bindestrich und Unterstrich erlaubt.',
    reserved_address_name: 'Dieser Name ist reserviert. Wähle einen anderen.',
    address_name_taken: 'Dieser Name ist vergeben. Wähle einen anderen.',
    too_many_name_changes: 'Du hast deine Adresse dieses Jahr schon zu oft geändert.',
  },
};
