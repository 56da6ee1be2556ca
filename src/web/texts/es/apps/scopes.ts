import type { Scope } from '../../../../access/scope.ts';

/** What a permission lets an app or a token do, and what that means. */
interface ScopeTexts {
  readonly title: string;
  readonly meaning: string;
}

const LIST = new Intl.ListFormat('es');

const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

export const scopes = {
  /** All of them in one short sentence. The titles are infinitives. */
  may: (titles: readonly string[]) => `Puede ${LIST.format(titles.map(uncapitalized))}.`,
  each: {
    'account:read': {
      title: 'Ver quién eres',
      meaning: 'Tu nombre, tu correo electrónico, tu imagen y cómo pagarte.',
    },
    'balance:read': {
      title: 'Ver tu saldo',
      meaning:
        'Cuánto hay en tu billetera en cada momento, cuántas veces recibiste y pagaste, y ' +
        'cuándo recibiste por última vez.',
    },
    'invoices:create': {
      title: 'Pedir dinero en tu nombre',
      meaning: 'Crea facturas. Lo que la gente paga llega a tu billetera.',
    },
    'invoices:read': {
      title: 'Ver lo que recibes y lo que pagas',
      meaning:
        'Todo tu historial, pasado y futuro: importes, descripciones, pagadores, destinatarios ' +
        'y pruebas de pago. Puede hacer que cada nuevo movimiento se envíe a la dirección que ' +
        'elija.',
    },
    'transactions:read': {
      title: 'Ver lo que pagas',
      meaning: 'Importes, descripciones, destinatarios y pruebas de pago, pasados y futuros.',
    },
    'payments:send': {
      title: 'Gastar de tu billetera',
      meaning: 'Paga sin preguntarte cada vez, hasta el límite que tú pongas.',
    },
  } satisfies Readonly<Record<Scope, ScopeTexts>>,
};
