import type { Finding } from './finding.ts';
import type { ImportGraph } from './import-graph.ts';

/** Programs that people start by name, so that no file has to import them. */
const ROOTS =
  /^(src\/(simulator\/|[a-z]+-)?main\.ts|bin\/.*|(tools|bench)\/[^/]+\.ts|test\/.*\.test\.ts)$/;
/** Paths of tests. A file that only tests import is not part of the service. */
const IS_TEST = /^test\//;

export function findUnreachable({ paths, imports }: ImportGraph): readonly Finding[] {
  const outgoing = Map.groupBy(imports, (entry) => entry.from);
  const reached = new Set<string>();
  const visit = (path: string): void => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const { from, to } of outgoing.get(path) ?? []) {
      if (!IS_TEST.test(from) || !to.startsWith('src/')) visit(to);
    }
  };
  for (const path of paths.filter((candidate) => ROOTS.test(candidate))) visit(path);
  return paths
    .filter((path) => !reached.has(path) && !path.endsWith('.d.ts'))
    .map((path) => ({ path, line: 1, message: 'no program and no test uses this file' }));
}
