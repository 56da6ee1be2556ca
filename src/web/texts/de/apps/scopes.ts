import type { Scope } from '../../../../access/scope.ts';

/** What a permission lets an app or a token do, and what that means. */
interface ScopeTexts {
  readonly title: string;
  readonly meaning: string;
}

const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const list = new Intl.ListFormat('de', { type: 'conjunction' });

/** Titles are infinitives that do not begin with a noun: within a sentence they begin small. */
export const scopes = {
  /** All of them in one short sentence. */
  may: (titles: readonly string[]) => `Darf ${list.format(titles.map(uncapitalized))}.`,
  each: {
    'account:read': {
      title: 'Dein Profil sehen',
      meaning: 'Deinen Namen, deine E-Mail-Adresse und dein Bild, und wie man dich bezahlt.',
    },
    'balance:read': {
      title: 'Dein Guthaben sehen',
      meaning:
        'Wie viel jeweils in deiner Wallet ist, wie oft du Geld erhalten und gezahlt hast und ' +
        'wann du zuletzt Geld erhalten hast.',
    },
    'invoices:create': {
      title: 'In deinem Namen Geld anfordern',
      meaning: 'Damit werden Rechnungen erstellt. Was andere darauf zahlen, kommt in deine Wallet.',
    },
    'invoices:read': {
      title: 'Deine Eingänge und Zahlungen sehen',
      meaning:
        'Deinen ganzen Verlauf, auch den künftigen: Beträge, Verwendungszwecke, Absender, ' +
        'Empfänger und Zahlungsnachweise. Jeder neue Eintrag kann auch an eine beliebige ' +
        'Adresse gesendet werden.',
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
  } satisfies Readonly<Record<Scope, ScopeTexts>>,
};
