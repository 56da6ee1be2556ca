import { type Html, html } from '../../../pages/html.ts';

export const play = {
  title: 'Experimente',
  lead:
    'Este serviço funciona em uma rede simulada, e o dinheiro dele é de brincadeira. Aqui você ' +
    'encontra outra carteira, que paga a você e a quem você pode pagar.',
  link: 'Este dinheiro é de brincadeira. Experimente',
  paid: 'A outra carteira pagou sua fatura.',
  notPaid: (reason: string) => `A outra carteira não conseguiu pagar: ${reason}.`,
  badAmount: (most: string) => `Digite um número inteiro de sats, de 1 a ${most}.`,
  memo: 'Algo para experimentar',
  receive: {
    title: 'Pague uma fatura minha',
    text: (receive: string): Html =>
      html`Crie uma fatura na página <a href="${receive}">Receber</a>, copie-a e cole-a aqui.`,
    invoice: 'Fatura',
    submit: 'Pedir que pague',
  },
  send: {
    title: 'Quero uma fatura para pagar',
    text: 'A outra carteira cria uma fatura. Você a paga com sua carteira.',
    amount: 'Valor',
    submit: 'Criar fatura',
    made: (amount: string) => `Aqui está uma fatura de ${amount}.`,
    pay: 'Pagar',
    invoice: 'Fatura da outra carteira',
  },
  here: {
    title: 'Dinheiro de brincadeira',
    text: 'Outra carteira na rede simulada pode pagar esta fatura para você.',
    submit: 'Pagar esta fatura',
  },
};
