import type { DeliveryState } from '../../../../webhooks/delivery.ts';
import type { ToldFailure } from '../../../../webhooks/routes/webhook-words.ts';
import { type Html, html } from '../../../pages/html.ts';

interface StateTexts {
  readonly word: string;
  readonly meaning: string;
}

const STATUSES: Readonly<Partial<Record<number, string>>> = {
  400: 'Der Server konnte nichts damit anfangen',
  401: 'Der Server hat der Nachricht nicht getraut',
  403: 'Der Server hat es nicht erlaubt',
  404: 'An dieser Adresse gibt es nichts',
  405: 'Der Server nimmt dort kein POST an',
  410: 'Dort gibt es nichts mehr',
  413: 'Die Nachricht ist zu groß für den Server',
  429: 'Der Server hat zu viele Anfragen bekommen',
  500: 'Im Server ist ein Fehler passiert',
  502: 'Ein Proxy vor dem Server bekam keine Antwort',
  503: 'Der Server war nicht bereit',
  504: 'Ein Proxy vor dem Server hat zu lange gewartet',
};

/** Messages to an endpoint, and what became of them. */
export const deliveries = {
  title: 'Zustellungen',
  states: {
    pending: { word: 'Unterwegs', meaning: 'Die Nachricht ist noch nicht zugestellt.' },
    succeeded: {
      word: 'Zugestellt',
      meaning: 'Der Server hat geantwortet, dass er die Nachricht hat.',
    },
    exhausted: {
      word: 'Aufgegeben',
      meaning:
        'Weitere Versuche gibt es von selbst nicht. Du kannst die Nachricht noch einmal senden.',
    },
    skipped: {
      word: 'Nicht gesendet',
      meaning:
        'Der Endpunkt war ausgeschaltet. Du kannst die Nachricht senden, sobald er ' +
        'eingeschaltet ist.',
    },
    cancelled: { word: 'Abgebrochen', meaning: 'Der Endpunkt wurde gelöscht.' },
  } satisfies Readonly<Record<DeliveryState, StateTexts>>,
  filters: 'Filter',
  all: 'Alle',
  search: {
    label: 'Nach Zahlungs-Hash suchen',
    submit: 'Suchen',
    clear: 'Alle anzeigen',
    problem: 'Ein Zahlungs-Hash hat 64 Zeichen: Ziffern und Buchstaben von a bis f.',
  },
  caption: 'Zustellungen, neueste zuerst',
  time: 'Zeit',
  message: 'Nachricht',
  state: 'Status',
  lastAttempt: 'Letzter Versuch',
  testEvent: 'Testereignis',
  nextAttempt: (time: Html): Html => html`Nächster Versuch am ${time}`,
  beingSent: 'Wird gerade gesendet',
  unused:
    'Bisher wurde nichts gesendet. Die nächste abgeschlossene Zahlung wird gemeldet. Ein ' +
    'Testereignis kannst du jederzeit senden.',
  none: 'Hier gibt es nichts anzuzeigen.',
  pages: 'Seiten',
  newest: 'Neueste',
  older: (count: number) => `${count} ältere`,
  outcome: {
    answer: (status: number, meaning: string | null) =>
      `Antwort ${status}${meaning === null ? '' : `: ${meaning}`}`,
    statuses: STATUSES,
    redirect: 'Weiterleitungen werden nicht befolgt',
    failures: {
      timeout: 'Es kam nicht rechtzeitig eine Antwort',
      protocol: 'Die Antwort war kein gültiges HTTP',
      too_large: 'Die Antwort war zu groß',
      no_connection: 'Es kam keine Verbindung zustande',
    } satisfies Readonly<Record<ToldFailure, string>>,
  },
  /** One of them. */
  one: {
    title: (event: string) => `Zustellung: ${event}`,
    testTitle: (event: string) => `${event} (Testereignis)`,
    label: 'Zustellung',
    refresh: 'Aktualisieren',
    messageId: 'Nachrichten-ID',
    event: 'Ereignis',
    paymentHash: 'Zahlungs-Hash',
    settled: 'Abgeschlossen',
    nextAttempt: 'Nächster Versuch',
    none: 'Keiner',
    now: 'Jetzt',
    ended: 'Beendet',
    notEnded: 'Noch nicht',
    attempts: 'Versuche',
    noAttempts: 'Noch ist kein Versuch beendet.',
    attempt: (number: number, time: Html, duration: string, isManual: boolean): Html =>
      html`Versuch ${number}, ${time}, Dauer ${duration}${
        isManual ? ', von Hand gestartet' : null
      }`,
    excerpt: 'So begann die Antwort:',
    excerptOf: (number: number) => `Antwort auf Versuch ${number}`,
    milliseconds: (count: number) => `${count} ms`,
    seconds: (count: string) => `${count} s`,
    replayHint:
      'Die Nachricht behält ihre ID. Daran erkennt ein Server, wenn er sie schon hat. Klappt ' +
      'es nicht, beginnen alle Versuche von vorn.',
    replay: 'Noch einmal senden',
    replayed: 'Die Nachricht ist wieder unterwegs.',
    replayOff: 'Du kannst die Nachricht noch einmal senden, sobald der Endpunkt eingeschaltet ist.',
    payload: {
      title: 'Was gesendet wird',
      exact: 'Genau diese Bytes werden signiert.',
      body: 'Inhalt (Body)',
      formattedSummary: 'Dasselbe, formatiert',
      formatted: 'Inhalt, formatiert',
    },
    help: (help: string): Html => html`Meldet der Server, dass die Signatur falsch ist?
      <a href="${help}">Finde heraus, warum</a>.`,
  },
};
