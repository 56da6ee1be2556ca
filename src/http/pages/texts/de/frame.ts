import { type Html, html } from '../../kit/html.ts';

/** What stands on every page. */
export const frame = {
  skip: 'Zum Inhalt springen',
  navigation: 'Hauptmenü',
  signOut: 'Abmelden',
  copy: 'Kopieren',
  copied: 'Kopiert',
  optional: '(optional)',
  cancel: 'Abbrechen',
  command: 'Befehl',
  secretOnce:
    'Das wird nur dieses eine Mal angezeigt. Bewahre es dort auf, wo nur du es lesen kannst.',
  tabsOf: 'Seiten dieses Bereichs',
  runBy: (contact: Html): Html => html`Fragen zu diesem Dienst? ${contact}`,
  /** The bell in the head. */
  notices: 'Mitteilungen',
  unreadNotices: (count: string) => `${count} ungelesen`,
  /** Parts of the navigation. */
  places: {
    home: 'Start',
    receive: 'Empfangen',
    send: 'Senden',
    activity: 'Verlauf',
    apps: 'Apps',
    account: 'Konto',
    developer: 'Entwicklung',
    operate: 'Betrieb',
    more: 'Mehr',
  },
  tabGroups: { money: 'Geld', service: 'Dienst' },
  tabs: {
    profile: 'Profil',
    address: 'Adresse',
    preferences: 'Einstellungen',
    statements: 'Auszüge',
    security: 'Sicherheit',
    leave: 'Verlassen',
    tokens: 'Tokens',
    clients: 'Deine Apps',
    webhooks: 'Webhooks',
    overview: 'Überblick',
    users: 'Nutzer',
    node: 'Knoten',
    payments: 'Zahlungen',
    alarms: 'Alarme',
    unclaimed: 'Ohne Empfänger',
    deliveries: 'Webhooks',
    jobs: 'Aufträge',
    books: 'Bücher',
    settings: 'Einstellungen',
  },
};
