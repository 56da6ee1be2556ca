/** Bringing money in from a link that offers it. */
export const withdraw = {
  title: 'Sacar para sua carteira',
  lead: (domain: string) => `${domain} oferece dinheiro a você. Ele vai direto para sua carteira.`,
  from: 'De',
  description: 'Motivo',
  amount: 'Valor',
  fixed: (amount: string) => `Você recebe ${amount}.`,
  range: (least: string, most: string) => `De ${least} a ${most}.`,
  submit: 'Sacar',
  tooOld: {
    title: 'Esta página ficou aberta tempo demais',
    text: 'Abra o link novamente para recomeçar.',
    again: 'Enviar',
  },
  onItsWay: {
    title: 'A caminho',
    text: (domain: string, amount: string) =>
      `${domain} disse que vai enviar ${amount}. Esta página avisa quando o valor chegar.`,
    check: 'Verificar novamente',
  },
  noAnswer: {
    title: 'Ainda não confirmado',
    text: (domain: string) =>
      `Não sabemos se ${domain} vai enviar o dinheiro. Você pode pedir novamente: o pedido é do ` +
      'mesmo pagamento. Assim, não há risco de pedir demais.',
    again: 'Pedir novamente',
  },
  refused: {
    title: 'Recusado',
    text: (domain: string) =>
      `${domain} recusou-se a enviar o dinheiro. Você pode pedir novamente: o pedido é do mesmo ` +
      'pagamento. Assim, não há risco de pedir demais.',
  },
  arrived: {
    title: 'Chegou',
    text: (amount: string) => `O valor de ${amount} está na sua carteira.`,
  },
  expired: {
    title: 'Nada chegou',
    text: 'O outro lado não enviou o dinheiro a tempo. Abra o link novamente para recomeçar.',
  },
  done: 'Pronto',
};
