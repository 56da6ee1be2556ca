/**
 * Loaded with `--import` before anything else. Node's test runner follows every promise to tell to
 * which test an error belongs, and code of many promises takes three times as long under it. Here
 * it learns the same from an AsyncLocalStorage, which costs next to nothing.
 */
import asyncHooks from 'node:async_hooks';

const { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } = asyncHooks;
/** The id of the test, or suite, within which something happens. */
const within = new AsyncLocalStorage<number>();

class TestResource extends AsyncResource {
  override runInAsyncScope<This, Result>(
    fn: (this: This, ...args: never[]) => Result,
    thisArg?: This,
    ...args: never[]
  ): Result {
    const run = (): Result => Reflect.apply(fn, thisArg, args);
    return super.runInAsyncScope(() => within.run(this.asyncId(), run));
  }
}

const asTheRunnerSees = {
  AsyncResource: TestResource,
  createHook: (callbacks: asyncHooks.HookCallbacks) =>
    createHook({ trackPromises: false, ...callbacks }),
  executionAsyncId: () => within.getStore() ?? executionAsyncId(),
};
const asOthersSee = { AsyncResource, createHook, executionAsyncId };

// The runner takes what it uses when it is loaded.
Object.assign(asyncHooks, asTheRunnerSees);
await import('node:test');
Object.assign(asyncHooks, asOthersSee);
