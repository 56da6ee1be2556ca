const rules = new Intl.PluralRules('de');

/** The form that fits a count, which may be grouped or end in words: `1`, `12,345 or more`. */
export const plural = (count: number | string, one: string, other: string): string =>
  rules.select(Number(String(count).replaceAll(/\D/g, ''))) === 'one' ? one : other;
