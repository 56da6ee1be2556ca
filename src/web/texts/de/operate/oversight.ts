import type { SettingSource } from '../../../../base/setting.ts';
import type { PaymentState } from '../../../../ledger/payment-state.ts';
import type { OpenPaymentFilter } from '../../../../payments/stranded-store.ts';
import { type Html, html } from '../../../pages/html.ts';

/** Lists for admins. */
export const oversight = {
  titles: {
    alarms: 'Alarme',
    payments: 'Zahlungen',
    unclaimed: 'Geld ohne Empfänger',
    deliveries: 'Webhooks',
    jobs: 'Aufträge',
    books: 'Bücher',
    settings: 'Einstellungen',
  },
  pages: 'Seiten der Liste',
  firstPage: 'Erste Seite',
  nextPage: 'Nächste Seite',
  search: 'Suche',
  show: 'Anzeigen',
  showAll: 'Alle anzeigen',
  alarms: {
    lead: 'Was deine Aufmerksamkeit braucht, das Neueste zuerst, jeweils mit dem, was zu tun ist.',
    views: 'Welche Alarme',
    open: 'Offen',
    earlier: 'Bestätigt',
    kind: 'Art',
    allKinds: 'Alle Arten',
    whatToDo: 'Was zu tun ist:',
    repeated: (count: string, first: Html, last: Html): Html =>
      html`${count}-mal, zuerst ${first}, zuletzt ${last}`,
    none: { title: 'Keine offenen Alarme', text: 'Nichts braucht deine Aufmerksamkeit.' },
    noneEarlier: {
      title: 'Keine bestätigten Alarme',
      text: 'Hier stehen Alarme, sobald jemand sie bestätigt hat.',
    },
    noneOfKind: 'Von dieser Art gibt es hier keine.',
  },
  payments: {
    lead: 'Zahlungen, deren Ausgang noch offen ist. Bis dahin bleibt ihr Geld reserviert.',
    held: (amount: string) => `Insgesamt sind dafür ${amount} reserviert.`,
    views: 'Welche Zahlungen',
    filters: {
      all: 'Alle offenen',
      unknown: 'Unbekannt',
      stranded: 'Steckengeblieben',
    } satisfies Readonly<Record<OpenPaymentFilter, string>>,
    searchHint: 'Ein ganzer Payment-Hash oder die Kennung einer Zahlung oder Person.',
    none: {
      title: 'Keine solche Zahlung ist unterwegs',
      text: 'Zahlungen stehen hier vom Absenden an, bis ihr Ausgang bekannt ist.',
    },
    noneFound: {
      title: 'Keine offene Zahlung passt',
      text: 'Vielleicht ist sie beendet. Gib den ganzen Hash oder die ganze Kennung ein.',
    },
    caption: 'Offene Zahlungen, die älteste zuerst',
    columns: {
      since: 'Seit',
      state: 'Zustand',
      user: 'Person',
      payment: 'Zahlung',
      hash: 'Payment-Hash',
      amount: 'Betrag',
      held: 'Reserviert',
    },
    kinds: { bolt11: 'Rechnung', keysend: 'Keysend' },
    states: {
      reserved: 'Noch nicht gesendet',
      dispatching: 'Wird dem Knoten übergeben',
      in_flight: 'Unterwegs',
      unknown: 'Unbekannt',
      settled: 'Bezahlt',
      failed: 'Gescheitert',
    } satisfies Readonly<Record<PaymentState, string>>,
    acknowledged: 'Der Knoten hat sie.',
    notFound: (time: Html): Html =>
      html`Am ${time} kannte der Knoten sie nicht. Ein zweiter Blick entscheidet.`,
    stranded: (time: Html, minutes: string): Html => html`Sie hängt im Knoten: Alle Blicke seit
      ${time} fanden dasselbe. Die Gegenstellen ihrer Kanäle waren bis dahin ${minutes} Minuten
      fort.`,
    strandedHelp:
      'Eine steckengebliebene Zahlung darf beendet werden, sobald der Beweis vollständig ist. ' +
      'Die Seite dafür fragt den Knoten noch einmal und sagt, was dem Beweis noch fehlt.',
  },
  unclaimed: {
    lead: 'Geld, das ankam und noch zu keiner Wallet gehört, das älteste zuerst.',
    none: {
      title: 'Alles ist zugeordnet',
      text: 'Was ankam, wurde jemandem gutgeschrieben.',
    },
    howTo:
      'Wenn du weißt, wem das Geld gehört, gib es dieser Person. Der ganze Betrag geht an sie, ' +
      'endgültig.',
    id: 'Kennung',
    reason: 'Grund',
    hash: 'Payment-Hash',
    event: 'Was der Knoten gemeldet hat',
  },
  deliveries: {
    lead: 'Wie es den Zustellungen an die Empfänger aller Benutzer geht.',
    backlog: 'Was wartet',
    waiting: 'Wartende Zustellungen',
    moreThan: (count: string) => `Mehr als ${count}`,
    oldest: 'Am längsten fällig seit',
    noneDue: 'Keine ist fällig',
    none: {
      title: 'Kein Empfänger versagt',
      text: 'Jeder eingeschaltete Empfänger hat seine letzte Zustellung angenommen.',
    },
    failing: 'Versagende, nach Host',
    failingText:
      'Diese Hosts haben ihre letzten Zustellungen nicht angenommen. Wir versuchen es weiter. ' +
      'Versagen viele zugleich, prüfe zuerst das Netz dieses Dienstes.',
    firstOnly: (count: string) => `Gezählt sind nur die ${count}, die am längsten versagen.`,
    columns: {
      host: 'Host',
      endpoints: 'Empfänger',
      failures: 'Fehlschläge in Folge',
      since: 'Seit',
    },
  },
  jobs: {
    lead: 'Arbeit im Hintergrund, auf die niemand wartet.',
    views: 'Welche Aufträge',
    onTime: 'Alle Aufträge laufen pünktlich.',
    late: (minutes: string) =>
      `Der älteste Auftrag ist seit ${minutes} Minuten fällig. Prüfe, ob ein Worker läuft.`,
    parked: 'Zurückgestellt',
    waiting: 'Wartend',
    noneParked: {
      title: 'Kein Auftrag ist zurückgestellt',
      text: 'Kein Auftrag ist zu oft gescheitert.',
    },
    noneWaiting: { title: 'Kein Auftrag wartet', text: 'Im Moment ist nichts zu tun.' },
    parkedHelp:
      'Diese Aufträge sind zu oft gescheitert und laufen nicht von selbst wieder. Behebe die ' +
      'Ursache, die der Fehler nennt, und versuche sie noch einmal.',
    caption: 'Aufträge, der älteste zuerst',
    columns: {
      id: 'Nummer',
      kind: 'Art',
      when: 'Wann',
      tries: 'Versuche',
      error: 'Letzter Fehler',
    },
    tries: (count: string, most: string) => `${count} von ${most}`,
    parkedAt: (time: Html): Html => html`Zurückgestellt am ${time}`,
    running: 'Läuft',
  },
  books: {
    lead: 'Ob sich jeder Betrag nachvollziehen lässt, und wie groß die Datenbank ist.',
    check: 'Letzte Prüfung',
    never: 'Die Bücher wurden noch nicht geprüft. Der Dienst tut es von selbst, oder auf Wunsch.',
    state: 'Ergebnis',
    balance: 'Die Bücher stimmen',
    differ: (count: string) => `Sie stimmen nicht: ${count} Befunde`,
    checkedAt: 'Geprüft',
    transfers: 'Buchungen',
    again: 'Der Dienst prüft sie von selbst, und auf Wunsch sofort.',
    stopped:
      'Zahlungen über den Knoten ruhen, bis die Bücher wieder stimmen. Sichere diesen Stand, ' +
      'bevor du etwas änderst. Prüfe sie danach noch einmal.',
    findings: {
      title: 'Befunde',
      caption: 'Was die letzte Prüfung fand',
      rule: 'Regel',
      subject: 'Worum es geht',
      detail: 'Einzelheiten',
    },
    sizes: {
      title: 'Datenbank',
      all: (size: Html): Html => html`Insgesamt ${size}, mit Indizes.`,
      caption: 'Tabellen, die größte zuerst',
      table: 'Tabelle',
      rows: 'Zeilen, geschätzt',
      size: 'Größe',
    },
  },
  backups: {
    title: 'Backups',
    state: 'Stand',
    onTime: 'Pünktlich',
    late: 'Zu alt',
    failed: 'Gescheitert',
    none: 'Noch keines',
    schedule: 'Zeitplan',
    noSchedule: 'Kein Zeitplan',
    every: (interval: string) => `Alle ${interval}`,
    newest: 'Neuestes',
    age: 'Alter',
    size: 'Größe',
    verified: 'Überprüft',
    proofs: {
      restored: 'Durch Zurückspielen einer Kopie',
      restored_with_findings:
        'Durch Zurückspielen einer Kopie. Ihre Bücher haben dieselben Abweichungen wie die ' +
        'laufenden',
      checksums: 'Durch Prüfsummen',
    },
    encrypted: 'Verschlüsselt',
    yes: 'Ja',
    no: 'Nein',
    lastFailure: 'Der letzte Lauf scheiterte',
    howTo:
      'Lege fest, wie viele Sekunden zwischen zwei Backups liegen, und starte den Dienst neu. ' +
      'Backups durch den Befehl sieht man hier nicht. Alle sechs Stunden heißt:',
    settings: 'Einstellung',
    caption: 'Die letzten Läufe, der neueste zuerst',
    ended: 'Beendet',
    result: 'Ergebnis',
    file: 'Datei',
  },
  settings: {
    lead: 'Jede Einstellung, wie dieser Prozess sie beim Start gelesen hat.',
    secrets:
      'Geheimnisse werden nie gezeigt. Von Adressen, in denen ein Passwort oder Schlüssel stehen ' +
      'kann, steht hier nur der Host.',
    none: {
      title: 'Keine Einstellung passt',
      text: 'Suche nach einem Teil ihres Namens oder ihrer Beschreibung.',
    },
    caption: 'Einstellungen',
    columns: { name: 'Einstellung', value: 'Wert', source: 'Herkunft' },
    sources: {
      default: 'Vorgabe',
      environment: 'Umgebung',
      file: 'Datei .env',
    } satisfies Readonly<Record<SettingSource, string>>,
    secret: 'Gesetzt, nicht gezeigt',
    placeOnly: 'Nur, wohin sie führt.',
  },
};
