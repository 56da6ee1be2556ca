import type { AlarmKind } from '../../../alarms/alarm-store.ts';
import type { NodeDifference } from '../../../node/comparison-store.ts';
import { type Html, html } from '../../pages/html.ts';

const DONE: Readonly<Record<NodeDifference['kind'], string>> = {
  payment: 'Pagamento',
  invoice: 'Recebimento',
};
/** Masculine, like both of the above. */
const STATES: Readonly<Record<NodeDifference['state'], string>> = {
  in_flight: 'em andamento',
  succeeded: 'bem-sucedido',
  settled: 'concluído',
};

/** What operators see of their node. They know Lightning. */
export const node = {
  title: 'Nó',
  lead: 'O nó Lightning, e se ele tem o bastante para cobrir o que este serviço deve.',
  money: {
    title: 'Dinheiro',
    payments: 'Pagamentos pelo nó',
    allowed: 'Permitidos',
    stopped: 'Suspensos',
    internal: 'Os pagamentos entre carteiras deste serviço continuam.',
    solvency: 'Solvência',
    covered: 'Com cobertura',
    notCovered: 'Sem cobertura',
    noAnswer: 'O nó não responde',
    holds: 'O nó tem',
    unknown: 'Desconhecido',
    owes: 'Este serviço deve',
    wallets: 'disso, em carteiras',
    held: 'disso, reservado e ainda não enviado',
    unclaimed: 'disso, sem dono identificado',
    pending: 'Pagamentos a caminho',
    none: 'Nenhum',
    pendingFor: (count: string, amount: string) => `${count}, com ${amount} em reserva`,
    books: 'Livros contábeis',
    notChecked: 'Ainda não conferidos',
    balanced: 'Fecham',
    findings: (count: string) =>
      `Não fecham: ${count} ${count === '1' ? 'divergência' : 'divergências'}`,
    checked: (transfers: string, time: Html): Html =>
      html`${transfers} ${transfers === '1' ? 'transferência' : 'transferências'}, verificação em
        ${time}`,
  },
  comparison: {
    title: 'Depois da restauração',
    comparing:
      'O nó e o banco de dados estão sendo comparados. Se nada estiver faltando aqui, os ' +
      'pagamentos voltam a ser permitidos sozinhos, depois de cerca de um minuto. Se algo ' +
      'estiver faltando, eles continuam suspensos até você permiti-los:',
    differs:
      'O nó fez coisas que o banco de dados não conhece. Nada disso é enviado novamente nem ' +
      'lançado. Depois de verificar, permita os pagamentos novamente:',
    caption: 'O que o banco de dados não conhece',
    when: 'Quando',
    what: 'O quê',
    paymentHash: 'Hash do pagamento',
    amount: 'Valor',
    done: ({ kind, state }: Pick<NodeDifference, 'kind' | 'state'>) =>
      `${DONE[kind]}, ${STATES[state]}`,
  },
  info: {
    title: 'Nó',
    noAnswer: 'Não responde',
    meanwhile:
      'As carteiras ainda podem pagar umas às outras. O dinheiro que chegar será creditado depois.',
    name: 'Nome',
    publicKey: 'Chave pública',
    network: 'Rede',
    version: 'Versão',
    chain: 'Blockchain',
    synced: 'Sincronizada',
    catchingUp: 'Sincronizando',
    block: (height: string) => `bloco ${height}`,
    canSend: 'Pode enviar',
    canReceive: 'Pode receber',
  },
  channels: {
    title: 'Canais',
    none: 'Não há canais. Não é possível enviar nem receber nada.',
    some: (shown: string, all: string): Html => html`São mostrados os primeiros ${shown} de ${all}.
      <code>satchel node</code> lista todos.`,
    caption: 'Canais e seus saldos',
    peer: 'Par',
    state: 'Situação',
    ours: 'Nosso lado',
    theirs: 'Lado do par',
    active: 'Ativo',
    inactive: 'Inativo',
  },
  advice: {
    title: 'Conselhos',
    none: 'Os canais estão bem. Não há nada a fazer.',
    notCovered:
      'O nó tem menos do que se deve aos usuários. Ponha dinheiro seu nos canais dele. Os ' +
      'pagamentos pelo nó ficam suspensos até que seja suficiente.',
    thinCover: (percent: string) =>
      `O nó tem apenas ${percent} % do que se deve. Só as taxas já poderiam deixá-lo abaixo. ` +
      'Mantenha mais dinheiro seu nos canais.',
    noChannels:
      'Não há canais, portanto nada pode ser enviado ou recebido pelo nó. Abra um com um nó bem ' +
      'conectado e consiga outro na direção contrária.',
    lowOutbound: (percent: string) =>
      `Só ${percent} % da capacidade pode ser enviada. Os pagamentos a outros nós vão falhar em ` +
      'breve. Abra outro canal.',
    lowInbound: (percent: string) =>
      `Só ${percent} % da capacidade pode ser recebida. Pagamentos maiores aos seus usuários vão ` +
      'falhar. Peça a outro nó que abra um canal com o seu, ou compre um de um provedor.',
    singleChannel:
      'Todo o dinheiro passa por um só canal. Enquanto o outro nó estiver fora, nada pode ser ' +
      'enviado ou recebido. Abra um segundo canal com outro nó.',
    oneChannel: (percent: string, peer: string) =>
      `O canal com ${peer}… tem ${percent} % do que o nó pode enviar. Enquanto esse nó estiver ` +
      'fora, a maioria dos pagamentos falha. Distribua o dinheiro por mais canais.',
    inactive: (count: string, amount: string) =>
      `Canais cujo outro nó está fora: ${count}. Eles têm ${amount} que agora não podem ser ` +
      'enviados. Se ficar dias sem resposta, fale com o operador dele ou feche o canal.',
  },
  alarms: {
    title: 'Alertas',
    none: 'Não há nenhum alarme aberto.',
    open: (count: string) => `Alarmes abertos: ${count}`,
    kinds: {
      fee_above_reserve: 'taxa acima da reserva',
      payment_stranded: 'pagamento preso',
      stranded_payment_ended: 'pagamento preso encerrado',
      foreign_payment_for_hash: 'pagamento de terceiros para o hash',
      acknowledged_payment_not_found: 'pagamento aceito pelo nó não encontrado',
      final_state_contradicted: 'estado final contradito pelo nó',
      credit_parked: 'crédito retido',
      receipt_taken_back: 'recebimento desfeito',
      closed_account_paid: 'dinheiro para uma conta encerrada',
      statement_not_closed: 'extrato não fechado',
      owed_sums_differ: 'o devido não confere com os livros',
      proof_folder_differs: 'cópias de comprovações diferentes',
      cursor_event_missing: 'evento do cursor ausente',
      node_changed: 'nó trocado',
      preimage_mismatch: 'pré-imagem não confere',
      node_balance_too_low: 'saldo do nó baixo demais',
      books_do_not_balance: 'livros contábeis não fecham',
      job_parked: 'tarefa retida',
      backup_failed: 'cópia de segurança falhada',
      backup_overdue: 'cópias de segurança em atraso',
      payment_not_in_books: 'pagamento fora dos livros contábeis',
      payment_of_others: 'pagamento de terceiros',
      invoice_not_in_books: 'fatura fora dos livros contábeis',
      database_unsafe: 'o banco de dados pode esquecer',
      database_gone_back: 'banco de dados voltou no tempo',
      payment_lost: 'pagamento perdido',
      payment_takes_long: 'pagamento a caminho há muito tempo',
      database_refuses_writes: 'banco de dados recusa gravações',
      node_away: 'nó indisponível',
      backup_missing: 'nunca foi feita uma cópia de segurança',
      database_outdated: 'versão antiga do PostgreSQL',
    } satisfies Readonly<Record<AlarmKind, string>>,
  },
};
