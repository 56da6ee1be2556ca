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
  unnamed: 'App sem nome',
  noWebsite: 'O app não informa nenhum.',
  unproven: 'O nome e o site são informados pelo próprio app. Aqui ninguém os verifica.',
  permissions: {
    each: {
      'account:read': {
        title: 'Ver seu endereço Lightning',
        meaning: 'O endereço em que as pessoas podem pagar a você, se você tiver um.',
      },
      'balance:read': {
        title: 'Ver seu saldo',
        meaning: 'Quanto há na sua carteira a qualquer momento.',
      },
      'invoices:create': {
        title: 'Pedir dinheiro em seu nome',
        meaning: 'Cria faturas. O que as pessoas pagam vai para sua carteira.',
      },
      'invoices:read': {
        title: 'Ver o que você recebe',
        meaning: 'Valores, descrições e pagadores, passados e futuros.',
      },
      'transactions:read': {
        title: 'Ver o que você paga',
        meaning: 'Valores, descrições, recebedores e provas de pagamento, passados e futuros.',
      },
      'payments:send': {
        title: 'Gastar o dinheiro da sua carteira',
        meaning: 'Paga sem perguntar a você a cada vez, até o limite que você define.',
      },
    } satisfies Readonly<Record<Scope, CanTexts>>,
  },
  /** The interval as in the list of intervals. */
  most: (amount: string, interval: string) =>
    `O app pede até ${amount} ${interval}. Você pode digitar menos. Taxas e pagamentos a caminho ` +
    'também contam.',
  overMost: (amount: string) => `Digite um número inteiro de 1 a ${amount}.`,
  warning: (apps: string): Html => html`Permita somente se você veio desse app e confia nele. Você
    pode encerrar isso quando quiser em <a href="${apps}">Apps conectados</a>.`,
  refused: {
    title: 'Não é possível conectar este app',
    nothing: 'Nada foi permitido, e sua carteira não mudou.',
    problems: {
      bad_key:
        'Um app que quer se conectar envia uma chave, pela qual sua carteira o reconhece. A ' +
        'chave deste app está faltando ou está errada.',
      key_used:
        'A chave deste app já foi usada, e uma chave conecta uma só vez. Volte ao app e comece ' +
        'de novo, para que ele crie outra chave.',
      bad_name: 'O nome do app contém caracteres invisíveis.',
      own_balance:
        'O app pede um saldo próprio, separado do seu. Aqui isso não existe. Se o app ' +
        'também puder usar seu próprio saldo, escolha isso no app e comece de novo.',
      bad_limit: 'O app pede um limite de gastos, mas não informa um valor que possa ser usado.',
      bad_interval:
        'O app pede um limite de gastos, mas não diz claramente de quanto em quanto tempo ele ' +
        'recomeça.',
      bad_end: 'O app não diz claramente quando a conexão termina.',
      past_end: 'O app pede uma conexão que já terminou. Comece de novo no app.',
      bad_state: 'O app marcou o pedido com um texto longo demais ou que não pode ser lido.',
    } satisfies Readonly<Record<Exclude<PairingProblem['kind'], Named> | 'key_used', string>>,
    unknownMethods: (names: Html): Html =>
      html`O app precisa de algo que esta carteira não pode fazer: ${names}`,
    badReturn: (address: string): Html => html`O app quer enviar você a um endereço para o qual
      este serviço não envia ninguém: <code>${address}</code>`,
  },
  connected: {
    title: (name: string) => `“${name}” está conectado`,
    text: 'Volte ao app. Você pode fechar esta janela.',
    byHand:
      'O app não disse onde espera a resposta. Se ele pedir uma conexão, copie este texto e ' +
      'cole-o nele. Ele não contém nenhum segredo.',
  },
  denied: {
    title: 'Nada foi permitido',
    text: 'O app não pode usar sua carteira. Você pode fechar esta janela.',
  },
};
