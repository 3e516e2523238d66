/** A piece of what a model is given: text, or bytes with their type. */
export type ContentPart =
  | { readonly text: string }
  | { readonly inlineData: { readonly mimeType: string; readonly data: string } };
