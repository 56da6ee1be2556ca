import type { Catalogue } from '../../src/i18n/catalogue.ts';
import { type Catalogues, SOURCE_LANGUAGE } from './catalogue-files.ts';
import { readArguments } from './message-arguments.ts';

export interface Comparison {
  /** Messages that the language lacks and pages show in English, such as `notices.choice.title`. */
  readonly missing: readonly string[];
  /** Faults because of which a page could not show a message, each with its message. */
  readonly faults: readonly string[];
}

/** Compares the catalogues of a language with the English ones. */
export function compareCatalogues(
  english: Catalogues,
  own: Catalogues,
  language: string,
): Comparison {
  const wanted = messagesOf(english);
  const present = messagesOf(own);
  const missing = [...wanted.keys()].filter((path) => !present.has(path));
  const faults = [...present].flatMap(([path, source]) => {
    const original = wanted.get(path);
    if (original === undefined) return [`${path}: English has no such message`];
    const fault = findFault(original, source, language);
    return fault === null ? [] : [`${path}: ${fault}`];
  });
  return { missing, faults };
}

function findFault(original: string, source: string, language: string): string | null {
  if (source.trim() === '') return 'it is empty';
  try {
    const [wanted, present] = [
      showArguments(original, SOURCE_LANGUAGE),
      showArguments(source, language),
    ];
    return wanted === present ? null : `it takes ${present}, not ${wanted}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const showArguments = (source: string, language: string): string =>
  `{${[...readArguments(source, language)].map((pair) => pair.join(': ')).join('; ')}}`;

/** Lists all messages by their paths. */
function messagesOf(catalogues: Catalogues): ReadonlyMap<string, string> {
  const visit = (
    entry: string | Catalogue,
    path: string,
  ): readonly (readonly [string, string])[] =>
    typeof entry === 'string'
      ? [[path, entry]]
      : Object.entries(entry).flatMap(([name, part]) => visit(part, `${path}.${name}`));
  return new Map([...catalogues].flatMap(([name, catalogue]) => visit(catalogue, name)));
}
