import { type FindEditor, near } from '../editor.ts';

interface Quill {
  isEnabled(): boolean;
  setText(text: string, source: 'user'): void;
  getText(): string;
}

interface Container extends HTMLElement {
  readonly __quill?: unknown;
}

interface WithQuill {
  readonly Quill?: { find?(node: Node): unknown };
}

/** Quill 2 is found through its global only; earlier ones hang on their element. */
export const findQuill: FindEditor = (element) => {
  const container: Container | undefined = near(element, '.ql-container');
  if (!container) return undefined;
  const found = (container.__quill ?? (globalThis as WithQuill).Quill?.find?.(container)) as Partial<Quill> | undefined;
  if (!found?.setText) return undefined;
  const quill = found as Quill;
  return {
    name: 'quill',
    isReadOnly: () => !quill.isEnabled(),
    write: (value) => quill.setText(value, 'user'),
    // Its text always ends in a line break.
    read: () => quill.getText().replace(/\n$/, ''),
  };
};
