import { type Html, html } from '../../../pages/html.ts';

/** Apps that are connected by a code or a text, and the devices on which they run. */
export const connections = {
  connect: 'App verbinden',
  kinds: {
    nwc: {
      title: 'Nostr Wallet Connect',
      meaning:
        'Für Websites und Apps, die nach einer Wallet-Verbindung fragen, oft NWC genannt. Nimm ' +
        'das, wenn du unsicher bist.',
    },
    lndhub: {
      title: 'Handy-App (LndHub)',
      meaning: 'Für Wallet-Apps auf dem Handy, zum Beispiel BlueWallet und Zeus.',
    },
  },
  presets: {
    pay: {
      title: 'Zahlen und empfangen',
      meaning:
        'Sie zahlt, ohne dich jedes Mal zu fragen, bis zu dem Limit, das du setzt. Sie empfängt ' +
        'auch und sieht dein Guthaben und deinen Verlauf.',
      short: 'Darf zahlen und empfangen.',
    },
    receive: {
      title: 'Nur empfangen',
      meaning:
        'Sie bittet in deinem Namen um Geld und sieht, was ankommt. Sie kann nichts ausgeben.',
      short: 'Darf nur empfangen.',
    },
    read: {
      title: 'Nur ansehen',
      meaning:
        'Sie sieht dein Guthaben und deinen Verlauf. Sie kann weder etwas ausgeben noch empfangen.',
      short: 'Darf nur ansehen.',
    },
  },
  kind: 'Art',
  end: { ahead: 'Endet', past: 'Beendet' },
  endless: 'Nie, bis du sie trennst',
  ends: (date: Html): Html => html`endet am ${date}`,
  ended: (date: Html): Html => html`endete am ${date}`,
  lastRefusal: 'Zuletzt abgelehnt',
  refused: (time: Html, reason: string): Html => html`${time}: ${reason}`,
  refusals: {
    insufficient_scope: 'was sie wollte, darf sie nicht.',
    insufficient_balance: 'in deiner Wallet war nicht genug Geld.',
    budget_exceeded: 'ihr Limit reichte nicht aus.',
    budget_expired: 'die Zeit, in der sie etwas ausgeben darf, ist vorbei.',
    send_limit_exceeded: 'du hattest schon so viel gesendet, wie du an einem Tag kannst.',
    too_many_open_payments: 'zu viele Zahlungen waren unterwegs.',
    grant_expired: 'die Verbindung ist beendet.',
    rate_limited: 'sie hat zu oft gefragt.',
  },
  creating: {
    title: 'App verbinden',
    lead:
      'Für Apps, in denen du eine Wallet-Verbindung scannst oder einfügst. Du bekommst sie auf ' +
      'der nächsten Seite. Wenn die App dich von selbst hierher bringt, brauchst du diese Seite ' +
      'nicht.',
    failed: 'Die App wurde nicht verbunden. Korrigiere, was unten markiert ist.',
    name: 'Name',
    nameHint: 'Welche App es ist und wo du sie benutzt, zum Beispiel „Zeus auf meinem Handy“.',
    noName: 'Gib einen Namen ein, den du später wiedererkennst.',
    hiddenInName: 'Er enthält unsichtbare Zeichen. Tippe ihn noch einmal ein.',
    kind: 'Wie sich die App verbindet',
    noKind: 'Wähle, wie sich die App verbindet.',
    preset: 'Was sie darf',
    noPreset: 'Wähle, was sie darf.',
    end: 'Die Verbindung endet',
    noEnd: 'Wähle, wann sie endet.',
    submit: 'Verbinden',
    tooMany: (most: number) => ({
      title: 'Zu viele Apps',
      message:
        `Du hast schon ${most} Apps verbunden, mehr sind nicht möglich. Die App wurde nicht ` +
        'verbunden. Trenne eine, die du nicht mehr brauchst, und versuch es dann noch einmal.',
    }),
  },
  secret: {
    title: (name: string) => `„${name}“ verbinden`,
    lead:
      'Scanne diesen Code mit der App. Ist die App auf diesem Gerät, öffne die Verbindung von ' +
      'hier, oder kopiere sie und füge sie dort ein. Wer sie hat, kann deine Wallet so benutzen, ' +
      'wie du es erlaubt hast. Zeig sie niemandem sonst.',
    qr: 'QR-Code der Verbindung',
    noQr: 'Gerade wurden zu viele Codes gezeichnet. Kopiere stattdessen die Verbindung.',
    label: 'Verbindung',
    open: 'In einer App auf diesem Gerät öffnen',
    done: 'Fertig',
  },
  devices: {
    title: 'Wo die App benutzt wird',
    none: 'Nirgends: Es ist kein Gerät mehr da. Füge eines hinzu, oder trenne die App.',
    text:
      'Jedes Gerät hat eine eigene Verbindung. Berechtigungen und Limit gelten für alle ' +
      'zusammen. Trenne ein Gerät, das du nicht mehr benutzt oder nicht kennst.',
    caption: (name: string) => `Geräte von „${name}“`,
    name: 'Gerät',
    added: 'Hinzugefügt',
    state: 'Status',
    waiting: 'Wartet auf die erste Anfrage …',
    connected: 'Verbunden',
    lastUsed: (time: Html): Html => html`Zuletzt benutzt am ${time}`,
    action: 'Aktion',
    end: 'Trennen',
    ended: 'Das Gerät ist getrennt.',
    endedBefore: 'Das Gerät war schon getrennt.',
    add: 'Gerät hinzufügen',
  },
  addingDevice: {
    title: 'Gerät hinzufügen',
    heading: (name: string) => `Ein Gerät zu „${name}“ hinzufügen`,
    text:
      'Es bekommt eine eigene Verbindung, die du allein trennen kannst. Berechtigungen und Limit ' +
      'gelten für alle Geräte zusammen.',
    nameHint: 'Wo es ist, zum Beispiel „Tablet in der Küche“.',
    submit: 'Gerät hinzufügen',
    tooMany: (most: number) => ({
      title: 'Zu viele Geräte',
      message:
        `Diese App hat schon ${most} Geräte, mehr sind nicht möglich. Es wurde keines ` +
        'hinzugefügt. Trenne eines, das nicht mehr benutzt wird, und versuch es dann noch einmal.',
    }),
  },
  disconnecting:
    'Ab jetzt kann keines ihrer Geräte deine Wallet mehr benutzen. Zahlungen, die schon ' +
    'unterwegs sind, werden noch ausgeführt. Das Limit der App wird gelöscht. Das lässt sich ' +
    'nicht rückgängig machen, aber du kannst die App neu verbinden.',
  others: {
    title: 'Wer sonst noch ausgeben kann',
    you: (sessions: string): Html => html`Du selbst, in jedem Browser, in dem du angemeldet bist.
      <a href="${sessions}">Ansehen, wo das ist</a>.`,
    operator: (activity: string): Html => html`Der Betreiber dieses Dienstes, der dein Geld
      verwahrt. Was er für dich bezahlt hat, ist in deinem
      <a href="${activity}">Verlauf</a> gekennzeichnet.`,
  },
};
