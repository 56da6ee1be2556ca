import { type Node, readPattern } from './read-pattern.ts';

/**
 * Texts of about this length with which a pattern may be slow: rows and pairs of its own
 * characters, repeated beginnings of its matches, and rows after such a beginning, each with and
 * without an end that does not match.
 */
export function hostileTexts(pattern: RegExp, length: number): readonly string[] {
  const tree = readPattern(pattern);
  const letters = [...new Set(lettersOf(tree))].slice(0, MAX_LETTERS);
  const begun = [...new Set(beginningsOf(tree))].slice(0, MAX_BEGINNINGS);
  const fill = (unit: string): string => unit.repeat(Math.ceil(length / Math.max(1, unit.length)));
  const rows = [...letters, ...letters.flatMap((a) => letters.map((b) => a + b)), ...begun];
  const behind = [STRANGE, ...begun].flatMap((start) =>
    letters.map((letter) => start + fill(letter)),
  );
  const texts = [...rows.map(fill), ...behind];
  return texts.flatMap((text) => [text, `${text}${STRANGE}`, text + rarestLetter(tree)]);
}

/** A character that few patterns match. */
const STRANGE = '\u0001';

const MAX_LETTERS = 8;
const MAX_BEGINNINGS = 8;
/** A character of each class that a pattern may name. */
const CANDIDATES = ` aA0z9-_.,:;/=+@"'\n\t%#?&()[]{}<>!~^*|$\\éä中\u200b\u2028\ud800`;

function lettersOf(node: Node): readonly string[] {
  switch (node.kind) {
    case 'one': {
      const taken = [...CANDIDATES, ...LETTERS].filter((letter) => node.takes(letter));
      return taken.slice(0, 2);
    }
    case 'list':
    case 'choice':
      return node.nodes.flatMap(lettersOf);
    case 'repeat':
    case 'look':
      return lettersOf(node.node);
    default:
      return [];
  }
}

/** The letter that ends most of what may be repeated. */
function rarestLetter(tree: Node): string {
  const ones = onesOf(tree);
  const counts = [...CANDIDATES].map((letter) => ones.filter((takes) => takes(letter)).length);
  return CANDIDATES.charAt(counts.indexOf(Math.min(...counts)));
}

function onesOf(node: Node): readonly ((letter: string) => boolean)[] {
  if (node.kind === 'one') return [node.takes];
  if (node.kind === 'list' || node.kind === 'choice') return node.nodes.flatMap(onesOf);
  return node.kind === 'edge' ? [] : onesOf(node.node);
}

/** All ASCII characters, for patterns that name a single letter. */
const LETTERS = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** The beginnings of a match, up to the end of each part of the pattern. */
function beginningsOf(node: Node): readonly string[] {
  if (node.kind === 'choice') return node.nodes.flatMap(beginningsOf);
  const parts = node.kind === 'list' ? node.nodes : [node];
  let begun = '';
  return parts.map((part) => {
    begun += sampleOf(part);
    return begun;
  });
}

function sampleOf(node: Node): string {
  switch (node.kind) {
    case 'one':
      return lettersOf(node)[0] ?? '';
    case 'list':
      return node.nodes.map(sampleOf).join('');
    case 'choice':
      return sampleOf(node.nodes[0] ?? { kind: 'list', nodes: [] });
    case 'repeat':
      return sampleOf(node.node).repeat(Math.max(1, Math.min(node.min, 4)));
    default:
      return '';
  }
}
