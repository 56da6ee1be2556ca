import { type Html, html } from '../../../pages/html.ts';

export const tokens = {
  title: 'Tokens pessoais',
  lead:
    'Para seus próprios scripts e servidores. Um token permite que eles usem sua carteira sem um ' +
    'navegador.',
  script: {
    title: 'Como usá-lo em um script',
    text: 'Coloque o token na variável TOKEN e depois consulte a API:',
    reference: (docs: string): Html => html`Você também pode experimentá-lo na
      <a href="${docs}">referência da API</a>: cole o token em “Authentication”.`,
  },
  none: {
    title: 'Você não tem nenhum token',
    text: 'Crie um para um script ou um servidor. Você o vê uma única vez e pode encerrá-lo aqui.',
  },
  new: 'Novo token',
  created: (date: Html): Html => html`Criado em ${date}`,
  creating: {
    title: 'Novo token',
    failed: 'O token não foi criado. Corrija o que está marcado abaixo.',
    name: 'Nome',
    nameHint: 'Para que ele serve, como “servidor da loja”.',
    noName: 'Digite um nome que diga para que serve o token.',
    hiddenInName: 'Ele contém caracteres invisíveis. Digite-o novamente.',
    scopes: 'O que ele pode fazer',
    noScopes: 'Escolha pelo menos uma opção.',
    /** One of the lifetimes follows. */
    end: 'O token expira',
    noEnd: 'Escolha quando ele expira.',
    submit: 'Criar token',
    tooMany: (most: number) => ({
      title: 'Tokens demais',
      message:
        `Você já tem ${most} tokens e não pode ter mais. Nenhum token foi criado. Revogue um que ` +
        'você não usa mais e tente novamente.',
    }),
    done: 'Seu novo token',
    secret: (name: string) => `Token “${name}”`,
    kept: 'Já o guardei',
    tryIt: 'Experimentar na referência da API',
  },
  noExpiry: 'não expira',
  expires: (date: Html): Html => html`expira em ${date}`,
  changeLimit: 'Mudar limite',
  revoke: 'Revogar',
  revoking: {
    title: 'Revogar um token',
    heading: (name: string) => `Revogar “${name}”?`,
    text:
      'A partir de agora, os programas que usam este token são recusados. Os pagamentos que já ' +
      'estão a caminho ainda serão concluídos. Não é possível desfazer isso, mas você pode criar ' +
      'um novo token.',
    submit: 'Revogar o token',
    done: (name: string) => `O token “${name}” foi revogado.`,
  },
};
