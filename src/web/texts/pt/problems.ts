export const problems = {
  error: (status: number) => `Erro ${status}`,
  toStart: 'Ir para a página inicial',
  notFound: {
    title: 'Não há nada aqui',
    message: 'O endereço pode ter um erro de digitação, ou a página não existe mais.',
  },
  method: {
    title: 'Isto não funciona aqui',
    message: 'A página existe, mas não para este tipo de solicitação.',
  },
  staleForm: {
    title: 'Este formulário não é mais válido',
    message:
      'Talvez você tenha entrado ou saído depois de abri-lo, ou outro site o enviou. Nada foi ' +
      'alterado. Volte, recarregue a página e tente novamente.',
  },
  tooOften: {
    title: 'Solicitações demais',
    message: 'Vieram solicitações demais da sua rede. Espere um momento e tente novamente.',
  },
  fault: {
    title: 'Algo deu errado do nosso lado',
    message: 'Você não fez nada de errado. Tente novamente em instantes.',
  },
  nodeAway: {
    title: 'Não é possível acessar a rede Lightning agora',
    message:
      'Este serviço está sem conexão com a rede Lightning no momento. Nada se perdeu. Tente de ' +
      'novo em instantes.',
  },
  again: 'Tentar de novo',
  away: {
    title: 'Não conseguimos acessar sua carteira agora',
    message:
      'Tente de novo em um minuto. Se você estava enviando dinheiro, veja antes sua atividade: ' +
      'ele pode já ter sido enviado.',
  },
  tooLarge: {
    title: 'Isto é demais de uma só vez',
    message:
      'O navegador enviou mais do que nossos formulários aceitam. Volte e tente novamente com ' +
      'menos.',
  },
  doneBefore:
    'Nada foi feito. Talvez você já tenha enviado este formulário, ou algo mudou nesse ' +
    'meio-tempo. Um segredo é mostrado uma única vez.',
  unusable: {
    title: 'Não é possível usar esta solicitação',
    message: 'O navegador enviou algo que nossos formulários não enviam. Volte e tente novamente.',
  },
};
