import { type FindEditor, near } from '../editor.ts';

interface View {
  readonly state: { readonly readOnly: boolean; readonly doc: { readonly length: number; toString(): string } };
  dispatch(transaction: object): void;
}

interface Content extends HTMLElement {
  readonly cmTile?: { readonly root?: { readonly view?: View } };
  /** Before version 6.39 of its view. */
  readonly cmView?: { readonly view?: View; readonly rootView?: { readonly view?: View } };
}

export const findCodeMirror: FindEditor = (element) => {
  const content = near(element, '.cm-editor')?.querySelector<Content>('.cm-content');
  const view = content?.cmTile?.root?.view ?? content?.cmView?.rootView?.view ?? content?.cmView?.view;
  if (!view) return undefined;
  return {
    name: 'codemirror',
    isReadOnly: () => view.state.readOnly,
    write: (value) =>
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value }, userEvent: 'input.paste' }),
    read: () => view.state.doc.toString(),
  };
};
