import { sha256 } from '@noble/hashes/sha2.js';
import { Fault } from './fault.ts';
import { bytesToHex } from './hex.ts';
import type { JobKind } from './jobs.ts';

/** Port: mail to people. Fails with a `MailFault` when the server does not accept a mail. */
export interface Mailer {
  /** Sends a mail within seconds, or throws. The signal ends the attempt sooner. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** The body of the mail, in plain text. */
  readonly text: string;
  /** An id for the mail's Message-ID, the same each time that this mail is tried. */
  readonly id?: string;
}

/**
 * Why a mail has not left. `recipient`: the server accepts no mail for this address. `mail`: it
 * refuses this mail. `setup`: it accepts no mail from us until the operator changes something, such
 * as login, sender or certificate. `later`: it asks us to come back, or did not answer.
 */
export type MailProblem = 'recipient' | 'mail' | 'setup' | 'later';

/** The mail server has not accepted a mail. */
export class MailFault extends Fault {
  override readonly name = 'MailFault';
  readonly isTransient: boolean;
  readonly problem: MailProblem;
  /** What the server said, or why there is no answer, without the recipient's address. */
  readonly answer: string;

  constructor(problem: MailProblem, answer: string, options: ErrorOptions = {}) {
    super(`the mail server did not take the mail: ${answer}`, options);
    this.problem = problem;
    this.answer = answer;
    this.isTransient = problem === 'setup' || problem === 'later';
  }
}

/**
 * Whether the mail server has refused this mail for good, so that another attempt would fail as
 * well.
 */
export const isRefusal = (error: unknown): error is MailFault =>
  error instanceof MailFault && !error.isTransient;

/**
 * Sends a mail for a job. If the server refuses the mail for good, the job counts as done, as
 * another run would change nothing.
 */
export async function sendUnlessRefused(mailer: Mailer, mail: Mail, run: MailRun): Promise<void> {
  const { signal, jobId } = run;
  const text = `${jobId}\n${mail.to}\n${mail.subject}\n${mail.text}`;
  const id = bytesToHex(sha256(new TextEncoder().encode(text)).subarray(0, 16));
  try {
    await mailer.send({ ...mail, id }, signal);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

/**
 * What a job that sends a mail knows about its run: a signal, and its id, which makes the mail's
 * Message-ID the same in all attempts.
 */
export interface MailRun {
  readonly signal: AbortSignal;
  readonly jobId: bigint;
}

/**
 * Settings of jobs that send mail. Few of them run at once, so that a mail server that hangs leaves
 * workers free for other jobs. Jobs that send mail are dropped after the last attempt instead of
 * parked, as one alarm already tells of a mail server that is away.
 */
export const MAIL_JOB = {
  group: 'mail',
  pauses: { firstMs: 60_000, maxMs: 3_600_000 },
  isDroppedAtEnd: true,
} as const satisfies Partial<JobKind>;
