import type { InviteRefusal } from '../../../accounts/invite-user.ts';
import type { InvitationEnd } from '../../../accounts/link-store.ts';
import type { SeenEndpointState } from '../../../accounts/user-access-store.ts';

/** What admins see of users. */
export const users = {
  title: 'Nutzer',
  list: {
    heading: 'Alle, die hier eine Wallet haben',
    search: 'Suche nach Name, E-Mail-Adresse, Lightning-Adresse oder Kennung',
    submit: 'Suchen',
    all: 'Alle anzeigen',
    looked: (count: string) =>
      `Ab hier wurden ${count} Personen durchsucht. Blättere weiter für die früheren.`,
    none: 'Bei niemandem kommt das im Namen oder in der Adresse vor.',
    caption: 'Nutzer',
    email: 'E-Mail-Adresse',
    name: 'Name',
    since: 'Seit',
    role: 'Rolle',
    state: 'Status',
    balance: 'Guthaben',
    held: 'Reserviert',
    lastSeen: 'Zuletzt gesehen',
  },
  roles: { admin: 'Admin', user: 'Nutzer' },
  states: {
    active: 'Aktiv',
    switchedOff: 'Gesperrt',
    closed: 'Geschlossen',
    resetAsked: 'Hat um ein neues Passwort gebeten',
  },
  inviting: {
    heading: 'Jemanden einladen',
    byMail:
      'Der Link wird an die Adresse gesendet, die du eingibst. Ohne Adresse bekommst du den ' +
      'Link und gibst ihn selbst weiter.',
    byHand:
      'Du bekommst einen Link und gibst ihn selbst weiter, denn dieser Dienst sendet keine ' +
      'E-Mails.',
    role: 'Rolle',
    userHint: 'Hat eine Wallet.',
    adminHint: 'Hat eine Wallet, lädt andere ein und verwaltet diesen Dienst.',
    submit: 'Einladen',
    done: 'Einladung',
    refusals: {
      bad_email: 'Das ist keine E-Mail-Adresse. Prüfe sie auf Tippfehler.',
      email_taken: 'Ein Konto mit dieser E-Mail-Adresse gibt es schon.',
      sign_up_closed: 'Neue Konten sind abgeschaltet (SATCHEL_SIGNUP=closed).',
    } satisfies Record<InviteRefusal['kind'], string>,
  },
  invitations: {
    heading: 'Offene Einladungen',
    caption: 'Einladungen, die noch nicht benutzt wurden',
    anyone: 'Alle mit dem Link',
    withdraw: 'Zurückziehen',
    withdrawn: 'Die Einladung ist zurückgezogen.',
    columns: {
      for: 'Für',
      role: 'Rolle',
      until: 'Bis',
      action: 'Aktion',
      state: 'Was daraus wurde',
    },
    past: {
      heading: 'Frühere Einladungen',
      text:
        'Einladungen der letzten drei Monate, die benutzt oder zurückgezogen wurden oder ' +
        'abgelaufen sind.',
      ends: {
        used: 'Benutzt',
        withdrawn: 'Zurückgezogen',
        expired: 'Abgelaufen',
      } satisfies Record<InvitationEnd['kind'], string>,
    },
  },
  /** A link that an admin has created for someone. */
  link: {
    mailed: (email: string) => `Eine E-Mail mit einem Link ist unterwegs an ${email}.`,
    byHand: (email: string) =>
      `Gib diesen Link so an ${email} weiter, dass ihn sonst niemand lesen kann. Wer ihn ` +
      'zuerst öffnet, kann ihn benutzen.',
    byHandToAnyone:
      'Gib diesen Link so an die eingeladene Person weiter, dass ihn sonst niemand lesen ' +
      'kann. Wer ihn zuerst öffnet, kann ihn benutzen.',
    label: 'Link',
    expires: (date: string) => `Er gilt einmal, bis ${date}.`,
    back: 'Zurück zu den Nutzern',
  },
  one: {
    name: 'Name',
    identifier: 'Kennung',
    address: 'Lightning-Adresse',
    role: 'Rolle',
    state: 'Status',
    since: 'Seit',
    newPassword: 'Neues Passwort',
    switchOff: 'Sperren',
    switchOn: 'Entsperren',
    all: 'Alle Nutzer',
  },
  wallet: {
    heading: 'Wallet',
    above: (amount: string) => `${amount} über dem Limit`,
    sent: (used: string, limit: string) => `${used} von ${limit} heute gesendet (UTC)`,
  },
  /** Limits of custody. */
  limits: {
    title: 'Limits ändern',
    heading: (email: string) => `Limits von ${email}`,
    text:
      'Limits einer Person gehen denen des Dienstes vor. Was über einem Limit ankommt, ' +
      'wird nicht ' +
      'zurückgeschickt, sondern gutgeschrieben, und die Person erfährt davon.',
    maxBalance: {
      legend: 'Höchstens hier',
      hint:
        'Guthaben und Reserviertes zusammen. Neue Rechnungen gibt es nur für das, was ' +
        'noch passt.',
    },
    maxSendDay: {
      legend: 'Höchstens pro Tag gesendet',
      hint: 'Beträge und Gebühren eines Tages in UTC, auch an andere hier.',
    },
    choices: {
      default: (limit: string) => `Wie der Dienst: ${limit}`,
      own: 'Bis zu einem eigenen Limit',
      none: 'Kein Limit, was auch immer der Dienst vorgibt',
    },
    noLimit: 'Kein Limit',
    amount: 'Limit',
    badAmount: (most: string) => `Gib eine ganze Zahl von 1 bis ${most} ein.`,
    notChosen:
      'Du hast eine Zahl eingegeben. Wähle dafür „Bis zu einem eigenen ' +
      'Limit“, oder leere das Feld.',
    failed: 'Nichts wurde geändert. Korrigiere, was unten markiert ist.',
    changed:
      'Nichts wurde geändert: Jemand anders hat diese Grenzen inzwischen geändert. ' +
      'Unten stehen die jetzigen.',
    submit: 'Limits speichern',
    done: (email: string) => `Die Limits von ${email} sind geändert.`,
  },
  /** What can act for one user. */
  access: {
    kept:
      'Was bezahlt wurde, an wen und wofür, steht hier nicht: Das geht nur die Person ' +
      'selbst etwas an.',
    newest: (count: string) => `Nur die neuesten ${count} werden gezeigt.`,
    cannotSpend: 'Kann nichts ausgeben',
    never: 'Nie',
    ended: 'Beendet',
    sessions: {
      heading: 'Angemeldet',
      none: 'Zurzeit nirgends.',
      columns: { browser: 'Browser', since: 'Seit', lastSeen: 'Zuletzt gesehen' },
    },
    apps: {
      heading: 'Apps und Verbindungen',
      none: 'Nichts ist verbunden.',
      oauth: 'OAuth',
      notUsed: 'Noch nicht benutzt',
      columns: {
        name: 'Name',
        kind: 'Art',
        limit: 'Limit',
        lastUsed: 'Zuletzt benutzt',
        ends: 'Endet',
      },
    },
    tokens: {
      heading: 'Persönliche Tokens',
      none: 'Keines gilt.',
      columns: {
        name: 'Name',
        limit: 'Limit',
        created: 'Erstellt',
        ends: 'Endet',
      },
    },
    endpoints: {
      heading: 'Webhooks',
      none: 'Keine.',
      columns: { host: 'Host', state: 'Status', when: 'Wann' },
      states: {
        off: 'Aus',
        given_up: 'Aufgegeben',
        failing: 'Gestört',
        delivering: 'Kommt an',
        unused: 'Noch nichts gesendet',
      } satisfies Record<SeenEndpointState['kind'], string>,
    },
  },
  switchingOff: {
    title: 'Konto sperren',
    heading: (email: string) => `${email} sperren?`,
    text:
      'Alle Sitzungen, Tokens und verbundenen Apps dieses Kontos gelten sofort nicht mehr. ' +
      'Das Geld bleibt in der Wallet. An die Lightning-Adresse dieses Kontos kann niemand mehr ' +
      'zahlen; Rechnungen von vorher können noch bezahlt werden, und das Geld wird ' +
      'gutgeschrieben. Webhooks warten, bis das Konto wieder entsperrt ist.',
    submit: 'Sperren',
    done: (email: string) => `${email} ist gesperrt.`,
  },
  switchedOn: (email: string) => `${email} ist wieder entsperrt.`,
  newPassword: {
    title: 'Neues Passwort',
    heading: (email: string) => `Neues Passwort für ${email}`,
    text:
      'Damit erstellst du einen Link, mit dem die Person ein neues Passwort wählt. Das alte ' +
      'Passwort gilt, bis der Link benutzt wird. Vergewissere dich, dass die Bitte wirklich ' +
      'von ihr kommt.',
    also: 'Alles verloren?',
    removeSecondFactor: 'Auch die Authenticator-App und alle Passkeys entfernen',
    removeSecondFactorHint: 'Für jemanden, der Handy und Backup-Codes verloren hat.',
    submit: 'Link erstellen',
  },
};
