/** What can go wrong between a process and the ports that it calls. */
export interface Breakage {
  /** Whether the process is dead, so that it makes no calls and gets no answers any more. */
  isDead: boolean;
  /**
   * Errors of the next calls of a method, by the method's name. A call fails either before or after
   * its effect.
   */
  readonly errors: Map<string, BrokenCall[]>;
  /** Called before a method of this name is called. */
  readonly onCall: Map<string, () => Promise<void> | void>;
  /** Called when a method of this name has had its effect but has not answered yet. */
  readonly onEffect: Map<string, () => Promise<void> | void>;
}

export interface BrokenCall {
  readonly at: 'before' | 'after';
  readonly error: Error;
}

export const newBreakage = (): Breakage => ({
  isDead: false,
  errors: new Map(),
  onCall: new Map(),
  onEffect: new Map(),
});

/** Wraps a port for a process that may break. */
export function breakable<Port extends object>(port: Port, breakage: Breakage): Port {
  return new Proxy(port, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function' || STREAMS.includes(String(name))) return method;
      return (...args: unknown[]) =>
        callBreakable(breakage, String(name), async () => Reflect.apply(method, target, args));
    },
  });
}

/** The methods that return a stream instead of a promise. */
const STREAMS = ['incoming', 'settledInvoices', 'recordedPayments'];

async function callBreakable(
  breakage: Breakage,
  name: string,
  call: () => Promise<unknown>,
): Promise<unknown> {
  await hangIfDead(breakage);
  await breakage.onCall.get(name)?.();
  await hangIfDead(breakage);
  const broken = breakage.errors.get(name)?.shift();
  if (broken?.at === 'before') throw broken.error;
  const answer = await call();
  await breakage.onEffect.get(name)?.();
  await hangIfDead(breakage);
  if (broken?.at === 'after') throw broken.error;
  return answer;
}

async function hangIfDead({ isDead }: Breakage): Promise<void> {
  if (isDead) await new Promise<never>(() => undefined);
}
