import assert from 'node:assert/strict';

/** A regular expression as a tree, with the features that our sources use. */
export type Node =
  /** A single character. */
  | { readonly kind: 'one'; readonly takes: (letter: string) => boolean }
  /** A position: `^`, `$` or `\b`. */
  | { readonly kind: 'edge'; readonly sign: string }
  | {
      readonly kind: 'look';
      readonly node: Node;
      readonly isBehind: boolean;
      readonly isNegated: boolean;
    }
  | { readonly kind: 'list'; readonly nodes: readonly Node[] }
  | { readonly kind: 'choice'; readonly nodes: readonly Node[] }
  | {
      readonly kind: 'repeat';
      readonly node: Node;
      readonly min: number;
      readonly max: number;
      readonly isLazy: boolean;
    };

/**
 * Parses a pattern. Throws for features that are not supported: back references, and sticky or
 * multiline patterns.
 */
export function readPattern({ source, flags }: RegExp): Node {
  assert.match(flags, /^[dgisu]*$/, `flags of /${source}/${flags}`);
  let rest = source;
  const take = (form: RegExp): readonly string[] | null => {
    const found = form.exec(rest);
    if (found !== null) rest = rest.slice(found[0].length);
    return found;
  };
  const readChoice = (): Node => {
    const nodes = [readList()];
    while (take(/^\|/) !== null) nodes.push(readList());
    return nodes.length === 1 && nodes[0] !== undefined ? nodes[0] : { kind: 'choice', nodes };
  };
  const readList = (): Node => {
    const nodes: Node[] = [];
    while (rest !== '' && !rest.startsWith('|') && !rest.startsWith(')')) nodes.push(readTerm());
    return { kind: 'list', nodes };
  };
  const readTerm = (): Node => {
    const node = readAtom();
    const counted = take(/^(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/);
    if (counted === null) return node;
    const [, sign, from, comma, to, lazy] = counted;
    const min = sign === undefined ? Number(from) : sign === '+' ? 1 : 0;
    const open = to === '' ? Number.POSITIVE_INFINITY : Number(to);
    const most = comma === '' ? min : open;
    const max = sign === undefined ? most : sign === '?' ? 1 : Number.POSITIVE_INFINITY;
    return { kind: 'repeat', node, min, max, isLazy: lazy === '?' };
  };
  const readAtom = (): Node => {
    const group = take(/^\((?:\?(:|=|!|<=|<!|<\w+>))?/);
    if (group !== null) {
      const node = readChoice();
      assert.ok(take(/^\)/), `/${source}/ closes its groups`);
      const [, sign = ''] = group;
      const isLook = /^<?[=!]$/.test(sign);
      const [isBehind, isNegated] = [sign.startsWith('<'), sign.endsWith('!')];
      return isLook ? { kind: 'look', node, isBehind, isNegated } : node;
    }
    const edge = take(/^(?:\^|\$|\\b)/);
    if (edge !== null) return { kind: 'edge', sign: edge[0] ?? '' };
    const one = take(/^(?:\[(?:\\.|[^\]\\])*\]|\\[pP]\{\w+\}|\\u\w{4}|\\x\w{2}|\\\D|[^\\])/u);
    assert.ok(one, `/${source}/ is understood at ${rest}`);
    return { kind: 'one', takes: taker(one[0] ?? '', flags) };
  };
  const node = readChoice();
  assert.equal(rest, '', `/${source}/ is understood`);
  return node;
}

function taker(source: string, flags: string): (letter: string) => boolean {
  const pattern = new RegExp(`^${source}$`, flags.replaceAll(/[dg]/g, ''));
  const known = new Map<string, boolean>();
  return (letter) => {
    const is = known.get(letter) ?? pattern.test(letter);
    known.set(letter, is);
    return is;
  };
}
