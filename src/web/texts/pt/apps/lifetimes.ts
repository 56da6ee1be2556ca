/** Each follows “A permissão para gastar termina” or “O token expira”. */
export const lifetimes = {
  days: {
    7: 'depois de uma semana',
    30: 'depois de 30 dias',
    90: 'depois de 90 dias',
    365: 'depois de um ano',
  },
  keep: (date: string) => `em ${date}, como já está`,
  never: 'nunca, só quando eu encerrar',
};
