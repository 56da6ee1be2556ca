import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { lineAt } from '../../tools/tidy/finding.ts';
import { findPatterns } from '../../tools/tidy/mask.ts';
import { hostileTexts } from '../support/texts/hostile-texts.ts';
import { patternCounter } from '../support/texts/pattern-steps.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
/** More than any number that a pattern counts up to. */
const LENGTH = 400;
/** Steps per character that no one minds, so that most texts are tried once. */
const FEW = 12;
/** Twice the text takes twice the steps if they grow in proportion, and four times if squared. */
const MOST_GROWTH = 3;
const NEVER_MORE = 1_000_000;

interface Source {
  readonly place: string;
  readonly pattern: RegExp;
}

const FILES = globSync('src/**/*.{ts,js}', { cwd: ROOT })
  .sort()
  .map((path) => ({ path, text: readFileSync(ROOT + path, 'utf8') }));

function sources(): readonly Source[] {
  return FILES.flatMap(({ path, text }) =>
    findPatterns(text).map((found) => {
      const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(found.text) ?? [];
      return { place: `${path}:${lineAt(text, found.index)}`, pattern: new RegExp(source, flags) };
    }),
  );
}

/** The first text for which the steps grow faster than the text; null for none. */
function slowText(pattern: RegExp): string | null {
  const count = patternCounter(pattern);
  const doubled = hostileTexts(pattern, LENGTH * 2);
  for (const [place, text] of hostileTexts(pattern, LENGTH).entries()) {
    const once = count(text, NEVER_MORE);
    if (once.steps >= NEVER_MORE) return text;
    const found = new RegExp(pattern.source, pattern.flags.replace('g', '')).exec(text);
    const match = found === null ? null : [found.index, found.index + found[0].length];
    const isSame = once.match?.start === match?.[0] && once.match?.end === match?.[1];
    assert.ok(isSame, `${pattern} is searched as the engine does in ${JSON.stringify(text)}`);
    if (once.steps <= FEW * text.length) continue;
    const twice = count(doubled[place] ?? '', NEVER_MORE);
    const isCut = twice.steps >= NEVER_MORE;
    if (isCut || twice.steps > MOST_GROWTH * once.steps) return text;
  }
  return null;
}

describe('patterns', () => {
  test('each of the sources takes steps in proportion to the text', () => {
    const all = sources();
    assert.ok(all.length > 200, `${all.length} patterns were found`);
    const known = new Map<string, boolean>();
    const slow = all.filter(({ pattern }) => {
      const isSlow = known.get(`${pattern}`) ?? slowText(pattern) !== null;
      known.set(`${pattern}`, isSlow);
      return isSlow;
    });
    assert.deepEqual(
      slow.map(({ place, pattern }) => `${place}: ${pattern}`),
      [],
    );
  });

  test('and so does each in the description of the API, which checks what callers send', () => {
    const text = readFileSync(`${ROOT}openapi.json`, 'utf8');
    const found = new Set(
      [...text.matchAll(/"pattern": ("(?:\\.|[^"])*")/g)].map(([, one]) => one),
    );
    assert.ok(found.size > 3);
    for (const one of found) assert.equal(slowText(new RegExp(JSON.parse(one ?? ''), 'u')), null);
  });

  test('those made of texts stand where no stranger’s text is read', () => {
    const made = FILES.filter(({ text }) => /\bRegExp\(/.test(text));
    assert.deepEqual(
      made.map(({ path }) => path),
      [
        'src/database/may-write.ts',
        // From a fixed list of brackets.
        'src/lnurl/pay-words.ts',
        'src/simulator/lnd-rest/message-reader.ts',
        'src/simulator/lnd-rest/router.ts',
        // From the description of the API, whose patterns are tried above.
        'src/web/describe-faults.ts',
        // From settings of the operator.
        'src/web/host-pattern.ts',
        'src/webhooks/sender/error-class.ts',
      ],
    );
  });

  test('the steps of bad patterns grow faster', () => {
    for (const bad of [
      /=+$/,
      /^["',]+|["',]+$/g,
      /^[\s"']+|[\s"']+$/g,
      /\s+$/,
      /^(?:a+)+$/,
      /^(?:\w+\s?)*:/,
      /[?&]host=[^&#]*(?:,|%2c)/i,
      /^[^/]*\/\/[^@/?#]*(?:,|%2c)[^@/?#]*(?:[/?#]|$)/i,
      /^\d+\d+$/,
      /<b>.*?<\/b>/,
    ]) {
      assert.notEqual(slowText(bad), null, String(bad));
    }
  });
});
