import { type Html, html } from '../../../pages/html.ts';

/** How users change what they sign in with. */
export const securityChanges = {
  password: {
    title: 'Passwort ändern',
    text: (email: string) =>
      `Damit änderst du das Passwort von ${email}. Du wirst überall sonst abgemeldet, und ` +
      'verbundene Apps müssen dich neu um Erlaubnis bitten. Apps, die du mit ' +
      'einem Code verbunden hast, und persönliche Tokens gelten weiter.',
    present: 'Bisheriges Passwort',
    next: 'Neues Passwort',
    wrong: 'Das ist nicht dein Passwort.',
    submit: 'Passwort ändern',
    done:
      'Dein Passwort ist geändert. Du bist überall sonst abgemeldet, und verbundene Apps ' +
      'müssen dich neu um Erlaubnis bitten. Apps, die du mit einem Code verbunden hast, und ' +
      'persönliche Tokens gelten weiter. Wenn jemand anderes dein Passwort kannte, sieh sie durch.',
  },
  email: {
    title: 'E-Mail-Adresse ändern',
    text: (email: string) =>
      `Bisher meldest du dich als ${email} an. Sobald die neue Adresse gilt, wirst du überall ` +
      'sonst abgemeldet. Links, die an die alte Adresse gesendet wurden, gelten dann nicht ' +
      'mehr.',
    next: 'Neue E-Mail-Adresse',
    submit: 'E-Mail-Adresse ändern',
    mailed:
      'Eine E-Mail ist unterwegs an deine neue Adresse. Öffne den Link darin, um die Änderung ' +
      'abzuschließen.',
    done: 'Deine E-Mail-Adresse ist geändert. Du bist überall sonst abgemeldet.',
    confirm: {
      title: 'E-Mail-Adresse bestätigen',
      text: (email: string): Html =>
        html`Wenn du bestätigst, meldest du dich ab jetzt als <strong>${email}</strong> an. Du wirst
          überall sonst abgemeldet.`,
      submit: 'Bestätigen',
    },
  },
  setUpApp: {
    title: 'Authenticator-App einrichten',
    scan: (address: string): Html =>
      html`Scanne diesen Code mit deiner App oder öffne <a href="${address}">diesen Link</a> auf dem
        Handy mit der App.`,
    picture: 'QR-Code für deine Authenticator-App',
    spelled: (key: string): Html =>
      html`Wenn du ihn nicht scannen kannst, tippe diesen Schlüssel in die App:
        <code>${key}</code>`,
    codeHint: 'Die sechs Ziffern, die deine App jetzt anzeigt.',
    submit: 'Diese App benutzen',
    done: 'Deine App ist eingerichtet.',
  },
  stopApp: {
    title: 'App nicht mehr benutzen?',
    text:
      'Danach reicht dein Passwort allein, um dich anzumelden. Auch deine Backup-Codes gelten ' +
      'dann nicht mehr.',
    submit: 'App nicht mehr benutzen',
    done: 'Du wirst nicht mehr nach Codes gefragt.',
  },
  newCodes: {
    title: 'Neue Backup-Codes?',
    text: 'Die Codes, die du jetzt hast, gelten dann nicht mehr.',
    submit: 'Neue Codes erstellen',
    done: 'Deine alten Codes gelten nicht mehr.',
  },
  backupCodes: {
    title: 'Deine Backup-Codes',
    text:
      'Jeder dieser Codes gilt einmal, anstelle eines Codes aus deiner App. Druck sie aus ' +
      'oder speichere sie in einem Passwort-Manager.',
    label: 'Backup-Codes',
    saved: 'Ich habe sie gespeichert',
  },
  addPasskey: {
    title: 'Passkey hinzufügen',
    text: 'Dein Gerät fragt, wo es den Passkey speichern soll, und prüft, dass du es bist.',
    name: 'Name',
    nameHint: 'Daran erkennst du den Passkey wieder.',
    submit: 'Passkey hinzufügen',
    done: (name: string) => `Du kannst dich jetzt mit „${name}“ anmelden.`,
  },
  removePasskey: {
    title: 'Passkey entfernen',
    heading: (name: string) => `„${name}“ entfernen?`,
    text: 'Danach kannst du dich damit nicht mehr anmelden. Du kannst ihn später neu hinzufügen.',
    submit: 'Passkey entfernen',
    done: 'Der Passkey ist entfernt.',
  },
};
