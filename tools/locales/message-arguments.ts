import {
  isArgumentElement,
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  type PluralElement,
  parse,
} from '@formatjs/icu-messageformat-parser';

/** The arguments of a message, sorted by name, with their TypeScript types. */
export type Arguments = ReadonlyMap<string, string>;

/** Reads the arguments of a message. Throws what is wrong with the message. */
export function readArguments(source: string, language: string): Arguments {
  try {
    return mergeFound(findArguments(parse(source), language));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`“${source}”: ${reason}`, { cause: error });
  }
}

type Found = readonly [name: string, type: string];

function mergeFound(found: readonly Found[]): Arguments {
  const merged = new Map<string, string>();
  for (const [name, type] of found) {
    const other = merged.get(name) ?? type;
    // The number of a plural has to be written as `#`, which groups its digits; `{n}` would not.
    if (other !== type) throw new Error(`{${name}} is a ${other} and a ${type}`);
    merged.set(name, type);
  }
  return new Map([...merged].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function findArguments(
  elements: readonly MessageFormatElement[],
  language: string,
): readonly Found[] {
  return elements.flatMap((element): readonly Found[] => {
    if (isLiteralElement(element) || isPoundElement(element)) return [];
    if (isArgumentElement(element)) return [[element.value, 'Text']];
    if (isTagElement(element)) {
      return [[element.value, 'Tag'], ...findArguments(element.children, language)];
    }
    if (!isPluralElement(element) && !isSelectElement(element)) {
      throw new Error(`{${element.value}} comes as text: pages write numbers and times`);
    }
    if (isPluralElement(element)) checkForms(element, language);
    const options = Object.entries(element.options);
    const names = options.map(([name]) => `'${name}'`).sort();
    return [
      [element.value, isPluralElement(element) ? 'number' : names.join(' | ')],
      ...options.flatMap(([, { value }]) => findArguments(value, language)),
    ];
  });
}

/**
 * Checks the forms of a plural. Rare forms, such as `many` in Spanish from a million on, may be
 * left to `other`.
 */
function checkForms(
  { value, options, pluralType = 'cardinal' }: PluralElement,
  language: string,
): void {
  const rules = new Intl.PluralRules(language, { type: pluralType });
  const { pluralCategories } = rules.resolvedOptions();
  for (const name of Object.keys(options)) {
    if (!name.startsWith('=') && !pluralCategories.some((form) => form === name)) {
      throw new Error(`{${value}}: ${language} has no form "${name}"`);
    }
  }
  const needed = new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)));
  for (const form of needed) {
    if (options[form] === undefined) throw new Error(`{${value}} lacks the form "${form}"`);
  }
  for (const { value: words } of Object.values(options)) {
    // Inside a select, `#` would not stand for the number any more.
    if (words.some(isSelectElement)) throw new Error(`{${value}} stands around a select`);
  }
}
