import { type Html, html, renderHtml } from '../../../src/i18n/html.ts';
import type { LanguageTexts } from '../../../src/i18n/language-texts.ts';
import { en } from '../english-texts.ts';

/**
 * A language in which every text has marks around it: ⟦Cancel⟧. If a page shows a letter outside of
 * marks, it has words that were not translated.
 */
export interface PseudoLanguage {
  readonly texts: LanguageTexts;
  /** Texts that no page has used yet, such as `tokens.title`. */
  unread(): readonly string[];
}

export function createPseudoLanguage(): PseudoLanguage {
  const [all, read] = [new Set<string>(), new Set<string>()];

  function watch<T>(value: T, path: string): T;
  function watch(value: unknown, path: string): unknown {
    if (!isGroup(value)) {
      all.add(path);
      // The name of the language is for the browser, not for people.
      return path === 'language' ? value : mark(value);
    }
    const watched = Object.entries(value).map(([name, part]) => {
      const at = path === '' ? name : `${path}.${name}`;
      const marked = watch(part, at);
      const get = (): unknown => {
        read.add(at);
        return marked;
      };
      return [name, { enumerable: true, get }] as const;
    });
    return Object.defineProperties({}, Object.fromEntries(watched));
  }

  return {
    texts: watch(en, ''),
    unread: () => [...all].filter((path) => !read.has(path)),
  };
}

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !isHtml(value);

function isHtml(value: object): value is Html {
  return Object.getOwnPropertySymbols(value).length > 0;
}

function mark(value: unknown): unknown {
  if (typeof value === 'string') return `⟦${value}⟧`;
  if (typeof value === 'function') {
    return (...args: readonly unknown[]): unknown => mark(Reflect.apply(value, undefined, args));
  }
  if (typeof value !== 'object' || value === null) return value;
  if (isHtml(value)) return markHtml(value);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mark(part)]));
}

/** Marks each text between tags. */
function markHtml(value: Html): Html {
  const marked = renderHtml(value).replaceAll(/<[^>]*>|[^<]+/g, (part) =>
    part.startsWith('<') || part.trim() === '' ? part : `⟦${part}⟧`,
  );
  return html(Object.assign([marked], { raw: [marked] }));
}

/** The texts of a page with letters that are neither marked nor data. */
export function wordsOfItsOwn(body: string, data: readonly string[]): readonly string[] {
  const attributes = [...body.matchAll(SPOKEN)].map(([, text]) => text ?? '');
  const texts = body
    .slice(body.indexOf('<title>'))
    .replaceAll(DATA_ELEMENTS, '')
    .split(/<[^>]*>/);
  const longestFirst = [...data].sort((one, other) => other.length - one.length);
  return [...attributes, ...texts].flatMap((text) => {
    const unmarked = withoutMarks(unescaped(text));
    // This check comes first, because most texts are marked completely, and there are hundreds of
    // data.
    if (!LETTER.test(unmarked)) return [];
    const rest = withoutData(unmarked, longestFirst);
    return LETTER.test(rest) ? [rest.trim()] : [];
  });
}

const LETTER = /\p{L}/u;

/** Attributes that people read or hear, some of them only through a script. */
const SPOKEN =
  / (?:aria-label|alt|title|placeholder|data-name|data-copied|data-not-chosen|data-known|data-impossible)="([^"]*)"/g;

/** Elements that contain only ids, amounts, times or code. */
const DATA_ELEMENTS =
  /<(code|pre|time|textarea)\b[^>]*>[\s\S]*?<\/\1>|<span class="unit">[^<]*<\/span>/g;

function withoutMarks(text: string): string {
  const rest = text.replaceAll(/⟦[^⟦⟧]*⟧/g, '');
  return rest === text ? text : withoutMarks(rest);
}

function withoutData(text: string, longestFirst: readonly string[]): string {
  const rest = longestFirst.reduce((left, one) => left.replaceAll(one, ''), text);
  return rest
    .replace(NODE_KEY_ENDS, '')
    .replaceAll(/https?:\/\/[^\s,]+|[\w.-]+@[\w.-]+|[\w.-]+\.example\b|\bsat\b/g, '');
}

/** The key of a node in the short form that pages show. */
const NODE_KEY_ENDS = /\b0[23][0-9a-f]{6}…[0-9a-f]{8}\b/g;

const unescaped = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
