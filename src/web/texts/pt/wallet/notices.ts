import { type Html, html } from '../../../pages/html.ts';

/** Do que as pessoas são avisadas no sino. */
export const notices = {
  title: 'Avisos',
  lead: 'O que aconteceu na sua carteira enquanto você não olhava.',
  none: {
    title: 'Nada de novo',
    text: 'Quando você receber dinheiro, ou alguém entrar na sua carteira, você verá aqui.',
  },
  markRead: 'Marcar tudo como lido',
  unread: 'Novo',
  moreThan: (count: string) => `mais de ${count}`,
  received: 'Você recebeu dinheiro',
  receivedSeveral: (times: string) => `Você recebeu dinheiro ${times} vezes`,
  paid: {
    one: 'Um pagamento chegou',
    several: (count: string) => `Pagamentos que chegaram: ${count}`,
    text: 'Ele ficou um tempo a caminho.',
  },
  notPaid: {
    one: 'Um pagamento não chegou',
    several: (count: string) => `Pagamentos que não chegaram: ${count}`,
    text: 'O que estava reservado está de volta na sua carteira. Nada foi cobrado.',
  },
  aboveLimit: {
    title: 'Sua carteira tem mais do que o limite',
    text: (limit: string) =>
      `Este serviço guarda até ${limit} para você. O que chegou acima disso continua sendo seu. ` +
      'Envie uma parte antes de pedir mais.',
  },
  budgetSoon: {
    title: 'Um limite está quase no fim',
    text: (name: Html): Html => html`${name} gastou 80 % ou mais do que você permite.`,
  },
  budgetSpent: {
    title: 'Um limite foi atingido',
    text: (name: Html): Html => html`${name} gastou tudo o que você permite por agora.`,
  },
  app: {
    title: 'Um app foi conectado',
    text: (name: Html): Html =>
      html`${name} agora pode usar a sua carteira. Se não foi você quem permitiu, desconecte-o.`,
  },
  signIn: {
    title: 'Um novo acesso',
    text: (device: Html, address: Html): Html =>
      html`Com ${device}, do endereço de internet ${address}. Se não foi você, encerre essa sessão
      e escolha uma nova senha.`,
  },
  webhookOff: {
    title: 'Um webhook foi desligado',
    text: (url: Html): Html => html`As mensagens para ${url} já não chegavam.`,
  },
  choice: {
    title: 'O que você quer saber',
    lead:
      'Um e-mail não diz valores. Depois de um, nenhum outro sobre o mesmo chega até você marcar ' +
      'os avisos como lidos.',
    noMail: 'Este serviço não envia e-mails, por isso você só vê tudo aqui.',
    kinds: {
      received: 'Dinheiro recebido',
      ended: 'Um pagamento que estava a caminho terminou',
      limit: 'Chegou dinheiro acima do limite da sua carteira',
      budget: 'Um app ou token gastou 80 % do limite, ou tudo',
      app: 'Um novo app é conectado',
      sign_in: 'Um acesso de um lugar novo',
      webhook_off: 'Um webhook falha ou é desligado',
    },
    ways: { none: 'Não me avise', bell: 'Mostrar aqui', mail: 'Aqui e por e-mail' },
    save: 'Salvar',
    done: 'A sua escolha foi salva.',
  },
};
