import { type FindEditor, near } from '../editor.ts';

interface Root extends HTMLElement {
  readonly pmViewDesc?: { readonly node?: PmNode };
}

interface PmNode {
  readonly content: { readonly size: number };
  textBetween(from: number, to: number, blockSeparator: string, leafText: (leaf: PmLeaf) => string): string;
}

interface PmLeaf {
  readonly type: { readonly name: string };
}

/** The document hangs on the element, the editor does not: it is written as a paste, which it handles itself. */
export const findProseMirror: FindEditor = (element) => {
  const root: Root | undefined = near(element, '.ProseMirror');
  if (!root?.pmViewDesc?.node) return undefined;
  return {
    name: 'prosemirror',
    isReadOnly: () => !root.isContentEditable,
    write: (value) => {
      root.focus({ preventScroll: true });
      getSelection()?.selectAllChildren(root);
      // It looks at the selection when it is told of it, which would be later.
      document.dispatchEvent(new Event('selectionchange'));
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', value);
      // Of plain text it drops empty lines, and of text that did not come from itself spaces.
      const html = value.split('\n').map(paragraph).join('').replace('<p>', '<p data-pm-slice="1 1 []">');
      clipboardData.setData('text/html', html);
      root.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    read: () => {
      const node = root.pmViewDesc?.node;
      return node?.textBetween(0, node.content.size, '\n', ({ type }) => (/break/.test(type.name) ? '\n' : '')) ?? '';
    },
  };
};

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function paragraph(line: string): string {
  return `<p>${line.replace(/[&<>]/g, (character) => ESCAPES[character] ?? character)}</p>`;
}
