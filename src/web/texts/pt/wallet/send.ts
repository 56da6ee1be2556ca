export const send = {
  title: 'Enviar',
  lead: 'Cole o que você quer pagar. Nada é enviado antes de você ver e confirmar.',
  to: 'Pagar a',
  toHint: 'Uma fatura, um endereço Lightning como ana@example.com ou um link Lightning.',
  submit: 'Continuar',
  notUnderstood: 'Isto não pode ser pago',
  stopped:
    'Os pagamentos para outras carteiras estão suspensos no momento. Ainda é possível pagar a ' +
    'pessoas que têm a carteira delas aqui.',
  payee: {
    here: (name: string) => `Neste site: ${name}`,
    someoneHere: 'Neste site: alguém que tem uma carteira aqui',
    ownWallet: 'Neste site: sua própria carteira',
    unnamed: 'Uma carteira sem nome',
  },
  choose: {
    title: (payee: string) => `Pagar a ${payee}`,
    anyTitle: 'Escolha um valor',
    amount: 'Valor',
    fixed: (amount: string) => `O valor é de ${amount}.`,
    range: (least: string, most: string) => `De ${least} a ${most}.`,
    most: (spendable: string, most: string) =>
      `Você tem ${spendable}. Separando a taxa, você pode enviar até ${most}.`,
    /** Within this site, where no fee is kept aside. */
    allOfIt: (spendable: string) => `Você tem ${spendable} e pode enviar tudo.`,
    leftToday: (spendable: string, left: string, most: string) =>
      `Você tem ${spendable} e hoje ainda pode enviar ${left}: com a taxa reservada, até ` +
      `${most}. O dia termina à meia-noite UTC.`,
    tooLittle: (spendable: string) =>
      `Você tem ${spendable}. Isso não é suficiente para o valor mínimo e a taxa.`,
    all: 'Enviar tudo',
    comment: 'Comentário',
    commentHint: (maxLength: number) => `Até ${maxLength} caracteres, para a pessoa que você paga.`,
    submit: 'Continuar',
    notWhole: 'Digite um número inteiro de sats.',
  },
  review: {
    title: 'Conferir e pagar',
    amount: 'Valor',
    to: 'Para',
    description: 'Motivo',
    comment: 'Seu comentário',
    fee: 'Taxa',
    feeAtMost: (amount: string) => `No máximo ${amount}. O que não for usado volta para você.`,
    noFee: 'Sem taxa',
    expires: 'Expira',
    /** A script puts minutes and seconds in place of the braces. */
    left: 'em {}',
    after: 'Saldo depois',
    afterAtLeast: (amount: string) => `Pelo menos ${amount}`,
    /** Why its payer is asked who they are. */
    identity: {
      large: (above: string) =>
        `É mais do que ${above}. O pagamento é feito assim que você mostrar que é você.`,
      together: (sent: string, above: string) =>
        `Junto com ${sent} que você enviou nas últimas 24 horas sem esta pergunta, é mais do ` +
        `que ${above}. O pagamento é feito assim que você mostrar que é você.`,
      always:
        'Você quer ser perguntado antes de cada pagamento. Ele é feito assim que você mostrar ' +
        'que é você.',
    },
    pay: (amount: string) => `Pagar ${amount}`,
    change: 'Alterar',
    renew: 'Pedir outra fatura',
    cancel: 'Cancelar',
    warnings: {
      highFee: (fee: string, amount: string) =>
        `A taxa pode chegar a ${fee} para um pagamento de ${amount}.`,
      hashUnconfirmed:
        'A fatura não prova que é para aquilo que o recebedor descreveu. Muitos serviços são ' +
        'descuidados nisso, mas pague somente se você confia neste.',
      ownWallet: 'Esta fatura é sua. Se você a pagar, o dinheiro vai de você para você.',
    },
    obstacles: {
      paid_before: 'Você já pagou esta fatura. Ela não pode ser paga duas vezes.',
      being_paid: 'Você já está pagando esta fatura. Veja em Atividade o que aconteceu com ela.',
      paid_by_others: 'Alguém já pagou esta fatura. Peça uma nova.',
      not_our_invoice:
        'Esta fatura indica este site como recebedor, mas não foi criada aqui. Ela não pode ser ' +
        'paga.',
      invoice_expired: 'Esta fatura expirou. Peça uma nova.',
      stopped:
        'Os pagamentos para outras carteiras estão suspensos no momento. Seu dinheiro está ' +
        'seguro. Tente mais tarde.',
    },
    expiredAtPayee: 'A fatura que o recebedor deu expirou. Peça outra e confira de novo.',
    aboveDay: (needed: string, left: string) =>
      `São necessários ${needed} com a taxa. Hoje você ainda pode enviar ${left}; o dia termina ` +
      'à meia-noite UTC.',
    aboveBalance: (needed: string, spendable: string) =>
      `Com a taxa, isto precisa de até ${needed}. Você tem ${spendable}.`,
  },
  tooOld: {
    title: 'Esta página ficou aberta tempo demais',
    text:
      'Ela esperou mais de 30 minutos pelo seu pagamento. Se você não tem certeza se pagou, ' +
      'confira primeiro em Atividade. Depois, comece de novo.',
    startAgain: 'Começar de novo',
  },
  payment: {
    sending: {
      title: 'Enviando',
      text: (held: string, amount: string, fee: string) =>
        `Reservamos ${held}: ${amount} do pagamento e no máximo ${fee} para a taxa.`,
    },
    onItsWay: {
      title: 'A caminho',
      text: 'Isso costuma levar segundos. Você pode fechar esta página: o pagamento continua.',
    },
    longOnItsWay: {
      title: 'Ainda a caminho',
      text: (lasting: string) =>
        `Este pagamento está a caminho há ${lasting}. A maioria leva segundos, mas alguém no ` +
        'caminho ou o destinatário o está retendo. O dinheiro fica reservado até chegar ou ' +
        'voltar para você. Pagar a mesma fatura de novo não cobra duas vezes. Pagar uma nova, ' +
        'sim. Você pode fechar esta página: o pagamento continua.',
    },
    unknown: {
      title: 'Ainda não sabemos',
      text:
        'Ainda não sabemos se o dinheiro chegou. Até lá, o valor continua reservado. Se você ' +
        'pagar a mesma fatura de novo, ela não será paga duas vezes. Com uma fatura nova, você ' +
        'pode acabar pagando duas vezes.',
    },
    stillUnknown: {
      title: 'Continuamos sem saber',
      operator: (identifier: string) =>
        `O operador deste site pode verificar. Para ele, este é o pagamento ${identifier}.`,
    },
    paid: {
      title: 'Pago',
      text: (amount: string) => `O valor de ${amount} chegou.`,
    },
    failed: {
      title: 'Não pago',
      nothingTaken: 'Nada foi retirado da sua carteira.',
      reasons: {
        no_route: 'Não havia um caminho na rede até o recebedor para este valor.',
        timeout: 'O pagamento não encontrou um caminho a tempo.',
        insufficient_liquidity:
          'Este site não consegue enviar tanto no momento. Tente um valor menor ou tente ' +
          'novamente mais tarde.',
        incorrect_details:
          'O recebedor recusou o pagamento. Talvez a fatura tenha expirado ou já tenha sido paga.',
        cancelled: 'O pagamento foi cancelado.',
        rejected: 'O pagamento foi recusado antes de sair.',
        never_sent: 'O pagamento não saiu. Talvez os pagamentos estejam suspensos no momento.',
        node_away: 'Este site está sem conexão com a rede no momento. Tente novamente mais tarde.',
        never_arrived: 'O pagamento não saiu deste site.',
        already_paid: 'Esta fatura já tinha sido paga por outra pessoa. Peça uma nova.',
        stranded: 'O pagamento ficou preso e não foi feito. Peça uma nova fatura.',
        other: 'O pagamento falhou.',
      },
    },
    facts: {
      time: 'Horário',
      feeTaken: 'Taxa',
      identifier: 'Número do pagamento',
      hash: 'Hash do pagamento',
    },
    proof: 'Prova de pagamento',
    proofHint: 'Guarde-o como comprovante. Quem recebe só o entrega em troca de um pagamento.',
    message: 'Mensagem do recebedor',
    messageLink: (host: string) => `Abrir a página de ${host}`,
    noSecret: 'O recebedor enviou uma mensagem oculta que não pode ser lida.',
    check: 'Verificar novamente',
    done: 'Pronto',
    again: 'Tentar novamente',
  },
};
