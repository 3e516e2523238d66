/** A form that somebody in the middle of a call would like the user to fill in. */
export interface Form {
  /** Who asks: the name of a server. */
  readonly from: string;
  readonly message: string;
  /** JSON Schema of a flat object of texts, numbers and choices. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export type FormAnswer =
  | { readonly action: 'accept'; readonly content: Readonly<Record<string, unknown>> }
  | { readonly action: 'decline' | 'cancel' };

/** How the user and their model are reached in the middle of a call. What is absent cannot be. */
export interface Contact {
  readonly elicit?: ((form: Form) => Promise<FormAnswer>) | undefined;
  /** Asks the user's model, in the words of MCP's sampling/createMessage. */
  readonly sample?:
    | ((request: Readonly<Record<string, unknown>>) => Promise<Readonly<Record<string, unknown>>>)
    | undefined;
}
