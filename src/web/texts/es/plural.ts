const RULES = new Intl.PluralRules('es');

/** The word for one, or for any other number. (`many`, from a million on, changes no word.) */
export const plural = (count: number, one: string, other: string): string =>
  RULES.select(count) === 'one' ? one : other;
