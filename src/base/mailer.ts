import { sha256 } from '@noble/hashes/sha2.js';
import { Fault } from './fault.ts';
import { bytesToHex } from './hex.ts';
import type { JobKind } from './jobs.ts';

/** Port: mail to people. A mail that the server did not take is a `MailFault`. */
export interface Mailer {
  /** Sends a mail within seconds, or fails. The signal ends it sooner. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** The mail in plain text. */
  readonly text: string;
  /** A name of the mail in its Message-ID: the same each time that this mail is tried. */
  readonly id?: string;
}

/**
 * Reasons why a mail has not left. `recipient`: the server takes no mail for this address. `mail`:
 * it refuses this mail. `setup`: it takes no mail from us until the operator changes something,
 * such as login, sender or certificate. `later`: it asks us to come back, or did not answer.
 */
export type MailProblem = 'recipient' | 'mail' | 'setup' | 'later';

/** Thrown when the mail server did not take a mail. */
export class MailFault extends Fault {
  override readonly name = 'MailFault';
  readonly isTransient: boolean;
  readonly problem: MailProblem;
  /** The words of the server, or why there is no answer, without the recipient's address. */
  readonly answer: string;

  constructor(problem: MailProblem, answer: string, options: ErrorOptions = {}) {
    super(`the mail server did not take the mail: ${answer}`, options);
    this.problem = problem;
    this.answer = answer;
    this.isTransient = problem === 'setup' || problem === 'later';
  }
}

/** Whether another try of this mail would fail as well. */
export const isRefusal = (error: unknown): error is MailFault =>
  error instanceof MailFault && !error.isTransient;

/**
 * Sends what a job has written from data that may change until it runs again. A mail that the
 * server refuses for good is over: nothing would change if the job ran again.
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

/** The run of a job that sends a mail. */
export interface MailRun {
  readonly signal: AbortSignal;
  readonly jobId: bigint;
}

/**
 * Settings of jobs that send mail. A mail server that hangs leaves workers to other jobs, and one
 * that is away for hours fills no list of parked jobs: one alarm tells of it.
 */
export const MAIL_JOB = {
  group: 'mail',
  pauses: { firstMs: 60_000, maxMs: 3_600_000 },
  isDroppedAtEnd: true,
} as const satisfies Partial<JobKind>;
