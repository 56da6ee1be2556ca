export const receive = {
  title: 'Receber',
  amount: 'Valor',
  unit: 'Unidade',
  memo: 'Motivo',
  memoHint: 'O pagador vê isto na carteira dele.',
  /** A length of time follows. */
  expiry: 'Válida por',
  expiries: {
    900: '15 minutos',
    3600: '1 hora',
    86400: '1 dia',
    604800: '7 dias',
  },
  submit: 'Criar fatura',
  address: {
    title: 'Seu endereço Lightning',
    none: 'Você ainda não tem um endereço',
    noneText: 'Com um endereço, as pessoas podem pagar a você sem fatura, quantas vezes quiserem.',
    choose: 'Escolher um endereço',
  },
  refused: {
    bad_amount: (most: string) => `Digite um número inteiro de sats, de 1 a ${most}.`,
    bad_money: (example: string) => `Digite um valor em dinheiro, por exemplo ${example}.`,
    no_price: 'O preço do bitcoin nesta moeda não é conhecido no momento. Digite o valor em sats.',
    memo_too_long: (maxBytes: number) =>
      `Este texto é longo demais. Use no máximo ${maxBytes} caracteres.`,
    too_many_open_invoices:
      'Muitas das suas faturas ainda não foram pagas. Espere até algumas expirarem e tente ' +
      'novamente.',
    too_many_new_invoices:
      'Hoje você já criou faturas demais. Espere uma ou duas horas e tente novamente.',
    full: (most: string) =>
      `Você já tem aqui tudo o que este serviço guarda para você (${most}). Envie primeiro uma ` +
      'parte para outra carteira.',
    over_room: (room: string, most: string) =>
      `Isso é mais do que cabe. Agora você pode receber até ${room}, porque este serviço guarda ` +
      `até ${most} para você.`,
    sent_before:
      'Você já enviou este formulário, com outro conteúdo. Confira-o e envie-o mais uma vez.',
  },
  invoiceTitle: {
    waiting: (amount: string) => `Fatura de ${amount}`,
    paid: (amount: string) => `Fatura paga: ${amount}`,
    expired: (amount: string) => `Fatura expirada de ${amount}`,
  },
  waiting: {
    title: (amount: string) => `Fatura de ${amount}`,
    lead:
      'Mostre o código ao pagador para ele escanear ou envie a fatura a ele. Ela pode ser paga ' +
      'uma única vez.',
    qr: (amount: string) => `QR code da fatura de ${amount}`,
    noQr: 'Não foi possível gerar o QR code agora. Copie a fatura ou recarregue a página.',
    copy: 'Copiar fatura',
    share: 'Compartilhar',
    open: 'Abrir na carteira',
    state: 'Aguardando pagamento',
    until: 'Válida até',
    /** A script puts minutes and seconds in place of the braces. */
    left: 'Restam {}',
    check: 'Verificar o pagamento',
    formats: 'Outros formatos',
    asText: 'Fatura em texto',
    asLink: 'Link de bitcoin',
    linkHint: 'Algumas carteiras abrem este tipo de link.',
  },
  paid: {
    title: 'Fatura paga',
    lead: (amount: string) => `O valor de ${amount} está na sua carteira.`,
    again: (count: number) =>
      `Esta fatura foi paga ${count} vezes. Todo o dinheiro está na sua carteira.`,
    when: 'Recebido em',
    done: 'Pronto',
    another: 'Outra fatura',
  },
  expired: {
    title: 'Esta fatura expirou',
    lead:
      'Ela não pode mais ser paga. Um pagamento que já estava a caminho ainda pode chegar. Nesse ' +
      'caso, esta página avisa.',
    again: 'Criar a mesma fatura novamente',
  },
};
