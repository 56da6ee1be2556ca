export const offline = {
  title: 'Você está sem conexão',
  lead: 'Não foi possível carregar esta página. Seu dinheiro está seguro.',
  sending: 'Se você estava prestes a pagar, confira em Atividade antes de tentar novamente.',
  again: 'Tentar novamente',
};
