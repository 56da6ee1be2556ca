/** How long something lasts. Each follows “Erlaubnis endet” and “Das Token läuft ab”. */
export const lifetimes = {
  days: {
    7: 'nach einer Woche',
    30: 'nach 30 Tagen',
    90: 'nach 90 Tagen',
    365: 'nach einem Jahr',
  },
  keep: (date: string) => `am ${date}, wie bisher`,
  never: 'nie von selbst',
};
