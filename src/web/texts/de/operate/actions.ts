import type {
  ActionFact,
  ActionKind,
  ActionResult,
} from '../../../../alarms/operator-log/operator-action.ts';
import { type Html, html } from '../../../pages/html.ts';

/** What operators do on pages, and the log of it. */
export const actions = {
  nodeAway: 'Der Knoten antwortet nicht. Es wurde nichts geändert. Versuch es später noch einmal.',
  ask: {
    title: 'Den Knoten noch einmal fragen',
    text:
      'Der Knoten wird gefragt, was aus dieser Zahlung wurde. Es wird nichts gesendet. Kennt ' +
      'der Knoten den Ausgang, endet die Zahlung damit.',
    submit: 'Knoten fragen',
    paid: 'Der Knoten sagt, dass sie bezahlt wurde. Die Zahlung ist beendet.',
    failed: 'Der Knoten sagt, dass sie gescheitert ist. Das Geld ist zurück in der Wallet.',
    open: 'Der Ausgang ist noch offen.',
  },
  end: {
    title: 'Eine steckengebliebene Zahlung beenden',
    text:
      'Was für sie reserviert ist, geht an die zahlende Person zurück. Vorher wird der Knoten ' +
      'noch einmal angesehen. Beweist das nicht, dass sie nie mehr bezahlt werden kann, ' +
      'geschieht nichts.',
    proof: {
      channels: 'Kanäle, die sie halten',
      seen: 'So vorgefunden seit',
      height: 'Die Kette steht bei Block',
      from: 'Darf beendet werden ab Block',
      state: 'Beweis',
      whole: 'Vollständig',
      lacks: 'Noch nicht vollständig:',
      not: 'Sie steckt nicht fest:',
    },
    submit: 'Geld zurückgeben',
    done: 'Die Zahlung ist beendet. Das Geld ist zurück in der Wallet.',
    refused: (why: string) => `Es wurde nichts geändert: ${why}`,
  },
  assign: {
    title: 'Geld einem Benutzer geben',
    text: (amount: Html): Html =>
      html`${amount} gehen endgültig an diesen Benutzer. Es gibt keinen Weg zurück.`,
    email: 'E-Mail-Adresse des Benutzers',
    submit: 'Geld geben',
    done: (amount: string) => `${amount} wurden gutgeschrieben.`,
    gone: 'Dieses Geld wurde schon jemandem gegeben.',
    noUser: 'Es gibt keinen Benutzer mit dieser Adresse.',
  },
  retry: {
    title: 'Einen Auftrag noch einmal versuchen',
    text: 'Er läuft, als wäre er neu. Beseitige vorher, woran er scheiterte.',
    submit: 'Noch einmal versuchen',
    done: 'Der Auftrag läuft bald wieder.',
    gone: 'Dieser Auftrag ist nicht mehr geparkt.',
  },
  acknowledge: {
    title: 'Einen Alarm bestätigen',
    text: 'Er verlässt die Liste der offenen Alarme. Tritt er wieder auf, ist er wieder offen.',
    note: 'Notiz (freiwillig)',
    noteHint: 'Was du gefunden oder getan hast, für die anderen Betreiber.',
    submit: 'Bestätigen',
    done: 'Der Alarm wurde bestätigt.',
    present: 'Er wurde schon bestätigt.',
    again:
      'Der Alarm trat noch einmal auf, während du ihn angesehen hast. Sieh ihn dir noch einmal an.',
  },
  stop: {
    title: 'Zahlungen über den Knoten anhalten',
    text:
      'Es verlässt keine neue Zahlung den Knoten, bis du es wieder erlaubst. Was unterwegs ' +
      'ist, läuft weiter, ebenso Zahlungen zwischen Wallets dieses Dienstes.',
    why: 'Grund',
    whyHint: 'Betreiber sehen ihn auf diesen Seiten und im Protokoll.',
    submit: 'Zahlungen anhalten',
    done: 'Zahlungen über den Knoten sind angehalten.',
    noReason: 'Gib einen Grund an.',
    present: 'Sie waren schon angehalten.',
  },
  allow: {
    title: 'Zahlungen über den Knoten erlauben',
    text: 'Das hebt den Stopp auf, den ein Betreiber gesetzt hat. Andere Stopps bleiben.',
    submit: 'Zahlungen erlauben',
    done: 'Der Stopp wurde aufgehoben.',
    gone: 'Dieser Stopp war schon aufgehoben.',
  },
  check: {
    title: 'Die Bücher jetzt prüfen',
    text:
      'Der Dienst rechnet alle Einträge noch einmal zusammen. Das dauert einige Sekunden oder ' +
      'Minuten.',
    submit: 'Bücher prüfen',
    done: 'Die Prüfung beginnt in wenigen Sekunden. Ihr Ergebnis erscheint hier.',
  },
  log: {
    title: 'Protokoll',
    lead: 'Was Betreiber auf diesen Seiten und per Befehl getan haben, das Neueste zuerst.',
    kind: 'Handlung',
    allKinds: 'Alle Handlungen',
    who: 'Von',
    everyone: 'Allen',
    command: 'Befehlszeile',
    formerAdmin: 'Ein geschlossenes Konto',
    none: {
      title: 'Noch nichts',
      text: 'Was Betreiber an Geld, Benutzern und am Dienst ändern, wird hier festgehalten.',
    },
    noneFound: 'Keine Handlung passt dazu.',
    caption: 'Handlungen der Betreiber, die neuesten zuerst',
    columns: {
      time: 'Zeit',
      who: 'Von',
      action: 'Handlung',
      details: 'Einzelheiten',
      result: 'Ergebnis',
    },
    results: {
      done: 'Getan',
      refused: 'Abgelehnt',
      failed: 'Gescheitert',
    } satisfies Readonly<Record<ActionResult, string>>,
    open: 'Kein Ende bekannt',
    kinds: {
      payment_resolve: 'Den Knoten noch einmal gefragt',
      payment_end: 'Eine steckengebliebene Zahlung beendet',
      unclaimed_assign: 'Geld ohne Empfänger einem Benutzer gegeben',
      job_retry: 'Einen Auftrag noch einmal versucht',
      alarm_acknowledge: 'Einen Alarm bestätigt',
      outside_stop: 'Zahlungen über den Knoten angehalten',
      outside_allow: 'Zahlungen über den Knoten erlaubt',
      books_check: 'Die Bücher geprüft',
      node_release: 'Zahlungen nach einem Vergleich freigegeben',
      user_add: 'Ein Konto angelegt',
      user_disable: 'Einen Benutzer abgeschaltet',
      user_enable: 'Einen Benutzer eingeschaltet',
      user_limits: 'Die Grenzen eines Benutzers geändert',
      user_reset_password: 'Einen Link für ein neues Passwort erstellt',
      user_remove_second_factor:
        'Einen Link erstellt, der auch Authenticator-App und Passkeys entfernt',
      user_set_password: 'Ein neues Passwort gesetzt',
      user_invite: 'Jemanden eingeladen',
      invitation_withdraw: 'Eine Einladung zurückgezogen',
    } satisfies Readonly<Record<ActionKind, string>>,
    facts: {
      user: 'Benutzer',
      amountSat: 'Betrag',
      state: 'Stand',
      note: 'Notiz',
      why: 'Warum',
      alarm: 'Alarm',
      job: 'Auftrag',
      findings: 'Befunde',
      role: 'Rolle',
      maxBalance: 'Höchstbestand',
      maxSendDay: 'Höchstbetrag pro Tag',
    } satisfies Readonly<Record<ActionFact, string>>,
  },
};
