import type { Scope } from '../../../../access/scope.ts';

interface ScopeTexts {
  readonly title: string;
  readonly meaning: string;
}

const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

export const scopes = {
  /** All of them in one short sentence. */
  may: (titles: readonly string[]) => `Pode ${titles.map(uncapitalized).join(', ')}.`,
  /** Titles are infinitives: they follow “Pode” and “O app poderá”. */
  each: {
    'account:read': {
      title: 'Ver quem você é',
      meaning: 'Seu nome, e-mail e foto, e como pagar a você.',
    },
    'balance:read': {
      title: 'Ver seu saldo',
      meaning:
        'Quanto há na sua carteira a qualquer momento, quantas vezes você recebeu e pagou e ' +
        'quando recebeu pela última vez.',
    },
    'invoices:create': {
      title: 'Pedir dinheiro em seu nome',
      meaning: 'Cria faturas. O que as pessoas pagam vai para sua carteira.',
    },
    'invoices:read': {
      title: 'Ver o que você recebe e o que você paga',
      meaning:
        'Todo o seu histórico, passado e futuro: valores, descrições, pagadores, recebedores e ' +
        'provas de pagamento. Pode pedir que cada novo item seja enviado a um endereço ' +
        'escolhido por ele.',
    },
    'transactions:read': {
      title: 'Ver o que você paga',
      meaning: 'Valores, descrições, recebedores e provas de pagamento, passados e futuros.',
    },
    'payments:send': {
      title: 'Gastar o dinheiro da sua carteira',
      meaning: 'Paga sem perguntar a você a cada vez, até o limite que você define.',
    },
  } satisfies Readonly<Record<Scope, ScopeTexts>>,
};
