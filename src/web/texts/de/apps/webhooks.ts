import type { EventType } from '../../../../webhooks/delivery.ts';
import type { DisabledReason } from '../../../../webhooks/endpoint.ts';
import type { EndpointProblem } from '../../../../webhooks/endpoint-validation.ts';
import type { Creator } from '../../../../webhooks/pages/creators.ts';
import { type Html, html } from '../../../pages/html.ts';
import { plural } from '../plural.ts';

interface EventTexts {
  readonly title: string;
  readonly meaning: string;
}

/** Masculine nouns, as `notifiesAbout` needs them. */
const EVENTS: Readonly<Record<EventType, EventTexts>> = {
  'invoice.incoming.settled': {
    title: 'Zahlungseingang',
    meaning: 'Jemand hat eine deiner Rechnungen bezahlt oder dir ein Keysend gesendet.',
  },
  'invoice.outgoing.settled': {
    title: 'Zahlungsausgang',
    meaning: 'Eine deiner Zahlungen ist angekommen.',
  },
};

const eventTitles = (types: readonly EventType[]): string =>
  types.map((type) => EVENTS[type].title).join(' und ');

function byCreator(creator: Creator): string {
  switch (creator.kind) {
    case 'user':
      return 'von dir';
    case 'token':
      return `vom Token „${creator.name}“`;
    case 'app':
      return `von der App „${creator.name}“`;
    case 'deleted_app':
      return 'von einer App, die es nicht mehr gibt';
  }
}

/** Servers that are notified about payments. Counts come as they are shown. */
export const webhooks = {
  title: 'Webhooks',
  lead: 'Deine Server bekommen eine Nachricht, sobald Geld ein- oder ausgeht.',
  new: 'Neuer Endpunkt',
  none: {
    title: 'Kein Server erfährt von deinen Zahlungen',
    text:
      'Gib die Adresse deines Servers ein. Er bekommt dann eine Nachricht zu jeder ' +
      'abgeschlossenen Zahlung. Apps, die du verbindest, können eigene Endpunkte erstellen. ' +
      'Auch sie stehen hier.',
  },
  open: 'Öffnen',
  events: EVENTS,
  eventTitles,
  notifiesAbout: (types: readonly EventType[]) =>
    `Meldet ${types.map((type) => `jeden ${EVENTS[type].title}`).join(' und ')}.`,
  created: (date: Html, creator: Creator): Html => html`Erstellt am ${date} ${byCreator(creator)}`,
  counts: (pending: string | null, missed: string | null) =>
    `${[
      ...(pending === null ? [] : [`${pending} unterwegs`]),
      ...(missed === null ? [] : [`${missed} nicht zugestellt`]),
    ].join(', ')}.`,
  orMore: (count: string) => `${count} oder mehr`,
  signatureHelp: (help: string): Html => html`Lehnt ein Server deine Nachrichten ab?
    <a href="${help}">Finde heraus, warum eine Signatur abgelehnt wird</a>.`,
  trouble: {
    label: 'Webhooks',
    off: (name: string) => `Der Webhook „${name}“ ist ausgeschaltet.`,
    failing: (name: string) => `Der Webhook „${name}“ ist gestört.`,
    several: (count: string): Html =>
      html`<strong>${count} Webhook-Endpunkte</strong> bekommen zurzeit keine Nachrichten.`,
    show: 'Anzeigen',
  },
  health: {
    off: 'Ausgeschaltet',
    offSince: (time: Html, why: string): Html => html`Seit ${time}. ${why}`,
    offBecause: {
      switched_off:
        'Du hast ihn ausgeschaltet, oder es war die App oder das Token, von dem er stammt.',
      app_revoked: 'Die App, die ihn erstellt hat, wurde getrennt.',
      token_ended: 'Das Token, das ihn erstellt hat, wurde widerrufen oder ist abgelaufen.',
      failing: 'Fünf Tage lang konnte keine Nachricht zugestellt werden.',
      gone: 'Der Server hat mit 410 geantwortet. Das heißt: Dort gibt es nichts mehr.',
      refused: 'Der Server hat in seiner Antwort darum gebeten.',
    } satisfies Readonly<Record<DisabledReason, string>>,
    failing: 'Gestört',
    failingSince: (time: Html, attempts: string): Html =>
      html`Seit ${time}: ${attempts} ${plural(
        attempts,
        'Versuch ist fehlgeschlagen',
        'Versuche sind fehlgeschlagen',
      )}.`,
    unused: 'Noch keine Zustellungen',
    unusedHint: 'Sende ein Testereignis, um zu prüfen, ob er funktioniert.',
    delivering: 'Funktioniert',
    lastDelivery: (time: Html): Html => html`Letzte Zustellung am ${time}.`,
  },
  endpoint: {
    label: 'Endpunkt',
    edit: 'Bearbeiten',
    address: 'Adresse',
    notifiesAbout: 'Meldet',
    onTheWay: 'Unterwegs',
    nothing: 'Nichts',
    created: 'Erstellt',
    createdBy: (date: Html, creator: Creator): Html => html`${date} ${byCreator(creator)}`,
    id: 'Endpunkt-ID',
    test: {
      title: 'Testereignis senden',
      text:
        'Eine Nachricht wie jede andere, aber die Zahlung ist erfunden. Ihr Verwendungszweck ' +
        'ist „Test event“.',
      event: 'Ereignis',
      submit: 'Testereignis senden',
      done: 'Das Testereignis ist unterwegs.',
    },
    off: {
      title: 'Dieser Endpunkt ist ausgeschaltet',
      text:
        'Es wird nichts an ihn gesendet. Nachrichten über Zahlungen, die inzwischen ' +
        'abgeschlossen werden, bleiben erhalten. Du kannst sie senden, wenn er wieder ' +
        'eingeschaltet ist.',
    },
    switchOn: 'Einschalten',
    switchOff: 'Ausschalten',
    missedLabel: 'Nicht zugestellt',
    missed: (count: string) =>
      plural(
        count,
        'Eine Nachricht wurde nicht zugestellt.',
        `${count} Nachrichten wurden nicht zugestellt.`,
      ),
    care: 'Weitere Aktionen',
    replaceSecret: 'Geheimen Schlüssel ersetzen',
    delete: 'Löschen',
  },
  fields: {
    url: 'Adresse',
    urlHint: html`Wohin Nachrichten gesendet werden, zum Beispiel
      <code>https://shop.example/webhook</code>. Die Adresse muss öffentlich im Internet
      erreichbar sein.`,
    name: 'Name',
    nameHint: 'Wofür er ist, zum Beispiel „Shop-Server“.',
    events: 'Was gemeldet wird',
    problems: {
      url_too_long: 'Die Adresse ist zu lang.',
      spaces: 'Die Adresse darf weder Leerzeichen noch umgekehrte Schrägstriche (\\) enthalten.',
      not_https: 'Die Adresse muss mit https:// beginnen.',
      invalid_url: 'Das ist keine gültige Adresse.',
      credentials: 'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
      fragment: 'Die Adresse darf kein # und nichts dahinter enthalten.',
      bad_port:
        'Die Adresse darf diesen Port nicht benutzen. Er gehört zu einem anderen Protokoll.',
      own_address:
        'Das ist eine Adresse dieses Dienstes selbst. Gib die Adresse deines Servers ein.',
      invalid_host: 'Die Adresse muss einen gültigen Hostnamen enthalten.',
      onion: 'Das ist die Adresse eines Onion-Dienstes. Dieser Dienst kann ihn nicht erreichen.',
      not_public: 'Die Adresse muss öffentlich im Internet erreichbar sein.',
      short_domain:
        'Die Adresse muss eine vollständige Domain enthalten, zum Beispiel shop.example.',
      description_too_long: 'Der Name ist zu lang.',
      no_types: 'Wähle mindestens ein Ereignis.',
      unknown_types: 'Wähle mindestens ein Ereignis.',
    } satisfies Readonly<Record<EndpointProblem, string>>,
  },
  creating: {
    title: 'Neuer Endpunkt',
    failed: 'Es wurde kein Endpunkt erstellt. Korrigiere, was unten markiert ist.',
    submit: 'Endpunkt erstellen',
    done: 'Der Endpunkt ist erstellt',
    secret: 'Geheimer Schlüssel zum Signieren',
    kept: 'Ich habe ihn gespeichert',
    help: (help: string): Html => html`Funktioniert es nicht?
      <a href="${help}">Finde heraus, warum eine Signatur abgelehnt wird</a>.`,
  },
  editing: {
    title: 'Endpunkt ändern',
    heading: 'Endpunkt ändern',
    failed: 'Nichts wurde geändert. Korrigiere, was unten markiert ist.',
    hint:
      'Auch Nachrichten, die unterwegs sind, gehen an die neue Adresse. Der geheime Schlüssel ' +
      'bleibt derselbe.',
    submit: 'Speichern',
    done: 'Der Endpunkt ist geändert.',
  },
  deleting: {
    title: 'Endpunkt löschen',
    heading: (name: string) => `„${name}“ löschen?`,
    text:
      'Es wird nichts mehr an ihn gesendet, auch keine Nachrichten, die unterwegs sind. Sein ' +
      'geheimer Schlüssel und die Liste seiner Zustellungen werden gelöscht. Das lässt sich ' +
      'nicht rückgängig machen. Wenn du nur eine Pause willst, schalte ihn aus.',
    address: 'Adresse',
    submit: 'Endpunkt löschen',
    done: 'Der Endpunkt ist gelöscht.',
  },
  switchingOff: {
    title: 'Endpunkt ausschalten',
    heading: (name: string) => `„${name}“ ausschalten?`,
    text:
      'Es wird nichts mehr an ihn gesendet, und Nachrichten, die unterwegs sind, werden ' +
      'angehalten. Nachrichten über Zahlungen, die inzwischen abgeschlossen werden, bleiben ' +
      'erhalten. Du kannst sie senden, wenn du ihn wieder einschaltest.',
    submit: 'Ausschalten',
    done: 'Der Endpunkt ist ausgeschaltet.',
  },
  switchingOn: {
    title: 'Endpunkt einschalten',
    heading: (name: string) => `„${name}“ einschalten?`,
    failed: 'Er ist noch nicht eingeschaltet. Korrigiere, was unten markiert ist.',
    tokenEnded:
      'Das Token, das ihn erstellt hat, gilt nicht mehr. Wenn du ihn einschaltest, wird er ' +
      'dein eigener: Er endet nicht mehr mit einem Token, und nur du kannst ihn ändern.',
    appRevoked:
      'Die App, die ihn erstellt hat, wurde getrennt. Verbinde zuerst die App wieder. Wenn du ' +
      'das nicht willst, lösche den Endpunkt.',
    missed: 'Was er verpasst hat',
    sendNow: 'Jetzt senden',
    sendNowHint:
      'Alle Nachrichten, die aufgegeben oder nicht gesendet wurden, die ältesten zuerst. ' +
      'Nichts wird zweimal gesendet.',
    submit: 'Einschalten',
    done: 'Der Endpunkt ist eingeschaltet.',
  },
  recovering: {
    title: 'Verpasstes senden',
    heading: 'Verpasstes senden?',
    failed: 'Es wurde nichts gesendet. Korrigiere, was unten markiert ist.',
    text:
      'Alle Nachrichten, die aufgegeben oder nicht gesendet wurden, werden neu gesendet, die ' +
      'ältesten zuerst und mit denselben IDs. Zugestellte Nachrichten werden nicht noch ' +
      'einmal gesendet.',
    submit: 'Verpasstes senden',
    since: 'Ab Beginn dieses Tages',
    sinceHint: 'Der Tag in UTC.',
    noSuchDay: 'Gib einen Tag ein, zum Beispiel 2026-03-01.',
    sent: (count: string, isAll: boolean) => {
      if (count === '0') return 'Seitdem wurde nichts verpasst.';
      if (count === '1') return 'Eine Nachricht ist wieder unterwegs.';
      const rest = isAll ? '' : ' Wiederhole es für die übrigen.';
      return `${count} Nachrichten sind wieder unterwegs.${rest}`;
    },
  },
  replacing: {
    title: 'Geheimen Schlüssel ersetzen',
    heading: (name: string) => `Geheimen Schlüssel von „${name}“ ersetzen?`,
    text:
      'Du bekommst einen neuen geheimen Schlüssel, der nur einmal angezeigt wird. Nachrichten ' +
      'werden so lange mit beiden Schlüsseln signiert, wie du es wählst. In dieser Zeit kann ' +
      'dein Server jederzeit zum neuen wechseln. Danach gilt der alte nicht mehr.',
    overlap: 'Der alte Schlüssel signiert noch mit',
    overlaps: {
      0: 'gar nicht',
      3600: 'eine Stunde lang',
      86400: '24 Stunden lang',
      604800: '7 Tage lang',
    },
    overlapHint: 'Wähle „gar nicht“, wenn jemand anderes ihn kennen könnte.',
    submit: 'Geheimen Schlüssel ersetzen',
    done: 'Der neue geheime Schlüssel',
    oldEnded: 'Der alte Schlüssel signiert nichts mehr. Gib deinem Server jetzt den neuen.',
    oldUntil: (time: string) => `Der alte Schlüssel signiert noch bis ${time} mit.`,
    kept: 'Ich habe ihn gespeichert',
  },
  /** On the page that ends what created them. */
  ending:
    'Diese Webhook-Endpunkte stammen von dort und enden zugleich. Spätere Zahlungen werden ' +
    'ihnen nicht mehr gemeldet:',
  refusals: {
    endpointDisabled:
      'An einen ausgeschalteten Endpunkt wird nichts gesendet. Schalte ihn zuerst ein.',
    sentTooOften: (most: string) =>
      `Diese Nachricht wurde schon ${most}-mal gesendet. Öfter geht es nicht.`,
    appRevoked:
      'Die App, die diesen Endpunkt erstellt hat, darf deine Wallet nicht mehr benutzen. ' +
      'Verbinde sie wieder oder erstelle einen eigenen Endpunkt.',
    tooMany: (most: number) =>
      `Du hast schon ${most} Endpunkte, mehr sind nicht möglich. Lösche zuerst einen.`,
    tooOften: (seconds: number) => ({
      title: 'Zu viele Versuche',
      message:
        'Du hast das gerade sehr oft getan. Geh zurück und versuch es in ' +
        `${plural(seconds, 'einer Sekunde', `${seconds} Sekunden`)} noch einmal.`,
    }),
  },
  verifying: {
    title: 'Wie dein Server Nachrichten prüft',
    text: html`Alle können etwas an deine Adresse senden, aber unsere Nachrichten sind signiert.
      Prüfe jede Nachricht mit der Bibliothek <code>standardwebhooks</code> oder <code>svix</code>.
      Prüfe den Inhalt so, wie er ankam, bevor du ihn parst.`,
    example: 'Prüfen in JavaScript',
    hint: (docs: string): Html => html`Antworte innerhalb von 15 Sekunden mit einem Status von 200
      bis 299. Sonst wird die Nachricht noch einmal gesendet. Die <a href="${docs}">API-Referenz</a>
      erklärt alle Felder.`,
  },
};
