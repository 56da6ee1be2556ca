import { type Html, html } from '../../../pages/html.ts';

/** Apps that a user let use their wallet. */
export const connectedApps = {
  title: 'Verbundene Apps',
  lead: 'Apps, die deine Wallet benutzen dürfen, und was sie ausgeben.',
  none: {
    title: 'Keine App benutzt deine Wallet',
    text:
      'Öffne eine App, die mit Lightning-Wallets arbeitet, und verbinde dort eine Wallet. Die ' +
      'App bringt dich hierher, und du entscheidest. Danach steht sie auf dieser Seite.',
  },
  connected: (date: Html): Html => html`Verbunden am ${date}`,
  notUsed: 'noch nicht benutzt',
  lastUsed: (time: Html): Html => html`zuletzt benutzt am ${time}`,
  changeLimit: 'Limit ändern',
  disconnect: 'Trennen',
  facts: {
    website: 'Website',
    connected: 'Verbunden',
    lastUsed: 'Zuletzt benutzt',
    notUsed: 'Noch nie',
    permissions: 'Berechtigungen',
  },
  places: {
    title: 'Wo die App benutzt wird',
    none: (name: string) =>
      `Zurzeit nirgends. Um „${name}“ zu benutzen, verbinde deine Wallet dort noch einmal.`,
    text: (name: string) =>
      `Jedes Handy, jeder Computer und jeder Browser, in dem du „${name}“ verbunden hast, hat ` +
      'einen eigenen Zugang. Melde die App dort ab, wo du sie nicht mehr benutzt oder wo dir ' +
      'die Zeiten fremd vorkommen.',
    caption: (name: string) => `Wo „${name}“ benutzt wird`,
    firstUsed: 'Zuerst benutzt',
    lastUsed: 'Zuletzt benutzt',
    state: 'Status',
    action: 'Aktion',
    active: 'Aktiv',
    doubtful: 'Verdächtig',
    doubtfulText:
      'Verdächtig heißt: Der Schlüssel zu diesem Zugang wurde innerhalb von Sekunden zweimal ' +
      'benutzt. Das passiert Apps aus Versehen, aber auch Diebe tun es. Der Zugang endet, ' +
      'wenn du die App das nächste Mal verbindest oder sie hier abmeldest.',
    end: 'Dort abmelden',
    ended: 'Die App ist dort abgemeldet.',
    endedBefore: 'Die App war dort schon abgemeldet.',
  },
  disconnecting: {
    title: 'App trennen',
    heading: (name: string) => `„${name}“ trennen?`,
    text:
      'Ab jetzt kann die App deine Wallet nicht mehr benutzen. Zahlungen, die schon unterwegs ' +
      'sind, werden noch ausgeführt. Das Limit der App wird gelöscht. Um sie wieder zu ' +
      'benutzen, verbinde deine Wallet in der App neu.',
    submit: 'Trennen',
    done: 'Die App ist getrennt.',
  },
};
