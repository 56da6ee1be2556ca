export const activityRecord = {
  back: 'Atividade',
  receipt: (site: string, identifier: string) => `${site}, registro ${identifier}`,
  received: {
    title: 'Recebido',
    lead: (amount: string) => `O valor de ${amount} está na sua carteira.`,
  },
  settled: { title: 'Pago', lead: 'O dinheiro chegou ao recebedor.' },
  sending: {
    title: 'Enviando',
    lead: (held: string, amount: string, fee: string) =>
      `Reservamos ${held}: ${amount} do pagamento e no máximo ${fee} para taxas. O que não for ` +
      'usado volta para você.',
  },
  inFlight: {
    title: 'A caminho',
    lead: 'Isso costuma levar segundos. Você pode fechar esta página.',
  },
  longInFlight: {
    title: 'Ainda a caminho',
    lead: (lasting: string) =>
      `Este pagamento está a caminho há ${lasting}. A maioria leva segundos, mas alguém no ` +
      'caminho ou o destinatário o está retendo. O dinheiro fica reservado até chegar ou voltar' +
      ' para você. Pagar a mesma fatura de novo não cobra duas vezes. Pagar uma nova, sim. Você' +
      ' pode fechar esta página: o pagamento continua.',
  },
  unknown: {
    title: 'Ainda não sabemos',
    lead:
      'O nó ainda não informou se o dinheiro chegou. Até lá, o valor continua reservado. Se você ' +
      'pagar a mesma fatura de novo, ela não será paga duas vezes. Com uma fatura nova, você ' +
      'pode acabar pagando duas vezes.',
  },
  longUnknown: {
    title: 'Continuamos sem saber',
    lead: (identifier: string) =>
      'O nó ainda não informou se o dinheiro chegou. Até lá, o valor continua reservado. Se você ' +
      'pagar a mesma fatura de novo, ela não será paga duas vezes. Com uma fatura nova, você ' +
      'pode acabar pagando duas vezes. O operador deste site pode procurar o pagamento pelo ' +
      `número ${identifier}.`,
  },
  failed: { title: 'Não pago', nothingTaken: 'Nada foi retirado da sua carteira.' },
  causes: {
    no_route: 'Não foi encontrado um caminho até o recebedor para este valor.',
    timeout: 'O pagamento não encontrou um caminho a tempo.',
    insufficient_liquidity: 'No momento, este serviço não consegue enviar tanto pela Lightning.',
    incorrect_details: 'O recebedor recusou: a fatura expirou ou o valor está errado.',
    cancelled: 'O pagamento foi cancelado.',
    rejected: 'O nó Lightning deste serviço se recusou a enviá-lo.',
    never_sent: 'O pagamento não chegou a ser enviado.',
    node_away: 'Não foi possível acessar o nó Lightning deste serviço.',
    never_arrived: 'O pagamento não chegou ao nó Lightning deste serviço.',
    already_paid: 'A fatura já tinha sido paga por outro pagamento.',
    stranded: 'O pagamento ficou preso e não foi feito. Peça uma nova fatura ao recebedor.',
    other: 'O pagamento falhou.',
  },
  refresh: 'Atualizar',
  fee: 'Taxa',
  feeShare: (fee: string, percent: string) => `${fee} (${percent} do valor)`,
  noFee: 'Nenhuma',
  feeAtMost: (fee: string) => `No máximo ${fee}`,
  left: 'Saiu da carteira',
  ordered: 'Iniciado em',
  asked: 'Fatura criada em',
  settledAt: { incoming: 'Recebido em', outgoing: 'Pago em' },
  bookedAt: 'Adicionado à sua carteira em',
  ended: 'Encerrado em',
  to: 'Para',
  payer: 'De',
  payerEmail: 'E-mail do pagador',
  payerKey: 'Chave do pagador',
  destination: 'Chave do recebedor',
  description: 'Descrição',
  comment: 'Comentário',
  message: 'Mensagem',
  by: { incoming: 'Fatura criada por', outgoing: 'Pago por', unpaid: 'Iniciado por' },
  kind: 'Tipo',
  keysend: 'Keysend: enviado sem fatura',
  proof: 'Prova de pagamento',
  proofHint: 'Guarde-a como comprovante e mostre-a ao recebedor se ele pedir.',
  copyProof: 'Copiar prova',
  paymentHash: 'Hash do pagamento',
  invoice: 'Fatura',
  technical: 'Detalhes técnicos',
  success: {
    title: 'Do recebedor',
    url: 'Endereço',
    urlHint: 'Foi o recebedor que escreveu isto. Abra somente se você confia nele.',
    secret: 'Para você',
  },
  boost: {
    title: 'Boost',
    app: 'App',
    podcast: 'Programa',
    episode: 'Episódio',
    sender: 'Remetente',
    message: 'Mensagem',
    all: 'Tudo o que foi enviado junto',
  },
  records: 'Outros registros',
  metadata: 'Metadados',
  webhooks: 'Webhooks avisados',
  note: {
    title: 'Sua anotação',
    label: 'Só você pode vê-la',
    save: 'Salvar anotação',
    saved: 'Sua anotação foi salva.',
    removed: 'Sua anotação foi removida.',
    tooLong: (max: number) => `Esta anotação é longa demais. Use no máximo ${max} caracteres.`,
  },
};
