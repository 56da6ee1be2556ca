/** The name that the operator gives the service, and how people reach them. */
export interface Site {
  readonly name: string;
  /** An e-mail address, or the https address of a page. */
  readonly operatorContact: string | null;
}
