import { type Html, html } from '../../../pages/html.ts';
import { plural } from '../plural.ts';

export const security = {
  title: 'Sicherheit',
  signingIn: 'Anmeldung',
  authenticator: {
    heading: 'Authenticator-App',
    inUse: 'Eingerichtet',
    notInUse: 'Nicht eingerichtet',
    on: (codesLeft: number) =>
      'Nach deinem Passwort wirst du nach einem Code aus deiner App gefragt. Falls du die App ' +
      `verlierst, hast du noch ${codesLeft} ${plural(codesLeft, 'Backup-Code', 'Backup-Codes')}.`,
    off:
      'Mit einer App auf deinem Handy, die Codes anzeigt, reicht dein Passwort allein nicht ' +
      'mehr zum Anmelden. Ein gestohlenes Passwort nützt dann niemandem.',
    newCodes: 'Neue Backup-Codes',
    stop: 'App nicht mehr benutzen',
    setUp: 'App einrichten',
  },
  passkeys: {
    heading: 'Passkeys',
    text:
      'Mit einem Passkey meldest du dich per Fingerabdruck, Gesicht oder PIN an. Niemand kann ' +
      'ihn erraten, und keine gefälschte Website kann ihn dir entlocken.',
    notHere:
      'Browser erlauben Passkeys nur, wenn die Adresse des Dienstes ein Name ist, etwa ' +
      'wallet.example.com. Hier ist sie eine Zahl.',
    add: 'Passkey hinzufügen',
    caption: 'Deine Passkeys',
    name: 'Name',
    added: 'Hinzugefügt',
    lastUsed: 'Zuletzt benutzt',
    action: 'Aktion',
    never: 'Nie',
    /** The name tells people who cannot see the row which passkey this is. */
    remove: (name: string): Html => html`Entfernen<span class="unseen">: ${name}</span>`,
  },
  sessions: {
    heading: 'Wo du angemeldet bist',
    caption: 'Deine Sitzungen',
    browser: 'Browser',
    address: 'Adresse',
    since: 'Seit',
    lastUsed: 'Zuletzt benutzt',
    action: 'Aktion',
    present: 'Dieser Browser',
    end: 'Abmelden',
    endOthers: 'Überall sonst abmelden',
    ended: 'Der Browser ist abgemeldet.',
  },
  device: {
    unknown: 'Unbekannter Browser',
    browserOn: (browser: string, system: string) => `${browser} auf ${system}`,
  },
  endingOthers: {
    title: 'Überall sonst abmelden',
    heading: 'Überall sonst abmelden?',
    text:
      'Du wirst in allen anderen Browsern sofort abgemeldet. Apps, die du verbunden hast, und ' +
      'deine Tokens funktionieren weiter.',
    submit: 'Überall sonst abmelden',
    done: 'Du bist überall sonst abgemeldet.',
  },
};
