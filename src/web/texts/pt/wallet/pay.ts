import { plural } from '../plural.ts';

/** Pages for people who pay an address. They may see a Lightning wallet for the first time. */
export const pay = {
  title: (payee: string) => `Pagar a ${payee}`,
  lead: 'Escolha um valor. Você recebe uma fatura que qualquer carteira Lightning pode pagar.',
  amount: 'Valor',
  amountHint: 'Em sats, a menor unidade do bitcoin.',
  comment: 'Comentário',
  commentHint: (maxLength: number) => `Até ${maxLength} caracteres, para a pessoa que você paga.`,
  submit: 'Criar fatura',
  fullTitle: 'Não é possível agora',
  refused: {
    full:
      'Esta pessoa já tem aqui tudo o que este serviço guarda para ela. Pergunte quando você ' +
      'poderá pagar.',
    amount: (least: string, most: string) =>
      `Digite um número inteiro de sats, de ${least} a ${most}.`,
    comment_too_long: (maxLength: number) =>
      `Este comentário é longo demais. Reduza-o a ${maxLength} caracteres.`,
    too_many_open_invoices:
      'No momento, há faturas demais sem pagamento deste endereço ou da sua rede. Cada uma ' +
      'expira em até 15 minutos. Pague uma que você já tem ou tente novamente mais tarde.',
    too_busy:
      'Muitas pessoas estão pedindo faturas no momento. Nada foi criado. Tente novamente em um ' +
      'minuto.',
    too_often: (retryAfterSec: number) =>
      'Sua rede pediu muitas faturas em pouco tempo. Tente novamente em ' +
      `${retryAfterSec} ${plural(retryAfterSec, 'segundo', 'segundos')}.`,
  },
  invoice: {
    to: 'Para',
    amount: 'Valor',
    comment: 'Comentário',
    waiting: {
      title: (amount: string) => `Fatura de ${amount}`,
      lead:
        'Escaneie o código com uma carteira Lightning ou abra a fatura em uma carteira neste ' +
        'dispositivo.',
      qr: (amount: string) => `QR code da fatura de ${amount}`,
      noQr: 'Não foi possível gerar o QR code agora. Copie a fatura ou recarregue a página.',
      open: 'Abrir na carteira',
      copy: 'Copiar fatura',
      asText: 'Fatura em texto',
      state: 'Aguardando seu pagamento',
      until: 'Válida até',
      /** A script puts minutes and seconds in place of the braces. */
      left: 'Restam {}',
      check: 'Verificar o pagamento',
    },
    paid: {
      title: 'Pago',
      lead: 'O dinheiro chegou. Obrigado!',
      proof: 'Prova de pagamento',
      proofHint: 'Guarde-o como comprovante. Quem tiver o link desta página também o vê.',
      again: 'Pagar novamente',
    },
    expired: {
      title: 'Esta fatura expirou',
      lead: 'Ela não pode mais ser paga. Se você ainda quiser pagar, crie uma nova.',
      underWay:
        'Sua carteira diz que um pagamento ainda está a caminho? Então espere o resultado: o ' +
        'dinheiro chega aqui ou volta para você.',
      again: 'Criar uma nova fatura',
    },
    removed: {
      title: 'Esta fatura não está mais aqui',
      lead: 'Faturas que não foram pagas são removidas algum tempo depois de expirar.',
      again: 'Criar uma nova fatura',
    },
  },
};
