import { type Html, html } from '../../../kit/html.ts';

export const landing = {
  title: 'Uma carteira Lightning só sua',
  lead:
    'Envie e receba bitcoin pela Lightning. Deixe apps usarem sua carteira dentro de limites que ' +
    'você define e pode mudar quando quiser.',
  signIn: 'Entrar',
  developers: (docs: string): Html =>
    html`Está desenvolvendo um app? <a href="${docs}">Leia a referência da API</a>.`,
};

export const home = {
  title: 'Início',
  balance: 'Saldo',
  address: 'Seu endereço Lightning é',
  receive: 'Receber',
  send: 'Enviar',
  allSpendable: 'Você pode gastar tudo agora.',
  held: (amount: string) =>
    `Há mais ${amount} em reserva para pagamentos a caminho. O que eles não usarem volta para o ` +
    'seu saldo.',
  newest: 'Mais recentes',
  all: 'Toda a atividade',
  unused: {
    title: 'Ainda não entrou nem saiu dinheiro',
    text: 'Toque em Receber para criar sua primeira fatura ou mostrar seu endereço Lightning.',
  },
  connect: {
    title: 'Conectar um app',
    text:
      'Abra o app e escolha conectar uma carteira. O app traz você até aqui. Então você decide o ' +
      'que ele pode fazer e quanto pode gastar.',
    apps: 'Apps conectados',
  },
};
