import { MAX_JSON_DEPTH } from '../base/limits.ts';
import { MAX_EXPLAINED_BODY_LENGTH } from './signature-limits.ts';

/** A text that may have been signed in place of the body that someone pasted. */
export interface BodyVariant {
  readonly bytes: Uint8Array;
  /** How the pasted body differs from this text. */
  readonly change: BodyChange;
  /** Whether to try it in combination with other mistakes too. */
  readonly isLikely: boolean;
}

export type BodyChange = 'none' | 'spaced' | 'reserialized' | 'changed';

/**
 * The body itself, what was sent, and common alterations: surrounded by spaces, or parsed and
 * written again, as by frameworks that pass on objects.
 */
export function bodyVariants(received: string, sent: string | null): readonly BodyVariant[] {
  const body = withOwnLineEnds(received, sent);
  const parsed = parse(body);
  const rewritten = parsed === null ? [] : rewrite(parsed.value);
  const variants: readonly (readonly [text: string, change: BodyChange])[] = [
    [body, 'none'],
    ...(sent === null ? [] : [[sent, compareBodies(received, sent)] as const]),
    ...rewritten.map((text) => [text, 'reserialized'] as const),
    [body.trim(), 'spaced'],
  ];
  // What was sent may equal other variants; the first of them says how it differs.
  const changes = new Map(variants.toReversed());
  const likely = [body, sent, rewritten[0]];
  return [...new Set(variants.map(([text]) => text))].map((text) => ({
    bytes: new TextEncoder().encode(text),
    change: changes.get(text) ?? 'changed',
    isLikely: likely.includes(text),
  }));
}

/** How a pasted body differs from what was sent. */
export function compareBodies(received: string, sent: string): BodyChange {
  const body = withOwnLineEnds(received, sent);
  if (body === sent) return 'none';
  if (body.trim() === sent) return 'spaced';
  const [one, other] = [parse(body), parse(sent)];
  if (one === null || other === null) return 'changed';
  return canonical(one.value) === canonical(other.value) ? 'reserialized' : 'changed';
}

/** Browser forms turn all line ends into CR LF, whatever was pasted into them. */
const withOwnLineEnds = (received: string, sent: string | null): string =>
  received === sent ? received : received.replaceAll('\r\n', '\n');

function parse(text: string): { readonly value: unknown } | null {
  try {
    return isDeep(text) ? null : { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** None of our bodies is; brackets inside texts count too, which does no harm. */
function isDeep(json: string): boolean {
  let depth = 0;
  for (const [bracket] of json.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}

/** Written with indents, a body in many levels grows a hundredfold. None of ours does. */
const MAX_VARIANT_LENGTH = 2 * MAX_EXPLAINED_BODY_LENGTH;

/** As JavaScript, Python and others write it. */
function rewrite(value: unknown): readonly string[] {
  const spaced = writeSpaced(value);
  const written = [
    JSON.stringify(value),
    JSON.stringify(value, null, 2),
    JSON.stringify(value, null, 4),
    spaced,
    escapeNonAscii(spaced),
    escapeNonAscii(JSON.stringify(value)),
    JSON.stringify(value).replaceAll('/', '\\/'),
  ];
  return written.filter((text) => text.length <= MAX_VARIANT_LENGTH);
}

function writeSpaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeSpaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}: ${writeSpaced(one)}`,
  );
  return `{${fields.join(', ')}}`;
}

const escapeNonAscii = (json: string): string =>
  json.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Gives one text for one value, whatever the order of its names. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`,
  );
  return `{${fields.sort().join()}}`;
}
