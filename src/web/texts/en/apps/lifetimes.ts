/** How long something lasts. */
export const lifetimes = {
  days: {
    7: 'after a week',
    30: 'after 30 days',
    90: 'after 90 days',
    365: 'after a year',
  },
  keep: (date: string) => `on ${date}, as it is now`,
  never: 'never, until I end it',
};
