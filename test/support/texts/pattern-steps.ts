import assert from 'node:assert/strict';
import { type Node, readPattern } from './read-pattern.ts';

/** A step of a search that backtracks like a regular expression engine. */
type Step =
  | { readonly do: 'take'; readonly takes: (letter: string) => boolean }
  | { readonly do: 'edge'; readonly sign: string }
  | {
      readonly do: 'look';
      readonly steps: readonly Step[];
      readonly isBehind: boolean;
      readonly isNegated: boolean;
    }
  | { readonly do: 'either'; readonly first: number; readonly second: number }
  | { readonly do: 'go'; readonly to: number };

export interface Search {
  /**
   * The number of steps of a backtracking search. The real engine has shortcuts, but none for the
   * worst case.
   */
  readonly steps: number;
  /** The position of the first match; null for none. */
  readonly match: { readonly start: number; readonly end: number } | null;
}

/**
 * Creates a search for the first match, or for all of them if the pattern is global, in texts
 * without characters above 16 bits. `most` limits the steps.
 */
export function patternCounter(pattern: RegExp): (text: string, most: number) => Search {
  const steps = compile(readPattern(pattern));
  const isAnchored = steps[0]?.do === 'edge' && steps[0].sign === '^';
  return (text, most) => {
    const meter = { steps: 0, most };
    const last = isAnchored ? 0 : text.length;
    let match: Search['match'] = null;
    for (let start = 0; start <= last && meter.steps < most; start += 1) {
      const end = run(steps, text, start, meter);
      if (end === null) continue;
      match ??= { start, end };
      if (!pattern.global) break;
      start = Math.max(start, end - 1);
    }
    return { steps: meter.steps, match };
  };
}

interface Meter {
  steps: number;
  readonly most: number;
}

function run(steps: readonly Step[], text: string, start: number, meter: Meter): number | null {
  const choices: [step: number, at: number][] = [[0, start]];
  for (let choice = choices.pop(); choice !== undefined; choice = choices.pop()) {
    let [number, at] = choice;
    for (let step = steps[number]; ; step = steps[number]) {
      if (step === undefined) return at;
      meter.steps += 1;
      if (meter.steps >= meter.most) return null;
      if (step.do === 'go') number = step.to;
      else if (step.do === 'either') {
        choices.push([step.second, at]);
        number = step.first;
      } else {
        const next = advance(step, text, at, meter);
        if (next === null) break;
        at = next;
        number += 1;
      }
    }
  }
  return null;
}

function advance(
  step: Exclude<Step, { do: 'go' | 'either' }>,
  text: string,
  at: number,
  meter: Meter,
): number | null {
  if (step.do === 'take') return at < text.length && step.takes(text.charAt(at)) ? at + 1 : null;
  if (step.do === 'edge') return isEdge(step.sign, text, at) ? at : null;
  // Every look-behind in our patterns has a width of one character.
  const from = step.isBehind ? at - 1 : at;
  const isThere = from >= 0 && run(step.steps, text, from, meter) !== null;
  return isThere === step.isNegated ? null : at;
}

function isEdge(sign: string, text: string, at: number): boolean {
  if (sign === '^') return at === 0;
  if (sign === '$') return at === text.length;
  const isWord = (place: number): boolean => /\w/.test(text.charAt(place));
  return isWord(at - 1) !== isWord(at);
}

function compile(tree: Node): readonly Step[] {
  const steps: Step[] = [];
  const optional = (isLazy: boolean, inside: () => void): void => {
    const place = steps.push({ do: 'go', to: 0 }) - 1;
    inside();
    const [inner, behind] = [place + 1, steps.length];
    const [first, second] = isLazy ? [behind, inner] : [inner, behind];
    steps[place] = { do: 'either', first, second };
  };
  const add = (node: Node): void => {
    switch (node.kind) {
      case 'one':
        steps.push({ do: 'take', takes: node.takes });
        return;
      case 'edge':
        steps.push({ do: 'edge', sign: node.sign });
        return;
      case 'look':
        assert.ok(
          !node.isBehind || widthOf(node.node) === 1,
          'what stands behind is one character',
        );
        steps.push({ ...node, do: 'look', steps: compile(node.node) });
        return;
      case 'list':
        for (const one of node.nodes) add(one);
        return;
      case 'choice':
        addChoice(node.nodes);
        return;
      case 'repeat':
        addRepeat(node);
    }
  };
  const addChoice = ([first, ...others]: readonly Node[]): void => {
    if (first === undefined) return;
    if (others.length === 0) {
      add(first);
      return;
    }
    const place = steps.push({ do: 'go', to: 0 }) - 1;
    add(first);
    const exit = steps.push({ do: 'go', to: 0 }) - 1;
    steps[place] = { do: 'either', first: place + 1, second: exit + 1 };
    addChoice(others);
    steps[exit] = { do: 'go', to: steps.length };
  };
  const addRepeat = ({ node, min, max, isLazy }: Extract<Node, { kind: 'repeat' }>): void => {
    for (let count = 0; count < min; count += 1) add(node);
    if (max === Number.POSITIVE_INFINITY) {
      assert.ok(widthOf(node) > 0, 'what is repeated without end takes at least one character');
      const place = steps.length;
      optional(isLazy, () => {
        add(node);
        steps.push({ do: 'go', to: place });
      });
    } else if (max > min) {
      optional(isLazy, () => {
        add(node);
        addRepeat({ kind: 'repeat', node, min: 0, max: max - min - 1, isLazy });
      });
    }
  };
  add(tree);
  return steps;
}

/** The fewest characters that a part of a pattern matches. */
function widthOf(node: Node): number {
  switch (node.kind) {
    case 'one':
      return 1;
    case 'list':
      return node.nodes.reduce((sum, one) => sum + widthOf(one), 0);
    case 'choice':
      return Math.min(...node.nodes.map(widthOf));
    case 'repeat':
      return node.min * widthOf(node.node);
    default:
      return 0;
  }
}
