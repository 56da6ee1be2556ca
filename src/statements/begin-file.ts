/**
 * Begins to write a file: reads its first part, so that an error can still be shown as a page
 * before anything is sent. `onEnd` runs once, even if the rest is not read.
 */
export async function beginFile(
  parts: AsyncGenerator<string, void>,
  onEnd: () => void,
): Promise<AsyncGenerator<string, void>> {
  const first = await parts.next();
  const resumed = resume(first, parts, onEnd);
  // The `finally` of a generator runs only if the generator has begun. So the generator `resumed`
  // is begun at once, in case no one reads it.
  await resumed.next();
  return resumed;
}

async function* resume(
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void>,
  onEnd: () => void,
): AsyncGenerator<string, void> {
  try {
    yield '';
    if (first.done === true) return;
    yield first.value;
    yield* rest;
  } finally {
    onEnd();
  }
}
