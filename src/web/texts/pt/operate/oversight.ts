import type { SettingSource } from '../../../../base/setting.ts';
import type { PaymentState } from '../../../../ledger/payment-state.ts';
import type { OpenPaymentFilter } from '../../../../payments/stranded-store.ts';
import { type Html, html } from '../../../pages/html.ts';

/** Lists for admins. */
export const oversight = {
  titles: {
    alarms: 'Alarmes',
    payments: 'Pagamentos',
    unclaimed: 'Dinheiro sem dono',
    deliveries: 'Webhooks',
    jobs: 'Tarefas',
    books: 'Livros contábeis',
    settings: 'Configurações',
  },
  pages: 'Páginas da lista',
  firstPage: 'Primeira página',
  nextPage: 'Próxima página',
  search: 'Buscar',
  show: 'Mostrar',
  showAll: 'Mostrar tudo',
  alarms: {
    lead: 'O que precisa da sua atenção, o mais novo primeiro, cada um com o que fazer.',
    views: 'Quais alarmes',
    open: 'Abertos',
    earlier: 'Confirmados',
    kind: 'Tipo',
    allKinds: 'Todos os tipos',
    whatToDo: 'O que fazer:',
    repeated: (count: string, first: Html, last: Html): Html =>
      html`${count} vezes, a primeira em ${first}, a última em ${last}`,
    none: { title: 'Nenhum alarme aberto', text: 'Nada precisa da sua atenção.' },
    noneEarlier: {
      title: 'Nenhum alarme confirmado',
      text: 'Os alarmes aparecem aqui quando alguém os confirma.',
    },
    noneOfKind: 'Não há nenhum deste tipo aqui.',
  },
  payments: {
    lead: 'Pagamentos cujo resultado ainda não se sabe. Até lá, o dinheiro deles fica reservado.',
    held: (amount: string) => `Ao todo, ${amount} em reserva para eles.`,
    views: 'Quais pagamentos',
    filters: {
      all: 'Todos os abertos',
      unknown: 'Desconhecidos',
      stranded: 'Presos',
    } satisfies Readonly<Record<OpenPaymentFilter, string>>,
    searchHint: 'Um hash de pagamento inteiro, ou o identificador de um pagamento ou usuário.',
    none: {
      title: 'Nenhum pagamento assim a caminho',
      text: 'Os pagamentos ficam aqui desde o envio até que se saiba o resultado.',
    },
    noneFound: {
      title: 'Nenhum pagamento aberto corresponde',
      text: 'Talvez já tenha terminado. Digite o hash ou o identificador inteiro.',
    },
    caption: 'Pagamentos abertos, o mais antigo primeiro',
    columns: {
      since: 'Desde',
      state: 'Estado',
      user: 'Usuário',
      payment: 'Pagamento',
      hash: 'Hash do pagamento',
      amount: 'Valor',
      held: 'Reservado',
    },
    kinds: { bolt11: 'Fatura', keysend: 'Keysend' },
    states: {
      reserved: 'Ainda não enviado',
      dispatching: 'Sendo entregue ao nó',
      in_flight: 'Em andamento',
      unknown: 'Desconhecido',
      settled: 'Pago',
      failed: 'Falhou',
    } satisfies Readonly<Record<PaymentState, string>>,
    acknowledged: 'O nó o tem.',
    notFound: (time: Html): Html =>
      html`O nó não o conhecia em ${time}. Uma segunda consulta decide.`,
    stranded: (time: Html, minutes: string): Html => html`Está preso no nó: todas as consultas desde
      ${time} viram o mesmo. Até então, os pares dos canais ficaram ${minutes} minutos ausentes.`,
    strandedHelp:
      'Um pagamento preso pode ser encerrado quando a prova está completa. A página para isso ' +
      'pergunta de novo ao nó e diz o que ainda falta à prova.',
  },
  unclaimed: {
    lead: 'Dinheiro que chegou e ainda não é de nenhuma carteira, o mais antigo primeiro.',
    none: {
      title: 'Nenhum dinheiro sem dono',
      text: 'Tudo o que chegou foi creditado a alguém.',
    },
    howTo: 'Quando souber de quem é, atribua à pessoa. Vai o valor inteiro, em definitivo.',
    id: 'Identificador',
    reason: 'Motivo',
    hash: 'Hash do pagamento',
    event: 'O que o nó informou',
  },
  deliveries: {
    lead: 'Como vão as entregas aos receptores de todos os usuários.',
    backlog: 'Em espera',
    waiting: 'Entregas em espera',
    moreThan: (count: string) => `Mais de ${count}`,
    oldest: 'A mais atrasada, desde',
    noneDue: 'Nenhuma está atrasada',
    none: {
      title: 'Nenhum receptor está falhando',
      text: 'Cada receptor ligado aceitou a última entrega.',
    },
    failing: 'Com falha, por servidor',
    failingText:
      'Estes servidores não aceitaram as últimas entregas. Continuamos tentando. Se muitos ' +
      'falham ao mesmo tempo, confira primeiro a rede deste serviço.',
    firstOnly: (count: string) => `Só contam os ${count} que falham há mais tempo.`,
    columns: {
      host: 'Servidor',
      endpoints: 'Receptores',
      failures: 'Falhas seguidas',
      since: 'Desde',
    },
  },
  jobs: {
    lead: 'Trabalho em segundo plano, pelo qual ninguém espera.',
    views: 'Quais tarefas',
    onTime: 'Todas as tarefas estão em dia.',
    late: (minutes: string) =>
      `A tarefa mais antiga está ${minutes} minutos atrasada. Confira se há um worker em execução.`,
    parked: 'Retidas',
    waiting: 'Em espera',
    noneParked: {
      title: 'Nenhuma tarefa retida',
      text: 'Nenhuma tarefa falhou vezes demais.',
    },
    noneWaiting: { title: 'Nenhuma tarefa em espera', text: 'No momento não há nada a fazer.' },
    parkedHelp:
      'Estas tarefas falharam vezes demais e não se repetem sozinhas. Elimine a causa que o erro ' +
      'indica e tente de novo.',
    caption: 'Tarefas, a mais antiga primeiro',
    columns: {
      id: 'Número',
      kind: 'Tipo',
      when: 'Quando',
      tries: 'Tentativas',
      error: 'Último erro',
    },
    tries: (count: string, most: string) => `${count} de ${most}`,
    parkedAt: (time: Html): Html => html`Retida em ${time}`,
    running: 'Em execução',
  },
  books: {
    lead: 'Se cada valor pode ser rastreado, e quanto ocupa o banco de dados.',
    check: 'Última conferência',
    never:
      'Os livros ainda não foram conferidos. O serviço faz isso sozinho, ou quando você pedir.',
    state: 'Resultado',
    balance: 'Os livros fecham',
    differ: (count: string) => `Não fecham: ${count} divergências`,
    checkedAt: 'Conferidos',
    transfers: 'Lançamentos',
    again: 'O serviço os confere sozinho, e também quando você pedir.',
    stopped:
      'Os pagamentos pelo nó estão suspensos até que os livros fechem. Faça um backup deste ' +
      'estado antes de mudar qualquer coisa. Depois, confira de novo.',
    findings: {
      title: 'Divergências',
      caption: 'O que a última conferência encontrou',
      rule: 'Regra',
      subject: 'Sobre o quê',
      detail: 'Detalhe',
    },
    sizes: {
      title: 'Banco de dados',
      all: (size: Html): Html => html`${size} ao todo, com índices.`,
      caption: 'Tabelas, a maior primeiro',
      table: 'Tabela',
      rows: 'Linhas, estimadas',
      size: 'Tamanho',
    },
  },
  backups: {
    title: 'Cópias de segurança',
    state: 'Estado',
    onTime: 'Em dia',
    late: 'Antiga demais',
    failed: 'Falhou',
    none: 'Ainda nenhuma',
    schedule: 'Agendamento',
    noSchedule: 'Sem agendamento',
    every: (interval: string) => `A cada ${interval}`,
    newest: 'Mais recente',
    age: 'Idade',
    size: 'Tamanho',
    verified: 'Verificada',
    proofs: {
      restored: 'Restaurando uma cópia',
      restored_with_findings:
        'Restaurando uma cópia. Os livros dela têm as mesmas divergências que os atuais',
      checksums: 'Pelas somas de verificação',
    },
    encrypted: 'Cifrada',
    yes: 'Sim',
    no: 'Não',
    lastFailure: 'A última execução falhou',
    howTo:
      'Defina quantos segundos há entre duas cópias e reinicie o serviço. As cópias feitas pelo ' +
      'comando não se veem aqui. A cada seis horas é:',
    settings: 'Configuração',
    caption: 'As últimas execuções, a mais recente primeiro',
    ended: 'Terminou',
    result: 'Resultado',
    file: 'Arquivo',
  },
  settings: {
    lead: 'Cada configuração, como este processo a leu ao iniciar.',
    secrets:
      'Segredos nunca são mostrados. De endereços que podem conter uma senha ou chave, só ' +
      'aparece o servidor.',
    none: {
      title: 'Nenhuma configuração corresponde',
      text: 'Busque uma parte do nome ou da descrição.',
    },
    caption: 'Configurações',
    columns: { name: 'Configuração', value: 'Valor', source: 'Vem de' },
    sources: {
      default: 'Padrão',
      environment: 'Ambiente',
      file: 'Arquivo .env',
    } satisfies Readonly<Record<SettingSource, string>>,
    secret: 'Definido, não mostrado',
    placeOnly: 'Só para onde leva.',
  },
};
