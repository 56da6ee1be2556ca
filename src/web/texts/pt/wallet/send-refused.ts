import type { BadAnswer, NoAnswer, UnpayableText } from '../../../../lnurl/lnurl-refusals.ts';

const unpayable: Readonly<Record<UnpayableText, string>> = {
  empty: 'Cole uma fatura, um endereço Lightning ou um link Lightning.',
  too_long: 'Este texto é longo demais para ser um pagamento.',
  not_understood:
    'Isto não é uma fatura, nem um endereço Lightning, nem um link Lightning. Copie novamente e ' +
    'cole o texto inteiro.',
  several:
    'Neste texto há mais de um pagamento. Cole apenas a fatura ou o endereço que você quer pagar.',
  bad_address: 'Isto não é um endereço Lightning. Exemplo de endereço: ana@example.com.',
  bad_lnurl:
    'Este link Lightning está danificado: um caractere está errado ou faltando. Copie-o novamente.',
  bad_link: 'Este link não pede nenhum pagamento Lightning.',
  private_host: 'Isto leva a uma rede privada, o que não é permitido aqui.',
  not_https: 'Isto leva a um servidor sem conexão segura (https) e, por isso, não é usado.',
  port: 'Um endereço como este não pode indicar uma porta. Verifique se há erros de digitação.',
  onion: 'Isto leva à rede Tor, que não pode ser acessada daqui.',
  own_link: 'Isto leva a este próprio site, mas não a alguém que possa ser pago.',
  onchain:
    'Este é um endereço de bitcoin para pagamentos na blockchain. Aqui só é possível enviar ' +
    'pagamentos Lightning. Peça uma fatura Lightning ao recebedor.',
  bolt12: 'Esta é uma oferta de um tipo mais novo (BOLT 12), que ainda não pode ser paga aqui.',
  nostr_key: 'Esta é uma chave do Nostr, não um pagamento. Peça um endereço Lightning.',
  login_link: 'Este link serve para entrar em outro site, o que não funciona aqui.',
  channel_link: 'Este link abre um canal entre dois nós. Ele não é um pagamento.',
  withdraw_link: 'Este link traz dinheiro para sua carteira.',
  pay_link: 'Este link pede um pagamento e não traz dinheiro para sua carteira.',
};

const noAnswer: Readonly<Record<NoAnswer, (host: string) => string>> = {
  blocked: (host) => `O servidor ${host} está em uma rede que não pode ser acessada daqui.`,
  unknown_host: (host) =>
    `Não existe servidor com o nome ${host}. Verifique se há erros de digitação.`,
  no_connection: (host) => `Não é possível acessar o servidor ${host}. Tente novamente mais tarde.`,
  timeout: (host) => `O servidor ${host} não respondeu a tempo. Tente novamente mais tarde.`,
  too_large: (host) => `O servidor ${host} deu uma resposta longa demais.`,
  not_json: (host) => `O servidor ${host} deu uma resposta que não pode ser lida.`,
  server_error: (host) => `O servidor ${host} está com um problema. Tente novamente mais tarde.`,
  bad_redirect: (host) => `O servidor ${host} leva a um lugar que não pode ser acessado daqui.`,
  not_found: (host) =>
    `O servidor ${host} não conhece este pagamento. Verifique se há erros de digitação.`,
};

const badAnswer: Readonly<Record<BadAnswer, string>> = {
  no_lnurl: 'Não há nenhum pagamento Lightning por trás disto.',
  other_kind: 'O servidor oferece algo diferente do que este link promete.',
  bad_callback: 'O servidor quer ser consultado em um lugar que não pode ser acessado daqui.',
  bad_limits: 'O servidor informa valores que não fazem sentido.',
  no_possible_amount: 'O valor é menor que 1 sat ou maior do que é possível aqui.',
  bad_metadata: 'O servidor não diz direito o que é pago.',
  no_text: 'O servidor não diz o que é pago.',
  wants_payer_data: 'O recebedor quer saber quem paga, o que não é informado daqui.',
  bad_withdraw: 'O servidor oferece dinheiro, mas não de um jeito que funcione.',
  unclear_withdraw: 'O servidor não disse se vai enviar o dinheiro.',
  no_invoice: 'O servidor do recebedor não forneceu nenhuma fatura.',
  bad_invoice: 'O servidor do recebedor forneceu uma fatura que não pode ser lida.',
  unpayable_invoice: 'O servidor do recebedor forneceu uma fatura que não pode ser paga daqui.',
  unknown_success_action: 'O recebedor quer que depois aconteça algo que não é conhecido aqui.',
  bad_success_action: 'O recebedor quer que depois aconteça algo que não pode ser lido.',
  foreign_success_url: 'O recebedor quer levar você a outro site depois.',
  wrong_amount:
    'O servidor do recebedor forneceu uma fatura com um valor diferente do que você escolheu.',
  wrong_network: 'O servidor do recebedor forneceu uma fatura de outra rede.',
  expired_invoice: 'O servidor do recebedor forneceu uma fatura que já expirou.',
  paid_invoice: 'O servidor do recebedor forneceu uma fatura que você já pagou.',
};

/** Why something cannot be sent or withdrawn. Each is followed by `nothing` where that helps. */
export const sendRefused = {
  unpayable,
  noAnswer,
  badAnswer,
  nothing: 'Nada foi enviado.',
  refused: (host: string, reason: string) => `${host} recusou: “${reason}”`,
  refusedSilently: (host: string) => `${host} recusou e não disse por quê.`,
  badInvoice:
    'Esta fatura está danificada: um caractere está errado ou faltando. Copie-a novamente.',
  unknownInvoice:
    'Esta fatura é de um tipo que não é conhecido aqui e, por isso, não pode ser paga. Peça outra.',
  wrongNetwork: (network: string, ours: string) =>
    `Esta fatura é de outra rede (${network}). Esta carteira usa ${ours}.`,
  networks: {
    bitcoin: 'a rede Bitcoin',
    testnet: 'a rede de teste',
    signet: 'a rede Signet',
    regtest: 'uma rede de teste privada',
  },
  payeeNotFound: 'Ninguém aqui tem este endereço. Verifique se há erros de digitação.',
  invoiceExpired: 'Esta fatura expirou. Peça uma nova.',
  neverPayable: {
    old_kind:
      'Esta fatura é de um tipo antigo que não pode mais ser pago. Peça uma nova ao recebedor.',
    unknown_feature: 'Esta fatura precisa de algo que não é conhecido aqui. Ela não pode ser paga.',
  },
  amountNeeded: 'Digite um valor.',
  amountOutOfRange: (least: string, most: string) => `Digite um valor de ${least} a ${most}.`,
  commentNotTaken: 'O recebedor não aceita comentários.',
  commentTooLong: (maxLength: number) =>
    `Este comentário é longo demais. Reduza-o a ${maxLength} caracteres.`,
  balanceLimit:
    'Com este valor você teria aqui mais do que este serviço guarda para você. A página inicial ' +
    'diz quanto é.',
  payeeFull: 'O destinatário não pode receber tanto no momento. Pergunte quando será possível.',
  tooManyInvoices:
    'No momento, há faturas demais deste endereço sem pagamento. Tente novamente mais tarde.',
  ownTooManyInvoices:
    'Muitas das suas faturas ainda não foram pagas. Espere até algumas expirarem e tente ' +
    'novamente.',
  ownTooManyNewInvoices:
    'Hoje você já criou faturas demais. Espere uma ou duas horas e tente novamente.',
  tooManyLookUps:
    'Você está consultando vários recebedores ao mesmo tempo. Espere um momento e tente novamente.',
  other: 'Isto não pode ser pago daqui.',
  /** Of the payment itself, when the button was pressed. */
  paying: {
    balance: 'Seu saldo não é suficiente para este pagamento e a taxa.',
    tooManyOpen: 'Muitos dos seus pagamentos ainda estão a caminho. Espere até alguns terminarem.',
    hashInUse: 'Outra pessoa está pagando esta fatura agora. Tente novamente em um minuto.',
    paidBefore: 'Esta fatura já foi paga.',
    expired: 'Esta fatura expirou. Peça uma nova.',
    stopped:
      'Os pagamentos para outras carteiras estão suspensos no momento. Tente novamente mais tarde.',
    notReady: 'Esta fatura ainda não está pronta. Tente novamente em alguns segundos.',
    sendLimit:
      'Isto é mais do que você ainda pode enviar hoje. A página inicial diz quanto resta; o dia ' +
      'termina à meia-noite (UTC).',
    tooLarge: 'Isto é mais do que se pode enviar em um pagamento.',
    notPayable: 'Esta fatura precisa de algo que não é conhecido aqui. Ela não pode ser paga.',
    other: 'Não foi possível iniciar o pagamento. Nada foi enviado.',
  },
};
