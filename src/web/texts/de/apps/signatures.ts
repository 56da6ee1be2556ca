import type { SignatureFinding, SigningMistake } from '../../../../webhooks/signature-case.ts';
import { type Content, type Html, html } from '../../../pages/html.ts';
import { plural } from '../plural.ts';

interface FindingTexts {
  readonly title: string;
  readonly text: Content;
}

const says = (title: string, text: Content): FindingTexts => ({ title, text });

const MISTAKES: Readonly<Record<SigningMistake, FindingTexts>> = {
  body_alone: says(
    'Dein Code signiert nur den Inhalt',
    html`Signiere <code>id.timestamp.body</code>: die beiden Header und den Inhalt, mit Punkten
      dazwischen.`,
  ),
  without_id: says(
    'Dein Code lässt die ID weg',
    html`Signiere <code>id.timestamp.body</code>, nicht <code>timestamp.body</code>.`,
  ),
  without_timestamp: says(
    'Dein Code lässt den Zeitstempel weg',
    html`Signiere <code>id.timestamp.body</code>, nicht <code>id.body</code>.`,
  ),
  secret_as_text: says(
    'Dein Code benutzt den geheimen Schlüssel als Text',
    html`Was auf <code>whsec_</code> folgt, ist Base64. Zum Signieren dienen die 24 Byte, für die es
      steht.`,
  ),
  secret_with_prefix: says(
    'Dein Code dekodiert auch den Anfang des geheimen Schlüssels',
    html`Schneide <code>whsec_</code> ab, bevor du den Rest als Base64 dekodierst.`,
  ),
  hex: says('Dein Code schreibt die Signatur hexadezimal', 'Sie muss in Base64 stehen.'),
  base64url: says(
    'Dein Code schreibt eine andere Art von Base64',
    html`Benutze die übliche, mit <code>+</code>, <code>/</code> und <code>=</code> am Ende.`,
  ),
};

/** Findings that need no details. */
const findings: Readonly<Record<Exclude<SignatureFinding['kind'], DetailedKind>, FindingTexts>> = {
  ...MISTAKES,
  genuine: says(
    'Diese Signatur ist richtig',
    'Sie passt zur ID, zum Zeitstempel, zum Inhalt und zu einem geheimen Schlüssel dieses ' +
      'Endpunkts. Wenn dein Code sie ablehnt, hat er einen anderen Schlüssel oder einen anderen ' +
      'Inhalt. Füge unten den Schlüssel deines Codes ein und vergleiche den Inhalt, den er ' +
      'liest, mit diesem.',
  ),
  recognized: says(
    'Diese Signatur ist bekannt, aber etwas daran stimmt nicht',
    'Die anderen Ergebnisse sagen, was.',
  ),
  no_match: says(
    'Diese Signatur passt nicht',
    'Keiner der üblichen Fehler führt zu ihr, mit keinem deiner geheimen Schlüssel. ' +
      'Mindestens einer der vier Werte wurde aus einer anderen Nachricht oder nicht vollständig ' +
      'kopiert.',
  ),
  id_missing: says(
    'Die ID fehlt',
    html`Sie steht im Header <code>webhook-id</code> und auch in <code>svix-id</code>.`,
  ),
  id_unknown: says(
    'An diesen Endpunkt wurde keine Nachricht mit dieser ID gesendet',
    html`Die ID steht im Header <code>webhook-id</code> und beginnt mit <code>msg_</code>. Sie ist
      weder die Kennung noch der Zahlungs-Hash der Rechnung.`,
  ),
  timestamp_unreadable: says(
    'Der Zeitstempel fehlt oder ist keine Zahl',
    html`Er steht im Header <code>webhook-timestamp</code>: Sekunden seit 1970.`,
  ),
  timestamp_in_ms: says(
    'Der Zeitstempel ist in Millisekunden',
    'Im Header stehen Sekunden. Benutze ihn, wie er ist, nicht die Uhrzeit deines Servers.',
  ),
  timestamp_of_no_attempt: says(
    'Zu dieser Zeit gab es keinen Versuch, diese Nachricht zuzustellen',
    'Jeder Versuch hat einen eigenen Zeitstempel und eine eigene Signatur. Kopiere alle Werte ' +
      'aus derselben Anfrage.',
  ),
  signature_missing: says(
    'Die Signatur fehlt',
    html`Sie steht im Header <code>webhook-signature</code>.`,
  ),
  version_missing: says(
    'Das „v1,“ fehlt',
    html`Im Header stehen Einträge wie <code>v1,K5oZ…</code>, mit Leerzeichen dazwischen. Eine
      Bibliothek braucht den Header, wie er ist. Wenn du selbst vergleichst, schneide
      <code>v1,</code> auf beiden Seiten ab.`,
  ),
  version_unknown: says(
    'Die Signatur hat nicht die Version v1',
    html`Wir senden nur Einträge, die mit <code>v1,</code> beginnen. Übergehe alle anderen.`,
  ),
  body_missing: says('Der Inhalt fehlt', 'Kopiere ihn so, wie er ankam, bevor er geparst wird.'),
  body_spaced: says(
    'Um den Inhalt herum sind Leerzeichen oder Zeilenumbrüche',
    'Signiere genau die Bytes, die ankamen. Wir haben kein Zeilenende angehängt.',
  ),
  body_reserialized: says(
    'Der Inhalt wurde geparst und neu geschrieben',
    'Er bedeutet dasselbe wie das, was wir gesendet haben, aber die Zeichen sind andere. ' +
      'Prüfe den Inhalt so, wie er ankam. Die meisten Frameworks brauchen dafür eine ' +
      'Einstellung wie „raw body“.',
  ),
  secret_right: says('Dein Code hat den richtigen geheimen Schlüssel', 'Es ist der aktuelle.'),
  secret_unknown: says(
    'Dein Code hat einen geheimen Schlüssel, den dieser Endpunkt nie hatte oder der vor ' +
      'langer Zeit ersetzt wurde',
    'Wenn du den richtigen verloren hast, ersetze den geheimen Schlüssel des Endpunkts und ' +
      'benutze den neuen.',
  ),
  signed_with_unknown: says(
    'Signiert mit dem geheimen Schlüssel deines Codes',
    'Dieser Endpunkt hat diesen Schlüssel nicht. Nur dein Code erstellt also solche Signaturen.',
  ),
};

type DetailedKind =
  | 'timestamp_old'
  | 'timestamp_ahead'
  | 'body_changed'
  | 'secret_old'
  | 'secret_over'
  | 'signed_with_old'
  | 'signed_with_over'
  | 'secret_of_other'
  | 'signed_for_other';

/** Why a receiver calls a signature wrong. */
export const signatures = {
  title: 'Warum eine Signatur abgelehnt wird',
  lead:
    'Füge ein, was dein Server empfangen hat, alles aus einer Anfrage. Nichts davon wird ' +
    'gespeichert.',
  none: {
    title: 'Du hast keinen Endpunkt',
    text: 'Signaturen entstehen mit dem geheimen Schlüssel eines Endpunkts. Erstelle zuerst einen.',
  },
  found: 'Ergebnis',
  fields: {
    endpoint: 'Endpunkt',
    endpointOption: (name: string, address: string) => `${name}, ${address}`,
    id: 'ID',
    idHint: html`Header <code>webhook-id</code> oder <code>svix-id</code>.`,
    timestamp: 'Zeitstempel',
    timestampHint: html`Header <code>webhook-timestamp</code> oder <code>svix-timestamp</code>.`,
    signature: 'Signatur',
    signatureHint: html`Header <code>webhook-signature</code> oder <code>svix-signature</code>, oder
      die Signatur, die dein Code erstellt hat.`,
    body: 'Inhalt (Body)',
    bodyHint: 'So, wie dein Code ihn liest, unverändert.',
    bodyTooLong: 'Das ist länger als alles, was wir senden.',
    tooLong: 'Das ist länger, als es sein kann.',
    secret: 'Geheimer Schlüssel deines Codes',
    secretHint:
      'Zeigt, ob es der richtige ist. Er wird weder gespeichert noch noch einmal angezeigt.',
    submit: 'Herausfinden',
  },
  // In “ist … alt” and “ist … voraus”.
  minutes: (count: string) => `${count} ${plural(count, 'Minute', 'Minuten')}`,
  hours: (count: string) => `${count} ${plural(count, 'Stunde', 'Stunden')}`,
  days: (count: string) => `${count} ${plural(count, 'Tag', 'Tage')}`,
  findings,
  details: {
    timestamp_old: (duration: string): FindingTexts =>
      says(
        `Der Zeitstempel ist ${duration} alt`,
        'Bibliotheken lehnen Zeitstempel ab, die mehr als 5 Minuten alt sind. Das ist normal, ' +
          'wenn du ihn aus einer früheren Zustellung kopiert hast. Hat dein Server ihn gleich ' +
          'bei der Ankunft abgelehnt, geht die Uhr deines Servers vor.',
      ),
    timestamp_ahead: (duration: string): FindingTexts =>
      says(
        `Der Zeitstempel ist unserer Uhr ${duration} voraus`,
        'So etwas senden wir nie. Prüfe die Uhr, von der er stammt.',
      ),
    body_changed: (position: string, received: string, sent: string): FindingTexts =>
      says(
        'Der Inhalt ist nicht der, den wir gesendet haben',
        html`Er unterscheidet sich ab Zeichen ${position}. Du hast <code>${received}</code>, aber
          wir haben <code>${sent}</code> gesendet.`,
      ),
    secret_old: (until: Html): FindingTexts =>
      says(
        'Dein Code hat den vorigen geheimen Schlüssel',
        html`Er signiert noch bis ${until} mit. Wechsle vorher zum neuen.`,
      ),
    secret_over: (until: Html): FindingTexts =>
      says(
        'Dein Code hat einen alten geheimen Schlüssel',
        html`Er wurde ersetzt und signiert seit ${until} nichts mehr. Benutze den neuen.`,
      ),
    signed_with_old: (until: Html): FindingTexts =>
      says('Signiert mit dem vorigen geheimen Schlüssel', html`Er gilt bis ${until}.`),
    signed_with_over: (until: Html): FindingTexts =>
      says(
        'Signiert mit einem alten geheimen Schlüssel',
        html`Er wurde ersetzt und signiert seit ${until} nichts mehr.`,
      ),
    secret_of_other: (name: string): FindingTexts =>
      says(
        'Dein Code hat den geheimen Schlüssel eines anderen Endpunkts',
        `Er gehört zu „${name}“. Jeder Endpunkt hat einen eigenen.`,
      ),
    signed_for_other: (name: string): FindingTexts =>
      says(
        'Das gehört zu einem anderen Endpunkt',
        `Es wurde mit dem geheimen Schlüssel von „${name}“ signiert.`,
      ),
  },
};
