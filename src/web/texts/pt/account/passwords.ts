export const passwords = {
  forgotten: {
    title: 'Esqueceu sua senha?',
    byMail: 'Digite seu e-mail. Enviaremos um link para você escolher uma nova senha.',
    byOperator:
      'Digite seu e-mail. O operador deste site será avisado de que você precisa de uma nova ' +
      'senha.',
    submit: 'Pedir uma nova senha',
    back: 'Voltar à página de entrada',
  },
  requested: {
    title: 'Recebemos seu pedido',
    byMail:
      'Se houver uma conta com este endereço, um e-mail com um link está a caminho dele. O link ' +
      'funciona por uma hora.',
    byOperator:
      'Se houver uma conta com este endereço, o operador verá que você precisa de uma nova senha ' +
      'e enviará um link a você.',
  },
  reset: {
    title: 'Escolha uma nova senha',
    submit: 'Mudar senha',
    done:
      'Sua senha foi alterada, e todas as suas sessões foram encerradas. Entre com a nova ' +
      'senha.',
  },
};
