/** Levar os dados, esvaziar uma carteira e encerrar uma conta. */
export const leave = {
  title: 'Sair do serviço',
  lead:
    'Leve seus dados, esvazie sua carteira, encerre sua conta. As duas primeiras coisas ' +
    'você pode fazer e ficar.',
  archive: {
    heading: 'Leve seus dados',
    text:
      'Um arquivo contém tudo o que é guardado sobre você: perfil, endereço, apps, tokens (sem ' +
      'os segredos), notas, extratos e cada pagamento. O outro lista todos os pagamentos ' +
      'para uma planilha.',
    json: 'Tudo (JSON)',
    csv: 'Todos os pagamentos (CSV)',
    hint: 'Com um histórico longo, os arquivos demoram um pouco. Não os entregue a ninguém.',
  },
  empty: {
    heading: 'Esvazie sua carteira',
    isEmpty: 'Sua carteira está vazia.',
    balance: (amount: string) => `Na sua carteira há ${amount}.`,
    held: (amount: string) => `Além disso, reservado para pagamentos a caminho: ${amount}.`,
    how:
      'Crie uma fatura ou um endereço em outra carteira, cole em “Enviar” e escolha ' +
      '“Enviar tudo”.',
    rest:
      'Um pequeno resto pode ficar: antes do pagamento uma taxa é reservada, e o que não foi ' +
      'usado volta. Envie tudo mais uma vez, até que o resto não baste para nenhuma taxa.',
    send: 'Enviar',
  },
  close: {
    heading: 'Encerre sua conta',
    text: 'Para sempre: ninguém pode abri-la de novo, nem você nem o operador.',
    submit: 'Encerrar a conta…',
  },
  closing: {
    title: 'Encerrar a conta',
    heading: 'Encerrar sua conta para sempre?',
    ends: {
      access:
        'Todas as suas sessões terminam. Tokens, apps conectados e webhooks deixam de funcionar.',
      apps: 'Os apps que você registrou deixam de funcionar para todos que os usam.',
      person: 'Seu nome, e-mail, imagem, notas e preferências são apagados.',
      address:
        'Seu endereço Lightning fica ocupado: ninguém poderá tê-lo de novo, nem você. As ' +
        'faturas não pagas terminam.',
      late: 'O dinheiro que chegar depois não será seu. O operador é avisado.',
      books: 'Os livros guardam seus pagamentos sem seu nome, com o identificador da sua conta.',
    },
    archiveFirst: 'Leve seus dados antes: depois não será possível.',
    balance: (amount: string) => `Na sua carteira ainda há ${amount}.`,
    giveUp: 'O que resta na sua carteira',
    giveUpChoice: (amount: string) => `Eu renuncio a ${amount}`,
    giveUpHint: 'Fica com o operador, e você não poderá mais pedi-lo de volta.',
    submit: 'Encerrar a conta para sempre',
    wait: (amount: string) =>
      `Reservado para pagamentos a caminho: ${amount}. Você poderá encerrar sua conta ` +
      'quando eles terminarem.',
    problems: {
      balance_left:
        'Ainda há dinheiro na sua carteira. Envie-o antes para outra carteira, ou indique abaixo ' +
        'que você renuncia a ele.',
      open_payments: 'Alguns dos seus pagamentos ainda estão a caminho. Espere até que terminem.',
      last_admin:
        'Só você opera este serviço, por isso sua conta não pode ser encerrada. Convide antes ' +
        'outro operador.',
    },
    done: 'Sua conta está encerrada.',
  },
};
