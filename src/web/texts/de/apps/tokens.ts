import { type Html, html } from '../../../pages/html.ts';

export const tokens = {
  title: 'Persönliche Tokens',
  lead:
    'Für deine eigenen Skripte und Server. Mit einem Token benutzen sie deine Wallet ohne ' +
    'Browser.',
  script: {
    title: 'In einem Skript benutzen',
    text: 'Leg das Token in die Variable TOKEN und frag dann die API:',
    reference: (docs: string): Html => html`Du kannst es auch in der
      <a href="${docs}">API-Referenz</a> ausprobieren: Füge das Token unter „Authentication“ ein.`,
  },
  none: {
    title: 'Du hast keine Tokens',
    text:
      'Erstelle eines für ein Skript oder einen Server. Du siehst es nur einmal und kannst es ' +
      'hier widerrufen.',
  },
  new: 'Neues Token',
  created: (date: Html): Html => html`Erstellt am ${date}`,
  creating: {
    title: 'Neues Token',
    failed: 'Das Token wurde nicht erstellt. Korrigiere, was unten markiert ist.',
    name: 'Name',
    nameHint: 'Wofür es ist, zum Beispiel „Shop-Server“.',
    noName: 'Gib einen Namen ein, der sagt, wofür das Token ist.',
    hiddenInName: 'Er enthält unsichtbare Zeichen. Tippe ihn noch einmal ein.',
    scopes: 'Was es darf',
    noScopes: 'Wähle mindestens eine Berechtigung.',
    end: 'Das Token läuft ab',
    noEnd: 'Wähle, wann es abläuft.',
    submit: 'Token erstellen',
    tooMany: (most: number) => ({
      title: 'Zu viele Tokens',
      message:
        `Du hast schon ${most} Tokens, mehr sind nicht möglich. Es wurde kein Token erstellt. ` +
        'Widerrufe eines, das du nicht mehr brauchst, und versuch es dann noch einmal.',
    }),
    done: 'Dein neues Token',
    secret: (name: string) => `Token „${name}“`,
    kept: 'Ich habe es gespeichert',
    tryIt: 'In der API-Referenz ausprobieren',
  },
  noExpiry: 'läuft nicht ab',
  expires: (date: Html): Html => html`läuft am ${date} ab`,
  changeLimit: 'Limit ändern',
  revoke: 'Widerrufen',
  revoking: {
    title: 'Token widerrufen',
    heading: (name: string) => `„${name}“ widerrufen?`,
    text:
      'Programme, die dieses Token benutzen, werden ab jetzt abgewiesen. Zahlungen, die schon ' +
      'unterwegs sind, werden noch ausgeführt. Das lässt sich nicht rückgängig machen, aber ' +
      'du kannst ein neues Token erstellen.',
    submit: 'Token widerrufen',
    done: (name: string) => `Das Token „${name}“ ist widerrufen.`,
  },
};
