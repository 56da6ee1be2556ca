import type { Scope } from '../../../../access/scope.ts';
import type { PairingProblem } from '../../../../apps/nwc-keys/pairing-request.ts';
import { type Html, html } from '../../../pages/html.ts';

interface CanTexts {
  readonly title: string;
  readonly meaning: string;
}

type Named = 'unknown_methods' | 'bad_return';

/** An app with a key of its own asks for a wallet, over Nostr Wallet Connect. */
export const pairing = {
  unnamed: 'App ohne Namen',
  noWebsite: 'Die App nennt keine.',
  unproven: 'Name und Website gibt die App selbst an. Hier prüft sie niemand.',
  permissions: {
    each: {
      'account:read': {
        title: 'Deine Lightning-Adresse sehen',
        meaning: 'Die Adresse, an die man dir zahlen kann, falls du eine hast.',
      },
      'balance:read': {
        title: 'Dein Guthaben sehen',
        meaning: 'Wie viel jeweils in deiner Wallet ist.',
      },
      'invoices:create': {
        title: 'In deinem Namen Geld anfordern',
        meaning:
          'Damit werden Rechnungen erstellt. Was andere darauf zahlen, kommt in deine Wallet.',
      },
      'invoices:read': {
        title: 'Deine Eingänge sehen',
        meaning: 'Beträge, Verwendungszwecke und Absender, auch von künftigen Eingängen.',
      },
      'transactions:read': {
        title: 'Deine Zahlungen sehen',
        meaning:
          'Beträge, Verwendungszwecke, Empfänger und Zahlungsnachweise, auch von künftigen ' +
          'Zahlungen.',
      },
      'payments:send': {
        title: 'Aus deiner Wallet bezahlen',
        meaning: 'Ohne dich jedes Mal zu fragen, bis zu dem Limit, das du festlegst.',
      },
    } satisfies Readonly<Record<Scope, CanTexts>>,
  },
  /** The interval as in the list of intervals. */
  most: (amount: string, interval: string) =>
    `Die App bittet um bis zu ${amount} ${interval}. Du kannst weniger eingeben. Gebühren und ` +
    'Zahlungen, die unterwegs sind, zählen mit.',
  overMost: (amount: string) => `Gib eine ganze Zahl von 1 bis ${amount} ein.`,
  warning: (apps: string): Html => html`Erlaube es nur, wenn du von dieser App kommst und ihr
    vertraust. Du kannst es jederzeit beenden, unter <a href="${apps}">Verbundene Apps</a>.`,
  refused: {
    title: 'Diese App lässt sich nicht verbinden',
    nothing: 'Nichts wurde erlaubt, und an deiner Wallet hat sich nichts geändert.',
    problems: {
      bad_key:
        'Eine App, die verbunden werden will, sendet einen Schlüssel, an dem deine Wallet sie ' +
        'erkennt. Der Schlüssel dieser App fehlt oder ist falsch.',
      key_used:
        'Der Schlüssel dieser App wurde schon benutzt, und ein Schlüssel verbindet nur einmal. ' +
        'Geh zurück zur App und fang von vorn an, damit sie einen neuen Schlüssel macht.',
      bad_name: 'Der Name der App enthält unsichtbare Zeichen.',
      own_balance:
        'Die App bittet um ein eigenes Guthaben, getrennt von deinem. Das gibt es hier ' +
        'nicht. Wenn die App auch dein eigenes Guthaben benutzen kann, wähle das in der App und ' +
        'fang von vorn an.',
      bad_limit: 'Die App bittet um ein Limit, nennt aber keinen brauchbaren Betrag.',
      bad_interval:
        'Die App bittet um ein Limit, sagt aber nicht verständlich, wie oft es neu beginnt.',
      bad_end: 'Die App sagt nicht verständlich, wann die Verbindung endet.',
      past_end:
        'Die App bittet um eine Verbindung, die schon zu Ende ist. Fang in der App von vorn an.',
      bad_state:
        'Die App hat ihre Anfrage mit einem Text versehen, der zu lang oder nicht lesbar ist.',
    } satisfies Readonly<Record<Exclude<PairingProblem['kind'], Named> | 'key_used', string>>,
    unknownMethods: (names: Html): Html =>
      html`Die App braucht etwas, das diese Wallet nicht kann: ${names}`,
    badReturn: (address: string): Html => html`Die App will dich an eine Adresse weiterschicken, an
      die dieser Dienst niemanden schickt: <code>${address}</code>`,
  },
  connected: {
    title: (name: string) => `„${name}“ ist verbunden`,
    text: 'Geh zurück zur App. Du kannst dieses Fenster schließen.',
    byHand:
      'Die App hat nicht gesagt, wo sie auf die Antwort wartet. Wenn sie nach einer Verbindung ' +
      'fragt, kopiere diesen Text und füge ihn dort ein. Er enthält kein Geheimnis.',
  },
  denied: {
    title: 'Nichts wurde erlaubt',
    text: 'Die App kann deine Wallet nicht benutzen. Du kannst dieses Fenster schließen.',
  },
};
