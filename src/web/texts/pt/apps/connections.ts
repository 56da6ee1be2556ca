import { type Html, html } from '../../../pages/html.ts';

export const connections = {
  connect: 'Conectar um app',
  kinds: {
    nwc: {
      title: 'Nostr Wallet Connect',
      meaning:
        'Para sites e apps que pedem uma conexão com a carteira, muitas vezes chamada de NWC. ' +
        'Escolha esta opção se você não tiver certeza.',
    },
    lndhub: {
      title: 'App de celular (LndHub)',
      meaning: 'Para apps de carteira no celular, como BlueWallet e Zeus.',
    },
  },
  presets: {
    pay: {
      title: 'Pagar e receber',
      meaning:
        'Ele paga sem perguntar a cada vez, até o limite que você definir. Também recebe, e vê ' +
        'seu saldo e seu histórico.',
      short: 'Pode pagar e receber.',
    },
    receive: {
      title: 'Só receber',
      meaning: 'Ele pede dinheiro em seu nome e vê o que chega. Não pode gastar.',
      short: 'Só pode receber.',
    },
    read: {
      title: 'Só ver',
      meaning: 'Ele vê seu saldo e seu histórico. Não pode gastar nem receber.',
      short: 'Só pode ver.',
    },
  },
  kind: 'Tipo',
  end: { ahead: 'Termina', past: 'Terminou' },
  endless: 'Nunca, até você desconectar',
  ends: (date: Html): Html => html`termina em ${date}`,
  ended: (date: Html): Html => html`terminou em ${date}`,
  lastRefusal: 'Última recusa',
  refused: (time: Html, reason: string): Html => html`${time}: ${reason}`,
  refusals: {
    insufficient_scope: 'ele não pode fazer o que pediu.',
    insufficient_balance: 'não havia dinheiro suficiente na sua carteira.',
    budget_exceeded: 'o limite dele não era suficiente.',
    budget_expired: 'o prazo em que ele pode gastar acabou.',
    send_limit_exceeded: 'você já tinha enviado o máximo que pode em um dia.',
    too_many_open_payments: 'havia pagamentos demais a caminho.',
    grant_expired: 'a conexão terminou.',
    rate_limited: 'ele fez pedidos demais.',
  },
  creating: {
    title: 'Conectar um app',
    lead:
      'Para apps que pedem que você escaneie ou cole uma conexão com a carteira. Você a recebe ' +
      'na próxima página. Se o app trouxer você até aqui sozinho, esta página não é necessária.',
    failed: 'O app não foi conectado. Corrija o que está marcado abaixo.',
    name: 'Nome',
    nameHint: 'Qual é o app e onde você o usa, como “Zeus no meu celular”.',
    noName: 'Digite um nome que você vai reconhecer depois.',
    hiddenInName: 'Ele contém caracteres invisíveis. Digite-o novamente.',
    kind: 'Como o app se conecta',
    noKind: 'Escolha como o app se conecta.',
    preset: 'O que ele pode fazer',
    noPreset: 'Escolha o que ele pode fazer.',
    end: 'A conexão termina',
    noEnd: 'Escolha quando ela termina.',
    submit: 'Conectar',
    tooMany: (most: number) => ({
      title: 'Apps demais',
      message:
        `Você já conectou ${most} apps e não pode ter mais. O app não foi conectado. Desconecte ` +
        'um que você não usa mais e tente novamente.',
    }),
  },
  secret: {
    title: (name: string) => `Conectar “${name}”`,
    lead:
      'Escaneie este código com o app. Se o app está neste dispositivo, abra a conexão por aqui, ' +
      'ou copie-a e cole-a nele. Quem a tiver pode usar sua carteira como você permitiu. Não a ' +
      'mostre a mais ninguém.',
    qr: 'Código QR da conexão',
    noQr: 'Muitos códigos foram desenhados há pouco. Em vez disso, copie a conexão.',
    label: 'Conexão',
    open: 'Abrir em um app neste dispositivo',
    done: 'Pronto',
  },
  devices: {
    title: 'Onde ele é usado',
    none: 'Em nenhum lugar: não resta nenhum dispositivo. Adicione um ou desconecte o app.',
    text:
      'Cada dispositivo tem uma conexão própria. Eles compartilham as permissões e o limite. ' +
      'Encerre a de um que você não usa mais ou não reconhece.',
    caption: (name: string) => `Dispositivos de “${name}”`,
    name: 'Dispositivo',
    added: 'Adicionado',
    state: 'Situação',
    waiting: 'Aguardando o primeiro pedido…',
    connected: 'Conectado',
    lastUsed: (time: Html): Html => html`Último uso em ${time}`,
    action: 'Ação',
    end: 'Encerrar',
    ended: 'O dispositivo foi desconectado.',
    endedBefore: 'O dispositivo já estava desconectado.',
    add: 'Adicionar um dispositivo',
  },
  addingDevice: {
    title: 'Adicionar um dispositivo',
    heading: (name: string) => `Adicionar um dispositivo a “${name}”`,
    text:
      'Ele recebe uma conexão própria, que você pode encerrar separadamente. Compartilha as ' +
      'permissões e o limite com os outros.',
    nameHint: 'Onde ele está, como “tablet na cozinha”.',
    submit: 'Adicionar dispositivo',
    tooMany: (most: number) => ({
      title: 'Dispositivos demais',
      message:
        `Este app já tem ${most} dispositivos e não pode ter mais. Nenhum foi adicionado. ` +
        'Encerre um que não é mais usado e tente novamente.',
    }),
  },
  disconnecting:
    'A partir de agora, nenhum dos dispositivos dele poderá usar sua carteira. Os pagamentos ' +
    'que já estão a caminho ainda serão concluídos. O limite dele é excluído. Não é possível ' +
    'desfazer isso, mas você pode conectar o app novamente.',
  others: {
    title: 'Quem mais pode gastar',
    you: (sessions: string): Html => html`Você, em cada navegador em que está conectado.
      <a href="${sessions}">Ver onde</a>.`,
    operator: (activity: string): Html => html`O operador deste serviço, que guarda seu dinheiro.
      O que ele pagou por você está marcado na sua <a href="${activity}">atividade</a>.`,
  },
};
