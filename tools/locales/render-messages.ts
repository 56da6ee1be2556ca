import type { Catalogue } from '../../src/i18n/catalogue.ts';
import { type Catalogues, SOURCE_LANGUAGE } from './catalogue-files.ts';
import { readArguments } from './message-arguments.ts';

const MAX_COLUMNS = 100;

/** Renders the arguments of an English catalogue's messages as TypeScript types. */
export function renderMessages(name: string, catalogue: Catalogue): string {
  const group = renderGroup(catalogue, '');
  const types = ['Message', 'Tag', 'Text'];
  const used = types.filter((type) => new RegExp(`\\b${type}\\b`).test(group));
  const imports =
    used.length === 0 ? '' : `import type { ${used.join(', ')} } from '../message.ts';\n\n`;
  const file = `locales/${SOURCE_LANGUAGE}/${name}.json`;
  return `${imports}/** Written by "npm run generate" from \`${file}\`. */
export interface ${typeName(name)} ${group}
`;
}

/** Renders the names of all catalogues, and the type of all their messages. */
export function renderCatalogues(catalogues: Catalogues): string {
  const names = [...catalogues.keys()];
  const subjects = [...catalogues.values()].flatMap((catalogue) => Object.keys(catalogue));
  const twice = subjects.find((name, index) => subjects.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two catalogues have the subject ${twice}`);
  const imports = names.map((name) => `import type { ${typeName(name)} } from './${name}.ts';`);
  return `${imports.join('\n')}

/** Written by "npm run generate" from the files of \`locales/${SOURCE_LANGUAGE}/\`. */
export const CATALOGUES: readonly string[] = [
${names.map((name) => `  '${name}',\n`).join('')}];

export interface Catalogues
  extends ${names.map(typeName).join(',\n    ')} {}
`;
}

function renderGroup(catalogue: Catalogue, indent: string): string {
  const inner = `${indent}  `;
  const members = Object.entries(catalogue).map(([name, entry]) => {
    const key = `${inner}readonly ${keyOf(name)}: `;
    if (typeof entry !== 'string') return `${key}${renderGroup(entry, inner)};`;
    return `${key}${renderMessage(entry, inner, key.length)};`;
  });
  return `{\n${members.join('\n')}\n${indent}}`;
}

/** Renders a message on one line if it fits, as the formatter would. */
function renderMessage(source: string, indent: string, column: number): string {
  const members = [...readArguments(source, SOURCE_LANGUAGE)].map(
    ([name, type]) => `${keyOf(name)}: ${type}`,
  );
  if (members.length === 0) return 'string';
  const line = `Message<{ ${members.join('; ')} }>`;
  if (column + line.length + 1 <= MAX_COLUMNS) return line;
  return `Message<{\n${members.map((member) => `${indent}  ${member};\n`).join('')}${indent}}>`;
}

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`);

/** The name of a catalogue's type: `sign-in` becomes `SignInMessages`. */
const typeName = (name: string): string =>
  `${name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Messages`;
