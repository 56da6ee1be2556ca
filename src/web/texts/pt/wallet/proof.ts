import { type Html, html } from '../../../pages/html.ts';

/** Proof of what is owed: what everyone sees, and what a user sees of their own. */
export const proof = {
  title: 'Prova do que se deve',
  lead:
    'A cada hora, este serviço publica quanto deve a todos os usuários juntos. Cada um pode ' +
    'conferir se o próprio dinheiro está contado.',
  link: 'Conferir se seu dinheiro está contado',
  publicLink: 'Prova de que seu dinheiro está contado',
  none: {
    title: 'Nada publicado ainda',
    text:
      'Ela começa quando pessoas suficientes tiverem tido dinheiro aqui, para que o total não ' +
      'revele nada sobre nenhuma delas. A partir daí, sai a cada hora.',
  },
  stale: (when: Html): Html =>
    html`A última é de ${when}. Deveria haver uma a cada hora. Pergunte a quem cuida deste serviço
      por que não há.`,
  upToDate: 'Em dia',
  tooOld: 'Antiga demais',
  total: 'Total devido',
  toUsers: 'A usuários',
  onItsWay: 'Disso, reservado para pagamentos a caminho',
  unclaimed: 'A pessoas ainda desconhecidas',
  made: 'Situação em',
  number: 'Número',
  details: 'Para comparar',
  fingerprint: 'Impressão digital',
  key: 'Chave que assinou',
  node: 'Nó Lightning',
  bound: 'O nó Lightning assinou esta chave:',
  notBound: 'O nó Lightning ainda não assinou esta chave.',
  compare: 'Outros usuários devem ver a mesma impressão digital no mesmo número.',
  checkMine: 'Conferir meu dinheiro',
  signIn: 'Entrar e conferir',
  all: 'Tudo o que foi publicado',
  newKey: 'Tem uma chave nova, assinada pela anterior.',
  unsignedKey: 'Tem uma chave nova, que a anterior não assinou.',
  gap: (hours: string) => `Antes dela, não houve nenhuma por ${hours} horas.`,
  older: 'Anteriores',
  shows: {
    title: 'O que ela mostra',
    sum: 'O serviço deve pelo menos esse valor e assinou que deve.',
    mine:
      'Se seu dinheiro está contado, ninguém pode deixá-lo de fora depois sem que seu navegador ' +
      'perceba.',
    past: 'Seus pagamentos anteriores ficam selados com ela. Nenhum pode ser alterado depois.',
  },
  hides: {
    title: 'O que ela não mostra',
    money: 'Ela não mostra que o dinheiro está lá. Nenhum serviço consegue provar isso sozinho.',
    others: 'Ela não mostra que todos estão contados. Quanto mais gente confere, mais seguro é.',
    debts: 'Ela não mostra o que quem cuida deste serviço deve em outros lugares.',
  },
  said: {
    title: 'Dito pelo operador',
    hint:
      'Esta parte não está provada, apenas dita. Qualquer pessoa pode procurar os canais ' +
      'anunciados do nó com a chave dele: neles não pode ter mais do que a capacidade.',
    holds: 'O nó tem',
    atLeast: (amount: string) => `${amount} ou um pouco mais`,
    announced: 'Capacidade dos canais anunciados',
    away: 'O nó não responde no momento.',
  },
  mine: {
    title: 'Meu dinheiro está contado?',
    lead: 'Seu navegador calcula sozinho. Ninguém vê se você confere.',
    counted: 'Você está contado com',
    moment: (when: Html): Html =>
      html`É o que você tinha em ${when}, junto com o que estava reservado.`,
    absent: {
      title: 'Você ainda não está nela',
      text: 'Você chegou depois da última. Volte em uma hora.',
    },
    missing: {
      title: 'Seu arquivo não está disponível agora',
      text:
        'Uma cópia de segurança deste serviço foi restaurada. Seu arquivo vem com a ' +
        'próxima comprovação. Volte em uma hora.',
    },
    unchecked:
      'Esta página confere com um script que seu navegador não executou. Você pode guardar os ' +
      'dois arquivos e conferi-los com um programa seu.',
    checking: 'Conferindo…',
    impossible:
      'Este navegador não consegue conferir assinaturas aqui. Use um mais novo e um endereço que ' +
      'comece com https, ou confira os arquivos com um programa seu.',
    held: {
      word: 'Está certo.',
      text: 'Seu dinheiro está contado no que este serviço diz que deve.',
      tree: 'Todas as partes do seu dinheiro levam à soma publicada.',
      signature: 'O serviço assinou essa soma.',
      first: 'Este navegador se lembra dela a partir de agora e compara a próxima com ela.',
      same: 'É a mesma que este navegador viu da última vez.',
      rotated:
        'O serviço trocou de chave desde sua última visita. A chave anterior assinou a nova.',
      since: 'Tudo o que saiu desde sua última visita decorre do que este navegador já viu.',
    },
    refused: {
      word: 'Não está certo.',
      text:
        'Antes de tudo, guarde os dois arquivos abaixo. Depois pergunte a quem cuida deste ' +
        'serviço e avise outros usuários.',
    },
    files: 'Arquivos para guardar',
    filesHint:
      'Com os dois arquivos, você ou alguém de confiança pode conferir em outro computador. O ' +
      'primeiro diz quanto você tinha: não o mostre a mais ninguém.',
    mineFile: 'Meu arquivo',
    checkpointFile: 'Arquivo publicado',
    readMine: 'Ver meu arquivo',
    readCheckpoint: 'Ver o arquivo publicado',
  },
  /** Why it does not hold. */
  reasons: {
    unreadable: 'Um arquivo está danificado.',
    sum_out_of_bounds: 'Um valor é menor que zero ou maior que todos os bitcoins.',
    wrong_key: 'Está assinada com outra chave que antes.',
    unsigned_key: 'A chave mudou, e a anterior não assinou a nova.',
    wrong_signature: 'A assinatura é falsa.',
    wrong_root: 'A soma publicada não decorre das suas partes.',
    other_epoch: 'Seu arquivo pertence a outra soma publicada.',
    other_identifier: 'O arquivo é de outra pessoa.',
    part_missing: 'Falta uma parte do seu dinheiro.',
    part_twice: 'Uma parte do seu dinheiro está contada duas vezes.',
    wrong_depth: 'Uma parte do seu dinheiro está em um lugar errado.',
    not_in_tree: 'Uma parte do seu dinheiro não leva à soma publicada.',
    wrong_total: 'As partes não somam o seu dinheiro.',
    broken_chain: 'O que foi publicado não decorre do que foi publicado antes.',
    older_than_seen: 'É mais antiga do que o que este navegador já viu.',
    other_history:
      'Quando este navegador olhou da última vez, havia outra coisa publicada. O serviço ' +
      'pode ter voltado a um backup, ou conta histórias diferentes.',
    unreachable:
      'O que foi publicado desde sua última visita não pôde ser carregado. Tente de novo.',
  },
};
