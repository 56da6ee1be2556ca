/**
 * The parts of a source text. In each, everything else is replaced by blanks, so that positions and
 * lines stay the same.
 */
export interface MaskedText {
  /**
   * The code without comments, and without the contents of strings, templates and regular
   * expressions.
   */
  readonly code: string;
  /** The code without comments. */
  readonly codeAndStrings: string;
  readonly comments: string;
}

type Kind = 'code' | 'text' | 'pattern' | 'comment';

/**
 * Separates code, text and comments, as far as this is possible for TypeScript that Biome has
 * formatted.
 */
export function maskText(source: string): MaskedText {
  const kinds = classify(source);
  const keep = (...wanted: readonly Kind[]): string =>
    source.replaceAll(/[^\n]/g, (letter, index: number) =>
      wanted.includes(kinds[index] ?? 'code') ? letter : ' ',
    );
  return {
    code: keep('code'),
    codeAndStrings: keep('code', 'text', 'pattern'),
    comments: keep('comment'),
  };
}

/** Lists the regular expressions of a source text, with slashes and flags, and their positions. */
export function findPatterns(source: string): readonly { text: string; index: number }[] {
  const marks = classify(source).map((kind) => (kind === 'pattern' ? 'p' : ' '));
  return [...marks.join('').matchAll(/p+/g)].map(({ 0: { length }, index }) => ({
    text: source.slice(index, index + length),
    index,
  }));
}

/**
 * The patterns that begin text or a comment where there is code, and the kind of what they match.
 */
const LITERALS: readonly (readonly [RegExp, Kind])[] = [
  [/\/\/[^\n]*/y, 'comment'],
  [/\/\*[\s\S]*?\*\//y, 'comment'],
  [/'(?:\\.|[^'\\\n])*'/y, 'text'],
  [/"(?:\\.|[^"\\\n])*"/y, 'text'],
];
/** The text of a template up to its end or to the next `${`. */
const TEMPLATE_PART = /(?:\\[\s\S]|\$(?!\{)|[^\\`$])*(?:`|\$\{)/y;
const REGULAR_EXPRESSION = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;
/** The code before a slash that begins a regular expression. After a value, a slash divides. */
const BEFORE_EXPRESSION =
  /(?:^|[([{}=:;,!&|?+\-*%<>~^]|\b(?:return|typeof|case|in|of|await|void))$/;

function classify(source: string): readonly Kind[] {
  const kinds: Kind[] = new Array(source.length);
  /** The open braces of code, the innermost last. Each says whether it began inside a template. */
  const braces: boolean[] = [];
  let index = 0;
  const take = (pattern: RegExp, kind: Kind): string | null => {
    pattern.lastIndex = index;
    const match = pattern.exec(source)?.[0] ?? null;
    if (match === null) return null;
    kinds.fill(kind, index, index + match.length);
    index += match.length;
    return match;
  };
  const takeTemplatePart = (): void => {
    if (take(TEMPLATE_PART, 'text')?.endsWith('${')) braces.push(true);
  };
  while (index < source.length) {
    if (LITERALS.some(([pattern, kind]) => take(pattern, kind) !== null)) continue;
    const letter = source[index];
    if (letter === '/' && beginsExpression(source, kinds, index)) {
      if (take(REGULAR_EXPRESSION, 'pattern') !== null) continue;
    }
    kinds[index] = 'code';
    index += 1;
    if (letter === '{') braces.push(false);
    if (letter === '`' || (letter === '}' && braces.pop() === true)) takeTemplatePart();
  }
  return kinds;
}

function beginsExpression(source: string, kinds: readonly Kind[], index: number): boolean {
  let end = index;
  while (end > 0 && (/\s/.test(source[end - 1] ?? '') || kinds[end - 1] === 'comment')) end -= 1;
  const isBehindValue = kinds[end - 1] === 'text' || kinds[end - 1] === 'pattern';
  return !isBehindValue && BEFORE_EXPRESSION.test(source.slice(Math.max(0, end - 8), end));
}
