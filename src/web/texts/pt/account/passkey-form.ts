export const passkeyForm = {
  needsScript: 'As chaves de acesso precisam de JavaScript, e ele não funciona neste navegador.',
  notChosen: 'Nenhuma chave de acesso foi escolhida, ou demorou demais. Tente novamente.',
  known: 'Este dispositivo já tem uma chave de acesso para sua conta.',
  impossible: 'Este navegador ou dispositivo não oferece suporte a isso aqui.',
};
