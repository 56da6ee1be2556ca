/** How long something lasts. */
export const lifetimes = {
  days: {
    7: 'dentro de una semana',
    30: 'dentro de 30 días',
    90: 'dentro de 90 días',
    365: 'dentro de un año',
  },
  keep: (date: string) => `el ${date}, como ahora`,
  never: 'nunca, a menos que yo lo decida',
};
