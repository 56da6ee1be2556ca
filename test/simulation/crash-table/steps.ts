/** Who listens to the calls of a process, each known by its place in the order of all. */
export interface Listener {
  /** A call is about to arrive; `never` if the process is dead by then. */
  onCall(call: number): 'arrives' | 'never';
  /** A call has had its effect, and has not been answered. */
  onDone(call: number, name: string): void;
}

/**
 * What a process says to the world outside of it, call by call. The calls are found by listening,
 * so that a new one is met without anyone thinking of it.
 */
export interface Steps {
  /** A port as the process sees it; each call of it counts. */
  over<Port extends object>(portName: string, port: () => Port): Port;
  /** The same for one call that is answered at once. */
  at<Answer>(name: string, call: () => Answer): Answer;
}

export function createSteps(listener: Listener): Steps {
  let calls = 0;
  const next = (): number => {
    calls += 1;
    return calls;
  };
  const call = async (port: object, name: string | symbol, shown: string, args: unknown[]) => {
    const number = next();
    if (listener.onCall(number) === 'never') return await hang();
    try {
      const method: unknown = Reflect.get(port, name);
      return typeof method === 'function' ? await Reflect.apply(method, port, args) : method;
    } finally {
      listener.onDone(number, shown);
    }
  };
  return {
    over: (portName, port) =>
      new Proxy(port(), {
        get: (_, name) => {
          const member: unknown = Reflect.get(port(), name);
          if (typeof member !== 'function' || isStream(member)) return member;
          // Another database may stand behind the port by the time that the call arrives.
          return (...args: unknown[]) => call(port(), name, `${portName}.${String(name)}`, args);
        },
      }),
    at: (name, answer) => {
      const number = next();
      listener.onCall(number);
      const said = answer();
      listener.onDone(number, name);
      return said;
    },
  };
}

const isStream = (method: object): boolean =>
  Object.prototype.toString.call(method) === '[object AsyncGeneratorFunction]';

const hang = (): Promise<never> => new Promise(() => undefined);
