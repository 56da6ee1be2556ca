import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { AttackPlan } from './attack-plan.ts';

const PROGRAM = join(import.meta.dirname, '..', 'attack-program.ts');

export interface RunningAttack {
  readonly isRunning: boolean;
  /** Resolves when the process of the attacker has ended. */
  readonly ended: Promise<unknown>;
  end(): Promise<void>;
}

export function startAttack(plan: AttackPlan): RunningAttack {
  const attacker = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(attacker, 'exit');
  attacker.stdin.end(JSON.stringify(plan));
  return {
    get isRunning() {
      return attacker.exitCode === null && attacker.signalCode === null;
    },
    ended,
    end: async () => {
      attacker.kill('SIGKILL');
      await ended;
    },
  };
}
