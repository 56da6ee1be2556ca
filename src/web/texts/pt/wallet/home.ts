import { type Html, html } from '../../../pages/html.ts';

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
  limits: {
    above: (amount: string) =>
      `Você tem ${amount} a mais do que este serviço guarda para você. O dinheiro é seu e você ` +
      'pode gastá-lo. Envie uma parte para outra carteira; até lá, você não pode criar novas ' +
      'faturas.',
    maxBalance: (amount: string) =>
      `Você pode ter até ${amount} aqui. Se chegar mais, o valor é creditado mesmo assim, mas ` +
      'novas faturas só são criadas para o que ainda cabe.',
    maxSendDay: (amount: string, left: string) =>
      `Você pode enviar até ${amount} por dia, taxas incluídas. Restam ${left} até a meia-noite ` +
      '(UTC).',
  },
  standing: {
    nodeAway: {
      label: 'Sem conexão com a rede Lightning',
      text: 'Este serviço não consegue acessar a rede Lightning agora.',
      meanwhile:
        'Seu dinheiro está seguro. Criar faturas e pagar outras carteiras volta a funcionar ' +
        'assim que a conexão voltar, o que costuma levar alguns minutos.',
    },
    coverLost: {
      label: 'O dinheiro não está coberto',
      text: 'O nó tem menos do que este serviço deve.',
      stopped:
        'Os pagamentos a outros serviços estão suspensos. Só os administradores veem este aviso.',
      show: 'Ver o resumo',
    },
    staleProof: {
      label: 'A prova do que se deve é antiga demais',
      text: 'A prova do que este serviço deve é antiga demais.',
      last: (when: Html): Html =>
        html`Deveria haver uma a cada hora. A última é de ${when}. Pergunte o motivo a quem mantém
          este serviço.`,
      show: 'Ver',
    },
  },
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
