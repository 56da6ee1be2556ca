import { type Html, html } from '../../../pages/html.ts';

/** O que cada mês fez com uma carteira. */
export const statements = {
  title: 'Extratos',
  titleOf: (month: string) => `Extrato de ${month}`,
  lead: 'O que aconteceu com seu dinheiro em cada mês. Um mês que terminou nunca muda.',
  unused: {
    title: 'Ainda não há extratos',
    text: 'Seu primeiro extrato começa com o primeiro dinheiro que você receber.',
  },
  back: 'Todos os extratos',
  link: 'Extratos por mês',
  month: 'Mês',
  opening: 'No início',
  incoming: 'Entradas',
  outgoing: 'Saídas',
  fees: 'Taxas',
  closing: 'No fim',
  soFar: 'Até agora',
  closed: 'Fechado',
  open: 'Ainda não fechado',
  openHint: 'Este mês ainda não terminou. Ele é fechado cerca de uma hora depois do fim.',
  behind: 'Nem todos os pagamentos foram somados ainda. Abra esta página de novo em um minuto.',
  zone: (zone: string) => `Dias e horários estão no fuso horário ${zone}.`,
  zones: 'Cada mês segue o fuso horário que você tinha escolhido quando ele começou.',
  held: (amount: string) =>
    `Disso, reservado para pagamentos que ainda estavam a caminho: ${amount}.`,
  heldNow: (amount: string) => `Disso, reservado para pagamentos a caminho: ${amount}.`,
  print: 'Use a função de imprimir do seu navegador para imprimir esta página ou guardá-la em PDF.',
  csv: 'Para planilhas (CSV)',
  json: 'Para programas (JSON)',
  files: 'Arquivos',
  movements: 'Pagamentos',
  noMovements: 'Neste mês não entrou nem saiu dinheiro.',
  firstOnly: (shown: string, all: string) =>
    `Estes são os primeiros ${shown} de ${all} pagamentos. Os arquivos contêm todos.`,
  when: 'Quando',
  what: 'O quê',
  amount: 'Valor',
  balance: 'Saldo',
  received: 'Recebido',
  sent: 'Enviado',
  fee: (amount: string) => `taxa ${amount}`,
  noPurpose: 'Sem descrição',
  /** Booked later than it arrived. */
  arrived: 'chegou em',
  owed: 'Prova mais recente do que se deve',
  owedNumber: (epoch: string, when: Html): Html => html`Número ${epoch}, ${when}`,
  owedHint:
    'É a raiz da soma mais recente que este serviço publicou do que deve a todos. Quem imprimir ' +
    'ou procurar o mesmo número tem de ver a mesma raiz.',
  seal: 'Impressão digital',
  sealHint:
    'Ela resulta de todos os pagamentos até o fim deste mês. Se algum deles fosse alterado ' +
    'depois, ela seria outra. Guarde-a, ou guarde o arquivo para programas, se quiser ' +
    'conferir isso.',
};
